import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { actors, enqueue, finalCounts, isMoving, present, scene, snap } from "../src/board/stage";
import { settings } from "../src/settings";
import { CAPTURE, EXTRA_TURN, OPENING } from "./sowings";

beforeEach(() => {
  vi.useFakeTimers();
  settings.value = { ...settings.value, speed: 1 };
  present(OPENING, 0, null, "south");
});

afterEach(() => {
  vi.useRealTimers();
});

const SOW = { kind: "sow", sowing: EXTRA_TURN, actor: "you" } as const;

describe("a step", () => {
  test("plays to its end, then says so", () => {
    const done = vi.fn();
    enqueue({ ...SOW, done });
    vi.advanceTimersByTime(10);
    expect(isMoving.value).toBe(true);
    expect(actors.value).toEqual(["you"]);
    expect(scene.value?.marks).toMatchObject({ origin: 2, end: null });
    vi.advanceTimersByTime(2000);
    expect(isMoving.value).toBe(false);
    expect(scene.value?.counts).toEqual(EXTRA_TURN.places);
    expect(scene.value?.marks).toMatchObject({ origin: 2, end: 6, hasExtraTurn: true });
    expect(done).toHaveBeenCalledOnce();
  });

  test("counts seeds as they land", () => {
    enqueue(SOW);
    vi.advanceTimersByTime(400);
    const counts = scene.value?.counts ?? [];
    expect(counts[2]).toBe(0);
    expect(counts[3]).toBe(5);
    expect(counts[6]).toBe(0);
  });

  test("is over at once at speed 0", () => {
    settings.value = { ...settings.value, speed: 0 };
    const done = vi.fn();
    enqueue({ ...SOW, done });
    expect(done).toHaveBeenCalledOnce();
    expect(scene.value?.counts).toEqual(EXTRA_TURN.places);
  });
});

describe("the queue", () => {
  test("plays one step after the other", () => {
    const order: string[] = [];
    enqueue({ ...SOW, done: () => order.push("first") });
    enqueue({ kind: "cue", done: () => order.push("second") });
    expect(order).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(order).toEqual(["first", "second"]);
  });

  test("snaps to its end in order", () => {
    const order: string[] = [];
    enqueue({ ...SOW, done: () => order.push("first") });
    vi.advanceTimersByTime(100);
    const back = {
      kind: "settle",
      places: OPENING,
      unscored: 0,
      last: null,
      front: "south",
    } as const;
    enqueue({ ...back, done: () => order.push("second") });
    expect(finalCounts()).toEqual(OPENING);
    snap();
    expect(order).toEqual(["first", "second"]);
    expect(scene.value?.counts).toEqual(OPENING);
    expect(isMoving.value).toBe(false);
  });

  test("is dropped when another game is shown", () => {
    const done = vi.fn();
    enqueue({ ...SOW, done });
    present(CAPTURE.places, 0, CAPTURE, "north");
    vi.advanceTimersByTime(5000);
    expect(done).not.toHaveBeenCalled();
    expect(scene.value?.counts).toEqual(CAPTURE.places);
    expect(scene.value?.marks.captured).toEqual([1, 11]);
  });
});
