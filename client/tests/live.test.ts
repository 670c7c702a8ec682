import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { assertive, conclude, polite, say } from "../src/live";

beforeEach(() => {
  vi.useFakeTimers();
  polite.value = "";
  assertive.value = "";
});

afterEach(() => {
  vi.useRealTimers();
});

test("sentences of one moment are said together", () => {
  say("One.");
  say("Two.");
  vi.runAllTimers();
  expect(polite.value).toBe("One. Two.");
});

test("a conclusion loses nothing of what was about to be said, and says nothing twice", () => {
  say("The CPU sows pit 3.");
  say("The CPU sows pit 1.");
  conclude("The CPU sows pit 1. End of the game.");
  vi.runAllTimers();
  expect(assertive.value).toBe("The CPU sows pit 3. The CPU sows pit 1. End of the game.");
  expect(polite.value).toBe("");
});
