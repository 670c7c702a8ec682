import { expect, test } from "vitest";
import { navigate } from "../src/board/keyboard";

test.each([
  ["ArrowRight", 2, "south", 3],
  ["ArrowRight", 5, "south", 5],
  ["ArrowLeft", 0, "south", 0],
  ["Home", 4, "south", 0],
  ["End", 1, "south", 5],
  ["ArrowUp", 2, "south", 10],
  ["ArrowDown", 2, "south", 2],
  ["ArrowDown", 10, "south", 2],
  // North's row is seen from behind: to the right on the screen is a smaller number.
  ["ArrowRight", 10, "south", 9],
  ["Home", 10, "south", 12],
  // With North in front everything is turned.
  ["ArrowRight", 10, "north", 11],
  ["ArrowUp", 10, "north", 2],
  ["ArrowDown", 2, "north", 10],
] as const)("%s from %i with %s in front leads to %i", (key, from, front, to) => {
  expect(navigate(key, from, front, 6)).toBe(to);
});

test("other keys and stores lead nowhere", () => {
  expect(navigate("x", 2, "south", 6)).toBeNull();
  expect(navigate("ArrowLeft", 6, "south", 6)).toBeNull();
});
