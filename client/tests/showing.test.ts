import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { present } from "../src/board/stage";
import { language } from "../src/i18n";
import { polite } from "../src/live";
import { settings } from "../src/settings";
import { showOwnMove } from "../src/showing";
import { board, game, pending } from "../src/store";
import { Player } from "../src/ui/player";
import { BEFORE_LAST_SEED, boardView, CAPTURE, gameView, LAST_SEED } from "./sowings";

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
  pending.value = { command, move: LAST_MOVE, seq: null };
  expect(board.value?.seat_to_move).toBeNull();
  expect(lit()).toEqual([]);
});
