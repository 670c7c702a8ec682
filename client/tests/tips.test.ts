import { beforeEach, expect, test } from "vitest";
import type { LegalMove, SowingView } from "../src/protocol";
import { settings } from "../src/settings";
import { endings } from "../src/showing";
import { areTipsOn, bestTip, countGames, tipOf } from "../src/tips";
import { CAPTURE, EXTRA_TURN, LAST_SEED } from "./sowings";

const PLAIN: SowingView = { ...EXTRA_TURN, visited: [3, 4, 5], extra_turn: false };

function move(number: number, sowing: SowingView | null): LegalMove {
  return { move: number, sowing };
}

beforeEach(() => {
  settings.value = { ...settings.value, tips: null };
});

test("a move that ends in the store or captures is worth a tip, others are not", () => {
  expect(tipOf(move(3, EXTRA_TURN))).toEqual({ kind: "extra-turn" });
  expect(tipOf(move(1, CAPTURE))).toEqual({ kind: "capture", seeds: 6 });
  expect(tipOf(move(2, PLAIN))).toBeNull();
  expect(tipOf(move(0, null))).toBeNull();
});

test("the last seed of a game gives no other turn", () => {
  expect(tipOf(move(6, { ...LAST_SEED, extra_turn: true }))).toBeNull();
});

test("the best tip is an extra turn, then the greatest capture", () => {
  expect(bestTip([move(2, PLAIN)])).toBeNull();
  const less = { ...CAPTURE, captures: [{ pit: 1, seeds: 2, store: 6 }] };
  expect(bestTip([move(4, less), move(1, CAPTURE)])?.[0].move).toBe(1);
  expect(bestTip([move(1, CAPTURE), move(3, EXTRA_TURN)])?.[0].move).toBe(3);
});

test("tips are there in a visitor's first three games, or as he has chosen", () => {
  expect(areTipsOn.value).toBe(true);
  countGames();
  endings.value += 1;
  endings.value += 1;
  expect(areTipsOn.value).toBe(true);
  endings.value += 1;
  expect(areTipsOn.value).toBe(false);
  settings.value = { ...settings.value, tips: true };
  expect(areTipsOn.value).toBe(true);
});
