import { describe, expect, test } from "vitest";
import { leftAt, timeText, warningBetween } from "../src/clock/time";

const CLOCK = {
  control: "3+2",
  remaining_ms: [180_000, 62_000],
  at_ms: 1_000,
  now_ms: 3_000,
  is_running: true,
};

describe("clocks", () => {
  test("only the time of the seat to move runs, from the server's reading on", () => {
    expect(leftAt(CLOCK, 1, 0, 5_000)).toBe(180_000);
    expect(leftAt(CLOCK, 1, 1, 0)).toBe(60_000);
    expect(leftAt(CLOCK, 1, 1, 5_000)).toBe(55_000);
  });

  test("nothing runs before the first move and after the end, and nothing goes below zero", () => {
    expect(leftAt({ ...CLOCK, is_running: false }, 1, 1, 5_000)).toBe(62_000);
    expect(leftAt(CLOCK, null, 1, 5_000)).toBe(62_000);
    expect(leftAt(CLOCK, 1, 1, 999_000)).toBe(0);
  });

  test.each([
    [180_000, "3:00"],
    [179_001, "3:00"],
    [65_000, "1:05"],
    [10_000, "0:10"],
    [9_990, "9.9"],
    [50, "0.0"],
    [0, "0.0"],
  ])("%i ms are shown as %s", (left, text) => {
    expect(timeText(left)).toBe(text);
  });

  test.each([
    [60_100, 59_900, 60],
    [31_000, 30_000, 30],
    [10_001, 9_951, 10],
    [62_000, 9_000, 10],
    [59_000, 58_000, null],
    [Number.POSITIVE_INFINITY, 60_000, null],
    [100, 0, null],
  ])("from %d to %d ms one is told of %s seconds", (before, after, due_s) => {
    expect(warningBetween(before, after)).toBe(due_s);
  });
});
