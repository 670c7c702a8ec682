import { beforeEach, describe, expect, test, vi } from "vitest";
import { present } from "../src/board/stage";
import { handTo, tap, tapNumber, whyNot } from "../src/choice";
import type { GameCommand } from "../src/protocol";
import { settings } from "../src/settings";
import { board, game, link, notice, pending, selected } from "../src/store";
import { boardView, EXTRA_TURN, gameView, OPENING } from "./sowings";

const sent: GameCommand[] = [];
vi.mock("../src/session", () => ({ send: (command: GameCommand) => sent.push(command) }));

/** Every test begins a minute after the one before. */
let start_ms = 0;

beforeEach(() => {
  start_ms += 60_000;
  sent.length = 0;
  game.value = gameView();
  pending.value = null;
  selected.value = null;
  notice.value = null;
  link.value = "open";
  settings.value = { ...settings.value, confirm: "touch", speed: 0 };
  present(OPENING, 0, null, "south");
});

/** The server's answer: the move is on the board, it is South's turn again. */
function answer(): void {
  game.value = gameView({
    board: boardView({
      seq: 2,
      after: 2,
      places: EXTRA_TURN.places,
      legal: [{ move: 3, sowing: EXTRA_TURN }],
    }),
  });
  pending.value = null;
}

describe("a click", () => {
  test("plays at once, shown before the server answers", () => {
    tap(2, "mouse", start_ms + 1000);
    expect(sent).toMatchObject([{ type: "sow", pit: 3, seat: 0, after: 1 }]);
    expect(sent[0]?.id).toMatch(/^[0-9a-f]{32}$/);
    expect(board.value?.places).toEqual(EXTRA_TURN.places);
  });

  test("while a move is on its way sends nothing", () => {
    tap(2, "mouse", start_ms + 1000);
    tap(2, "mouse", start_ms + 3000);
    tap(1, "mouse", start_ms + 3000);
    expect(sent).toHaveLength(1);
  });

  test("that is the second of a double click never plays, however fast the answer", () => {
    tap(2, "mouse", start_ms + 1000);
    answer();
    tap(2, "mouse", start_ms + 1200);
    expect(sent).toHaveLength(1);
    tap(2, "mouse", start_ms + 1800, 2);
    expect(sent).toHaveLength(1);
    tap(2, "mouse", start_ms + 2000);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.id).not.toBe(sent[0]?.id);
  });

  test("without a connection says that the last move is on its way", () => {
    tap(2, "mouse", start_ms + 1000);
    link.value = "offline";
    tap(1, "mouse", start_ms + 3000);
    expect(notice.value).not.toBeNull();
  });
});

describe("a touch", () => {
  test("first selects, then plays", () => {
    tap(2, "touch", start_ms + 1000);
    expect(selected.value).toBe(2);
    expect(sent).toHaveLength(0);
    tap(2, "touch", start_ms + 1300);
    expect(sent).toHaveLength(1);
    expect(selected.value).toBeNull();
  });

  test("selects and plays the same pit again at once after the answer", () => {
    tap(2, "touch", start_ms + 1000);
    tap(2, "touch", start_ms + 1100);
    answer();
    tap(2, "touch", start_ms + 1200, 3);
    expect(selected.value).toBe(2);
    tap(2, "touch", start_ms + 1300, 4);
    expect(sent).toHaveLength(2);
  });

  test("plays at once when the person wants it so", () => {
    settings.value = { ...settings.value, confirm: "never" };
    tap(2, "touch", start_ms + 1000);
    expect(sent).toHaveLength(1);
  });

  test("on what cannot be played clears the selection and says why", () => {
    tap(2, "touch", start_ms + 1000);
    tap(9, "touch", start_ms + 2000);
    expect(selected.value).toBeNull();
    expect(notice.value).not.toBeNull();
  });
});

test("always confirming holds for mouse and keyboard too", () => {
  settings.value = { ...settings.value, confirm: "always" };
  tap(2, "mouse", start_ms + 1000);
  expect(sent).toHaveLength(0);
  tapNumber(3, start_ms + 2000);
  expect(sent).toHaveLength(1);
});

describe("why a pit cannot be played", () => {
  const now = gameView();

  test.each([
    ["empty", boardView({ places: [0, ...OPENING.slice(1)] }), 0, "why.empty"],
    ["not one's own", boardView(), 9, "why.notYourPit"],
    ["not one's turn", boardView({ seat_to_move: 1, to_move: "north" }), 2, "why.notYourTurn"],
    ["another is forced", boardView({ forced_pit: 2 }), 4, "why.forced"],
    ["the rival must be fed", boardView(), 4, "why.feed"],
    [
      "the rival has nothing and must be fed",
      boardView({ places: [1, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 27] }),
      4,
      "why.feedEmpty",
    ],
  ] as const)("%s", (_, view, place, reason) => {
    expect(whyNot(now, view, place)[0]).toBe(reason);
  });

  test("the forced pit is named", () => {
    expect(whyNot(now, boardView({ forced_pit: 2 }), 4)[1]).toBe(2);
  });

  test("who only watches is told so", () => {
    expect(whyNot(gameView({ you: [] }), boardView(), 2)[0]).toBe("why.watching");
  });
});

describe("a lesson that has the board handed to it", () => {
  test("gets every tap, legal or not, and nothing goes to the server", () => {
    const heard: string[] = [];
    handTo({
      waits: () => false,
      sow: (move) => heard.push(`sow ${move.move}`),
      refuse: (_now, _view, place) => heard.push(`refuse ${place}`),
    });
    tap(2, "touch", start_ms + 1000);
    tap(9, "touch", start_ms + 2000);
    expect(heard).toEqual(["sow 3", "refuse 9"]);
    expect(sent).toEqual([]);
  });
});
