import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tell } from "../src/board/moments";
import { settings } from "../src/settings";
import { endings } from "../src/showing";
import { listen } from "../src/sound/ear";
import { game } from "../src/store";
import { gameView } from "./sowings";

/** A context that plays nothing and notes every oscillator that is started. */
class SilentContext {
  currentTime = 1;
  state = "running";
  destination = {};
  createOscillator() {
    const frequency = { value: 0 };
    return {
      type: "sine",
      frequency,
      connect: (next: unknown) => next,
      start: (at_s: number) => started.push({ hz: frequency.value, at_s }),
      stop: () => undefined,
    };
  }
  createGain() {
    const gain = {
      value: 0,
      setValueAtTime: () => undefined,
      linearRampToValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    };
    gains.push(gain);
    return { gain, connect: (next: unknown) => next };
  }
  createDynamicsCompressor() {
    return { connect: (next: unknown) => next };
  }
  resume = vi.fn();
}

let started: { hz: number; at_s: number }[] = [];
const gains: { value: number }[] = [];
const vibrate = vi.fn();

vi.stubGlobal("AudioContext", SilentContext);
vi.stubGlobal("addEventListener", vi.fn());
vi.stubGlobal("navigator", { vibrate });
listen();

beforeEach(() => {
  started = [];
  settings.value = { ...settings.value, sound: true, vibration: false, volume: 10 };
});

afterEach(() => {
  vibrate.mockReset();
});

test("a higher pile sounds higher", () => {
  for (const height of [1, 5, 9]) tell({ kind: "landed", place: 2, height });
  const knocks = started.filter((_, index) => index % 2 === 0).map((tone) => tone.hz);
  expect(knocks).toHaveLength(3);
  expect([...knocks].sort((a, b) => a - b)).toEqual(knocks);
  expect(new Set(knocks).size).toBe(3);
});

test("nothing sounds or buzzes unless it is asked for", () => {
  settings.value = { ...settings.value, sound: false };
  tell({ kind: "landed", place: 2, height: 1 });
  tell({ kind: "captured", seeds: 5 });
  expect(started).toEqual([]);
  expect(vibrate).not.toHaveBeenCalled();
});

test("the volume is heard, and muting ends what still sounds", () => {
  const [master] = gains;
  settings.value = { ...settings.value, volume: 2 };
  expect(master?.value).toBeCloseTo(0.04);
  settings.value = { ...settings.value, sound: false };
  expect(master?.value).toBe(0);
});

test("the device buzzes without sound, too", () => {
  settings.value = { ...settings.value, sound: false, vibration: true };
  tell({ kind: "extra-turn", place: 6 });
  expect(vibrate).toHaveBeenCalledOnce();
  expect(started).toEqual([]);
});

test.each([
  ["south", "up"],
  ["north", "down"],
  [null, "level"],
] as const)("a game that %s wins goes %s for South's player", (winner, way) => {
  const usual = gameView({});
  const outcome = {
    winner,
    winner_seat: winner === null ? null : winner === "south" ? (0 as const) : (1 as const),
    reason: "pits_empty",
    margin: 0,
    stores: [24, 24],
    unscored: 0,
  } as const;
  game.value = { ...usual, board: { ...usual.board, outcome } };
  endings.value += 1;
  const [first, last] = [started[0]?.hz ?? 0, started.at(-1)?.hz ?? 0];
  expect(Math.sign(last - first)).toBe({ up: 1, down: -1, level: 0 }[way]);
});
