import { beforeEach, expect, test } from "vitest";
import { keyOf, losses, mistakeOf } from "../src/losses";
import type { PlyReview } from "../src/protocol";
import { boardView, gameView } from "./sowings";

const OVER = gameView({ board: boardView({ seq: 9 }) });

function ply(loss: number): PlyReview {
  return { loss, is_exact: true, best: 4 };
}

beforeEach(() => {
  const plies = [ply(0), ply(2.9), ply(3), null, ply(12)];
  losses.value = { key: keyOf(OVER), review: { seq: 9, plies, given_away: null } };
});

test("a mistake gives away three seeds or more", () => {
  expect([1, 2, 3, 5].map((number) => mistakeOf(OVER, number)?.loss)).toEqual([
    undefined,
    undefined,
    3,
    12,
  ]);
});

test("what is not known yet is no mistake", () => {
  expect(mistakeOf(OVER, 4)).toBeNull();
  expect(mistakeOf(OVER, 6)).toBeNull();
});

test("a game that was taken back and ended anew has other mistakes", () => {
  expect(mistakeOf(gameView({ board: boardView({ seq: 12 }) }), 5)).toBeNull();
  expect(mistakeOf(gameView({ id: "game0002", board: boardView({ seq: 9 }) }), 5)).toBeNull();
});
