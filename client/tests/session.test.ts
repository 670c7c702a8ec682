import { beforeEach, describe, expect, test, vi } from "vitest";
import * as api from "../src/api";
import { scene } from "../src/board/stage";
import { sow } from "../src/commands";
import type { Surroundings } from "../src/connection";
import { language, t } from "../src/i18n";
import type { ErrorView, GameCommand, GameView, PlyView, ServerMessage } from "../src/protocol";
import { boot, startGame } from "../src/session";
import { settings } from "../src/settings";
import { dialog, game, notice, pending, phase } from "../src/store";
import { boardView, EXTRA_TURN, gameView, OPENING } from "./sowings";

vi.mock("../src/api", { spy: true });

/** The page's sockets, the newest last, and what was sent on any of them. */
const sockets: (Surroundings & { isClosed: boolean })[] = [];
const sent: GameCommand[] = [];
vi.mock("../src/connection", () => ({
  openSocket: vi.fn(),
  connect: (surroundings: Surroundings) => {
    const socket = { ...surroundings, isClosed: false };
    sockets.push(socket);
    return {
      send: (command: GameCommand) => sent.push(command),
      resync: vi.fn(),
      wake: vi.fn(),
      close: () => {
        socket.isClosed = true;
      },
    };
  },
}));

const [fetchGame, fetchCurrent, createGame] = [
  vi.mocked(api.fetchGame),
  vi.mocked(api.fetchCurrent),
  vi.mocked(api.createGame),
];

const CHOICE = { variant: "kalah(6,4)", mode: "local" } as const;
const PLY: PlyView = {
  seat: 0,
  side: "south",
  move: 3,
  seeds: 4,
  captured: 0,
  extra_turn: true,
  stores: [1, 0],
};
const NETWORK = new api.ApiError("network", "", {});

function hear(message: ServerMessage): void {
  const socket = sockets.at(-1);
  if (socket?.isClosed === false) socket.receive(message);
}

/** A promise that is answered by hand. */
function later<T>() {
  let answer: (value: T) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const promise = new Promise<T>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { promise, answer, fail };
}

/** Lets answered promises take their effect. */
async function settled(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
}

function sowThird(): string {
  sow({ move: 3, sowing: EXTRA_TURN });
  return sent.at(-1)?.id ?? "";
}

function reject(id: string, code: string): void {
  const error: ErrorView = { code, message: "", detail: {} };
  hear({ type: "rejected", id, error });
}

beforeEach(async () => {
  vi.stubGlobal("location", { pathname: "/es/" });
  // Without locks: one test's answer that never comes would hold the next one's game.
  vi.stubGlobal("navigator", {});
  settings.value = { ...settings.value, speed: 0 };
  language.value = "es";
  sockets.length = 0;
  sent.length = 0;
  fetchGame.mockReset();
  createGame.mockReset();
  fetchCurrent.mockReset().mockResolvedValue(gameView());
  dialog.value = null;
  await boot();
  // The first command that is accepted ends whatever an earlier test has left.
  sockets.at(-1)?.accepted?.();
});

describe("the page moves on", () => {
  test("to the game that the server tells of", async () => {
    fetchGame.mockResolvedValue(gameView({ id: "newer" }));
    hear({ type: "continued", game_id: "newer" });
    await settled();
    expect(game.value?.id).toBe("newer");
  });

  test("never back to an older game whose answer comes late", async () => {
    const [second, third] = [later<GameView>(), later<GameView>()];
    fetchGame.mockImplementation((id) => (id === "second" ? second : third).promise);
    hear({ type: "continued", game_id: "second" });
    hear({ type: "continued", game_id: "third" });
    third.answer(gameView({ id: "third" }));
    await settled();
    second.answer(gameView({ id: "second" }));
    await settled();
    expect(game.value?.id).toBe("third");
  });

  test("not from a game that was begun meanwhile", async () => {
    const second = later<GameView>();
    fetchGame.mockReturnValue(second.promise);
    createGame.mockResolvedValue(gameView({ id: "own" }));
    hear({ type: "continued", game_id: "second" });
    await startGame(CHOICE);
    second.answer(gameView({ id: "second" }));
    await settled();
    expect(game.value?.id).toBe("own");
  });

  test("after a start that has failed, if it was told meanwhile", async () => {
    const start = later<GameView>();
    createGame.mockReturnValue(start.promise);
    fetchGame.mockResolvedValue(gameView({ id: "newer" }));
    const started = startGame(CHOICE);
    hear({ type: "continued", game_id: "newer" });
    await settled();
    expect(game.value?.id).toBe("game0001");
    start.fail(NETWORK);
    await started;
    await settled();
    expect(game.value?.id).toBe("newer");
  });

  test("not from a game that the page was set up anew with", async () => {
    const second = later<GameView>();
    fetchGame.mockReturnValue(second.promise);
    hear({ type: "continued", game_id: "second" });
    const anew = later<GameView>();
    fetchCurrent.mockReturnValue(anew.promise);
    const booted = boot();
    second.answer(gameView({ id: "second" }));
    await settled();
    expect(game.value?.id).toBe("game0001");
    anew.answer(gameView({ id: "own" }));
    await booted;
    expect(game.value?.id).toBe("own");
  });

  test("and closes the dialogs about the game before, no others", async () => {
    for (const name of ["resign", "restart", "help", "settings"] as const) {
      dialog.value = name;
      fetchGame.mockResolvedValue(gameView({ id: `after-${name}` }));
      hear({ type: "continued", game_id: `after-${name}` });
      await settled();
      expect(game.value?.id).toBe(`after-${name}`);
      expect(dialog.value).toBe(name === "help" || name === "settings" ? name : null);
    }
  });
});

