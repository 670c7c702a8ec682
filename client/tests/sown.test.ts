import { expect, test } from "vitest";
import { sown } from "../src/board/sown";
import {
  BEFORE_CAPTURE,
  BEFORE_LAST_SEED,
  BEFORE_SWEEP,
  CAPTURE,
  EXTRA_TURN,
  LAST_SEED,
  OPENING,
  SWEEP,
} from "./sowings";

test.each([
  ["seeds that fall one by one", OPENING, EXTRA_TURN],
  ["a capture", BEFORE_CAPTURE, CAPTURE],
  ["a sweep", BEFORE_SWEEP, SWEEP],
  ["the last seed", BEFORE_LAST_SEED, LAST_SEED],
])("the steps add up to the board that the server tells: %s", (_, before, sowing) => {
  const { places, ...steps } = sowing;
  const board = Object.freeze([...before]);
  expect(sown(board, steps)).toEqual({ ...steps, places });
});

test("a sowing of a lap and more leaves its own pit last", () => {
  const visited = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 1];
  const steps = { ...EXTRA_TURN, origin: 0, visited, extra_turn: false };
  const before = [14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(sown(before, steps).places).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
});

test("seeds that nobody gets leave the board", () => {
  const steps = { ...LAST_SEED, sweep: [{ pit: 12, seeds: 20, store: null }], ends: true };
  const before = [0, 0, 0, 0, 0, 1, 26, 0, 0, 0, 0, 0, 20, 1];
  expect(sown(before, steps).places).toEqual([0, 0, 0, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 1]);
});
