import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as api from "../src/api";
import { ownGame } from "../src/own-game";
import type { GameView } from "../src/protocol";
import { gameView } from "./sowings";

vi.mock("../src/api", { spy: true });

/** What the server knows of this browser's guest. */
let current: GameView | null = null;

beforeEach(() => {
  current = null;
  vi.mocked(api.fetchCurrent).mockImplementation(async () => current);
  vi.mocked(api.createGame)
    .mockReset()
    .mockImplementation(async () => {
      current = gameView();
      return current;
    });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Locks that go from one to the next, as a browser's do. */
function stubLocks(): string[] {
  const names: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const request = (name: string, callback: () => Promise<unknown>) => {
    names.push(name);
    last = last.then(callback);
    return last;
  };
  vi.stubGlobal("navigator", { locks: { request } });
  return names;
}

test("two tabs that open together find the same game", async () => {
  const names = stubLocks();
  const [first, second] = await Promise.all([ownGame(), ownGame()]);
  expect(api.createGame).toHaveBeenCalledOnce();
  expect(second).toBe(first);
  expect(names).toEqual(["naqala.boot", "naqala.boot"]);
});

test("without locks, or where they are refused, there is a game all the same", async () => {
  vi.stubGlobal("navigator", {});
  expect(await ownGame()).toEqual(gameView());
  const refused = new DOMException("storage is off", "SecurityError");
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(refused) } });
  expect(await ownGame()).toEqual(gameView());
});

test("a silent server is asked once", async () => {
  stubLocks();
  const error = new api.ApiError("network", "", {});
  const asked = vi.mocked(api.fetchCurrent).mockReset().mockRejectedValue(error);
  await expect(ownGame()).rejects.toBe(error);
  expect(asked).toHaveBeenCalledOnce();
});