describe("a command on its way", () => {
  test("is done when a snapshot has its events, which the server then puts on the board", () => {
    const id = sowThird();
    hear({ type: "accepted", id, seq: 2 });
    expect(pending.value).not.toBeNull();
    // Taken back elsewhere meanwhile: no event of it comes any more.
    hear({ type: "snapshot", game: gameView({ board: boardView({ seq: 3, after: 3 }) }) });
    expect(pending.value).toBeNull();
    expect(scene.value?.counts).toEqual(OPENING);
  });

  test("is done when its events have come after the answer", () => {
    const id = sowThird();
    hear({ type: "accepted", id, seq: 2 });
    expect(pending.value).not.toBeNull();
    hear({
      type: "events",
      events: [{ type: "played", seq: 2, at_ms: 0, ply: PLY, sowing: EXTRA_TURN }],
      board: boardView({ seq: 2, after: 2, places: EXTRA_TURN.places }),
    });
    expect(pending.value).toBeNull();
  });

  test("is done when its events have come before the answer: the next may be made", () => {
    sowThird();
    hear({
      type: "events",
      events: [{ type: "played", seq: 2, at_ms: 0, ply: PLY, sowing: EXTRA_TURN }],
      board: boardView({ seq: 2, after: 2, places: EXTRA_TURN.places }),
    });
    expect(pending.value).toBeNull();
  });

  test("is still on its way after a snapshot from before it", () => {
    const id = sowThird();
    hear({ type: "accepted", id, seq: 2 });
    hear({ type: "snapshot", game: gameView() });
    expect(pending.value).not.toBeNull();
    expect(scene.value?.counts).toEqual(EXTRA_TURN.places);
  });

  test.each(["game_too_long", "not_stored"] as const)("is refused kindly: %s", (code) => {
    reject(sowThird(), code);
    expect(pending.value).toBeNull();
    expect(notice.value).toBe(t(`error.${code}`));
    expect(scene.value?.counts).toEqual(OPENING);
  });
});

describe("a browser that is another guest now", () => {
  test.each(["not_your_seat", "no_session"])("is set up anew after %s", async (code) => {
    fetchCurrent.mockResolvedValue(gameView({ id: "own" }));
    reject(sowThird(), code);
    await settled();
    expect(game.value?.id).toBe("own");
    expect(phase.value).toBe("ready");
    expect(notice.value).toBe(t("status.renewed"));
    expect(sockets.map((socket) => socket.isClosed)).toEqual([true, false]);
  });

  test("hears no more of the game that it does not hold", async () => {
    fetchCurrent.mockReturnValue(later<GameView>().promise);
    reject(sowThird(), "not_your_seat");
    expect(sockets.map((socket) => socket.isClosed)).toEqual([true]);
  });

  test("is set up anew once, until a command is accepted again", async () => {
    reject(sowThird(), "no_session");
    await settled();
    const calls = fetchCurrent.mock.calls.length;
    reject(sowThird(), "no_session");
    await settled();
    expect(fetchCurrent).toHaveBeenCalledTimes(calls);
    expect(notice.value).toBe(t("error.no_session"));
    sockets.at(-1)?.accepted?.();
    reject("resign", "no_session");
    await settled();
    expect(fetchCurrent).toHaveBeenCalledTimes(calls + 1);
  });

  test("begins its next game in a room of its own", async () => {
    createGame
      .mockRejectedValueOnce(new api.ApiError("not_your_game", "", {}))
      .mockResolvedValueOnce(gameView({ id: "own" }));
    await startGame(CHOICE);
    expect(createGame.mock.calls.map(([body]) => body.previous)).toEqual(["game0001", null]);
    expect(game.value?.id).toBe("own");
  });

  test("who only watches is told so", async () => {
    fetchCurrent.mockResolvedValue(gameView({ you: [] }));
    await boot();
    reject("resign", "not_your_seat");
    expect(notice.value).toBe(t("error.not_your_seat"));
  });
});
