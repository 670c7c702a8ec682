import { expect, test } from "vitest";
import { bandOf } from "../../src/statistics/bands";
import { CORES, FRAMES_PER_SECOND, MEMORY, MINUTES, MOVES } from "../../src/statistics/schema";

test.each([
  [0, "0-9"],
  [9, "0-9"],
  [10, "10-19"],
  [49, "30-49"],
  [50, "50-99"],
  [2000, "100+"],
])("%d moves are in the band %s", (moves, band) => {
  expect(bandOf(MOVES, moves)).toBe(band);
});

test("a band reaches up to the next one, not to its last whole number", () => {
  expect(bandOf(MINUTES, 0.99)).toBe("0");
  expect(bandOf(MINUTES, 2.99)).toBe("1-2");
  expect(bandOf(MINUTES, 40)).toBe("40+");
  expect(bandOf(FRAMES_PER_SECOND, 1000 / 16.7)).toBe("55+");
  expect(bandOf(FRAMES_PER_SECOND, 1000 / 33.3)).toBe("25-39");
});

test("a quarter of a gigabyte and no core at all are in the first bands", () => {
  expect(bandOf(MEMORY, 0.25)).toBe("0-1");
  expect(bandOf(CORES, 0)).toBe("1-2");
});
