import { describe, expect, test } from "vitest";
import {
  again,
  begin,
  type Course,
  judge,
  moveOf,
  solutionOf,
  triesLeft,
  wantedOf,
} from "../src/learn/course";
import { CHAIN_STEP, EXTRA_STEP, SAVE_STEP } from "./lessons";

function play(course: Course, move: number): Course {
  const legal = moveOf(course, move);
  if (legal === null) throw new Error(`pit ${move} is not legal`);
  const verdict = judge(course, legal);
  if (verdict.kind === "nudge") throw new Error(`pit ${move} was not sown`);
  return verdict.next;
}

describe("a guided step", () => {
  test("lets its pits glow one after the other and is done after the last", () => {
    const first = begin(EXTRA_STEP);
    expect(wantedOf(first)).toBe(3);
    const second = play(first, 3);
    expect(second).toMatchObject({ status: "open", board: 1, depth: 1 });
    expect(wantedOf(second)).toBe(6);
    const last = play(second, 6);
    expect(last.status).toBe("done");
    expect(wantedOf(last)).toBeNull();
  });

  test("does not sow another pit, however legal", () => {
    const course = begin(EXTRA_STEP);
    const legal = moveOf(course, 2);
    expect(legal).not.toBeNull();
    if (legal !== null) expect(judge(course, legal)).toEqual({ kind: "nudge" });
  });

  test("has no move that the board does not have", () => {
    expect(moveOf(begin(EXTRA_STEP), 6)).toBeNull();
  });
});

describe("a puzzle", () => {
  test("lets no pit glow and takes every legal move", () => {
    const course = begin(CHAIN_STEP);
    expect(wantedOf(course)).toBeNull();
    expect(play(course, 2).status).toBe("missed");
    expect(play(course, 3)).toMatchObject({ status: "done", score: 1 });
  });

  test("counts the turns that missed it, also when begun again", () => {
    let course = begin(CHAIN_STEP);
    expect(triesLeft(course)).toBe(2);
    course = again(play(course, 2));
    expect(course).toMatchObject({ status: "open", board: 0, depth: 0, score: 0, misses: 1 });
    course = again(play(course, 2));
    expect(triesLeft(course)).toBe(0);
    expect(triesLeft(again(play(course, 2)))).toBe(0);
  });

  test("is solved without a point when nothing is lost", () => {
    expect(play(begin(SAVE_STEP), 6).status).toBe("done");
  });

  test("has the moves of its guides for a solution", () => {
    expect(solutionOf(CHAIN_STEP).map((move) => move.move)).toEqual([3]);
    expect(solutionOf(EXTRA_STEP).map((move) => move.move)).toEqual([3, 6]);
  });
});
