import { expect, test } from "vitest";
import { see, type Tie, TRY_MS, tieOf, told } from "../../src/statistics/tie";
import type { LinkState } from "../../src/store";
import { gameView } from "../sowings";

const FRIENDS = gameView({ mode: "friend" });

function after(first: Tie | null, ...states: readonly LinkState[]): Tie {
  if (first === null) throw new Error("no tie");
  return states.reduce(see, first);
}

test("only who plays with somebody else, or waits for him, is tied", () => {
  expect(tieOf(null, null, 0)).toBeNull();
  expect(tieOf(gameView({ mode: "cpu" }), null, 0)).toBeNull();
  expect(tieOf(gameView({ mode: "local", you: [0, 1] }), null, 0)).toBeNull();
  expect(tieOf(gameView({ mode: "casual", you: [] }), null, 0)).toBeNull();
  expect(tieOf(FRIENDS, null, 0)?.mode).toBe("friend");
  expect(tieOf(null, "token", 0)?.key).toBe("room token");
});

test("every return after a loss is one reconnection", () => {
  const tie = after(
    tieOf(FRIENDS, null, 0),
    "connecting",
    "open",
    "open",
    "offline",
    "offline",
    "open",
    "offline",
    "open",
    "offline",
  );
  expect(told(tie, 1)).toEqual({ mode: "friend", came_about: true, reconnections: "2-3" });
});

test("tries before the first connection are no reconnections", () => {
  const tie = after(tieOf(FRIENDS, null, 0), "offline", "offline", "open");
  expect(told(tie, 1)).toEqual({ mode: "friend", came_about: true, reconnections: "0" });
});

test("what has not come about after a while has failed, before that somebody has just left", () => {
  const tie = after(tieOf(FRIENDS, null, 100), "connecting", "offline");
  expect(told(tie, 99 + TRY_MS)).toBeNull();
  expect(told(tie, 100 + TRY_MS)).toEqual({
    mode: "friend",
    came_about: false,
    reconnections: "0",
  });
});

test("of waiting in a room only a connection that fails is told", () => {
  expect(told(after(tieOf(null, "token", 0), "connecting", "open", "offline"), TRY_MS)).toBeNull();
  expect(told(after(tieOf(null, "token", 0), "offline"), TRY_MS)?.came_about).toBe(false);
});
