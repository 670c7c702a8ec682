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

test("any six seeds in a row are of all kinds", () => {
  for (let first = 0; first < 72 - KINDS; first++) {
    const kinds = Array.from({ length: KINDS }, (_, step) => kindOf(first + step));
    expect(new Set(kinds).size).toBe(KINDS);
  }
});
