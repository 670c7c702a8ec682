import { expect, test } from "vitest";
import { KINDS, kindOf, PATTERN_COLOURS, PATTERNS, SEED_COLOURS } from "../src/board/seed-sets";

test.each(Object.entries(SEED_COLOURS))(
  "the set %s has a colour of its own for every kind",
  (_, colours) => {
    expect(colours).toHaveLength(KINDS);
    expect(new Set(colours).size).toBe(KINDS);
  },
);

test("every kind of the patterned set has a pattern that no other has", () => {
  expect(new Set(PATTERNS).size).toBe(KINDS);
  expect(PATTERN_COLOURS).toHaveLength(KINDS);
});

test("a board's seeds are of all kinds, about as many of each", () => {
  const counts = Array.from({ length: KINDS }, () => 0);
  for (let seed = 0; seed < 72; seed++) counts[kindOf(seed)] = (counts[kindOf(seed)] ?? 0) + 1;
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(8);
  expect(Math.max(...counts)).toBeLessThanOrEqual(16);
});
