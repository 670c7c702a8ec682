import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actors, present, seenPlies } from "../src/board/stage";
import { language } from "../src/i18n";
import { assertive, polite } from "../src/live";
import type { EventView, PlyView } from "../src/protocol";
import { settings } from "../src/settings";
import { showNews, showOwnMove } from "../src/showing";
import { board, game, pending } from "../src/store";
import { Player } from "../src/ui/player";
import {
  BEFORE_LAST_SEED,
  boardView,
  CAPTURE,
  EXTRA_TURN,
  gameView,
  LAST_SEED,
  OPENING,
} from "./sowings";

const LAST_MOVE = { move: 6, sowing: LAST_SEED };
const BEFORE = gameView({ board: boardView({ places: BEFORE_LAST_SEED, legal: [LAST_MOVE] }) });

beforeEach(() => {
  vi.useFakeTimers();
  language.value = "en";
  settings.value = { ...settings.value, speed: 0 };
  present(BEFORE_LAST_SEED, 0, null, "south");
});

afterEach(() => {
  vi.useRealTimers();
  pending.value = null;
});

test("a move that ends the game is told without a next turn, though nothing is swept", () => {
  showOwnMove(gameView({ ...BEFORE, you: [0, 1] }), LAST_MOVE);
  vi.runAllTimers();
  expect(polite.value).toBe("South sows pit 6: 1 seed.");
});

test("a move that does not is told with it", () => {
  showOwnMove(gameView({ you: [0, 1] }), { move: 1, sowing: CAPTURE });
  vi.runAllTimers();
  expect(polite.value).toBe("South sows pit 1: 1 seed, captures 6. North is to move.");
});

test("nobody's light burns while the move that ends the game is on its way", () => {
  const lit = () =>
    (["south", "north"] as const).filter((side) => "" === Player({ side }).props["data-active"]);
  game.value = BEFORE;
  expect(lit()).toEqual(["south"]);
  const command = { type: "sow", id: "a", seat: 0, after: 1, pit: 6 } as const;
  pending.value = { command, move: LAST_MOVE };
  expect(board.value?.seat_to_move).toBeNull();
  expect(lit()).toEqual([]);
});

const LAST_PLY: PlyView = {
  seat: 0,
  side: "south",
  move: 6,
  seeds: 1,
  captured: 0,
  extra_turn: false,
  stores: [1, 0],
};

test.each([0, 1] as const)(
  "the result comes after its move, in one message, at speed %d",
  (speed) => {
    settings.value = { ...settings.value, speed };
    const outcome = {
      winner: "south",
      winner_seat: 0,
      reason: "pits_empty",
      margin: 6,
      stores: [27, 21],
      unscored: 0,
    } as const;
    const after = gameView({
      plies: [LAST_PLY],
      board: boardView({ places: LAST_SEED.places, last: LAST_SEED, seat_to_move: null, outcome }),
    });
    polite.value = "";
    showOwnMove(BEFORE, LAST_MOVE);
    showNews(BEFORE, after, [
      { type: "played", seq: 2, at_ms: 0, ply: LAST_PLY, sowing: LAST_SEED },
      { type: "ended", seq: 3, at_ms: 0, outcome },
    ] as EventView[]);
    vi.runAllTimers();
    expect(polite.value).toBe("");
    expect(assertive.value.replace("\u200b", "")).toBe(
      "You sow pit 6: 1 seed. End of the game. You win 27 to 21. One side has no seeds left.",
    );
  },
);

test("who sows and which moves are listed follow what has been seen", () => {
  settings.value = { ...settings.value, speed: 1 };
  present(OPENING, 0, null, "south");
  const before = gameView();
  showOwnMove(before, { move: 3, sowing: EXTRA_TURN });
  const own = { ...LAST_PLY, move: 3 };
  const reply = { ...LAST_PLY, seat: 1, side: "north", move: 1 } as const;
  const after = gameView({ plies: [own, reply] });
  showNews(before, after, [
    { type: "played", seq: 2, at_ms: 0, ply: own, sowing: EXTRA_TURN },
    { type: "played", seq: 3, at_ms: 0, ply: reply, sowing: CAPTURE },
  ]);
  expect([actors.value, seenPlies.value]).toEqual([["you", "cpu"], 0]);
  vi.advanceTimersByTime(1000);
  expect([actors.value, seenPlies.value]).toEqual([["cpu"], 1]);
  vi.runAllTimers();
  expect([actors.value, seenPlies.value]).toEqual([[], null]);
});
