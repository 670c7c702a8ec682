import { computed, signal } from "@preact/signals";
import { speed } from "../appearance";
import type { Person } from "../game";
import type { SowingView } from "../protocol";
import { beatsOf, inShort, tell } from "./moments";
import { plan, settle, type Timeline } from "./motion";
import type { Side } from "./places";
import { countsOf, deal, type Table } from "./table";

/**
 * What the board shows just now. It runs behind the game while seeds travel: steps wait in a
 * queue, and whoever is in a hurry snaps them all to their end.
 */

/** The last move's marks, by place. */
export interface Marks {
  readonly origin: number | null;
  readonly end: number | null;
  readonly captured: readonly number[];
  readonly hasExtraTurn: boolean;
}

export interface Scene {
  /** The seeds when the running timeline has ended. */
  readonly table: Table;
  /** The counts at this moment of the timeline. */
  readonly counts: readonly number[];
  readonly marks: Marks;
  readonly front: Side;
  readonly timeline: Timeline | null;
}

export type Step = {
  readonly done?: () => void;
  /** How many plies the game has when this step has been seen, if it shows one. */
  readonly plies?: number;
} & (
  | { readonly kind: "sow"; readonly sowing: SowingView; readonly actor: Person }
  | { readonly kind: "turn"; readonly front: Side }
  | {
      readonly kind: "settle";
      readonly places: readonly number[];
      readonly unscored: number;
      readonly last: SowingView | null;
      readonly front: Side;
    }
  | { readonly kind: "cue" }
);

const NO_MARKS: Marks = { origin: null, end: null, captured: [], hasExtraTurn: false };
/** Before the moves of somebody else, so that one sees where they begin. */
const PAUSE_MS = 320;
const TURN_MS = 700;

export const scene = signal<Scene | null>(null);
const queue = signal<readonly Step[]>([]);
const running = signal<Step | null>(null);
const timers = new Set<ReturnType<typeof setTimeout>>();

/** What is still to be seen to its end, in order. */
const unseen = computed<readonly Step[]>(() =>
  running.value === null ? queue.value : [running.value, ...queue.value],
);

/** Who sows on the board, now and in what is still to be seen. */
export const actors = computed<readonly Person[]>(() =>
  unseen.value.flatMap((step) => (step.kind === "sow" ? [step.actor] : [])),
);

/** How many plies have been seen to their end; null is all of them. */
export const seenPlies = computed<number | null>(() => {
  const next = unseen.value.find((step) => step.plies !== undefined)?.plies;
  return next === undefined ? null : next - 1;
});

export const isMoving = computed(() => running.value !== null || queue.value.length > 0);

/** Shows a position at once, dropping whatever was still to be shown. */
export function present(
  places: readonly number[],
  unscored: number,
  last: SowingView | null,
  front: Side,
): void {
  stop();
  queue.value = [];
  running.value = null;
  const table = deal(places, unscored);
  scene.value = { table, counts: places, marks: marksOf(last), front, timeline: null };
}

export function enqueue(step: Step): void {
  queue.value = [...queue.value, step];
  if (running.value === null) next();
}

/** Ends every step that runs or waits, in order. */
export function snap(): void {
  stop();
  while (running.value !== null || queue.value.length > 0) {
    const step = running.value ?? takeNext();
    if (step !== null) finish(step);
  }
}

/** The counts that the board will show when all is done. */
export function finalCounts(): readonly number[] | null {
  for (const step of [...unseen.value].reverse()) {
    if (step.kind === "sow") return step.sowing.places;
    if (step.kind === "settle") return step.places;
  }
  return scene.value?.counts ?? null;
}

function takeNext(): Step | null {
  const [step = null, ...rest] = queue.value;
  queue.value = rest;
  return step;
}

function next(): void {
  const step = takeNext();
  if (step === null) return;
  running.value = step;
  const pace = globalThis.document?.hidden === true ? 0 : speed.peek();
  if (pace === 0 || step.kind === "cue" || scene.value === null) {
    finish(step);
    if (step.kind === "sow") inShort(step.sowing).forEach(tell);
    next();
    return;
  }
  if (step.kind === "sow") {
    later(step.actor === "cpu" || step.actor === "rival" ? PAUSE_MS / pace : 0, () =>
      run(step, pace),
    );
  } else if (step.kind === "turn") {
    scene.value = { ...scene.value, front: step.front, timeline: null };
    later(TURN_MS / pace, () => end(step));
  } else {
    run(step, pace);
  }
}

function run(step: Step & { kind: "sow" | "settle" }, pace: number): void {
  const now = scene.value;
  if (now === null) return;
  const timeline =
    step.kind === "sow"
      ? plan(now.table, step.sowing, pace)
      : settle(now.table, step.places, step.unscored, pace);
  const marks = step.kind === "sow" ? { ...NO_MARKS, origin: step.sowing.origin } : NO_MARKS;
  const front = step.kind === "settle" ? step.front : now.front;
  scene.value = { table: timeline.table, counts: now.counts, marks, front, timeline };
  for (const at_ms of new Set(timeline.changes.map((change) => change.at_ms))) {
    later(at_ms, () => count(timeline, at_ms));
  }
  if (step.kind === "sow") {
    later(timeline.landed_ms, () => mark(marksOf(step.sowing)));
    for (const { at_ms, moment } of beatsOf(timeline, step.sowing)) {
      later(at_ms, () => tell(moment));
    }
  }
  later(timeline.duration_ms, () => end(step));
}

function count(timeline: Timeline, at_ms: number): void {
  if (scene.value === null) return;
  const counts = [...scene.value.counts];
  for (const change of timeline.changes) {
    if (change.at_ms === at_ms) counts[change.place] = change.count;
  }
  scene.value = { ...scene.value, counts };
}

function mark(marks: Marks): void {
  if (scene.value !== null) scene.value = { ...scene.value, marks };
}

function end(step: Step): void {
  stop();
  finish(step);
  next();
}

/** Puts the board where a step leads, whether or not its film has run. */
function finish(step: Step): void {
  const now = scene.value;
  if (now !== null && step.kind === "turn") {
    scene.value = { ...now, front: step.front, timeline: null };
  } else if (now !== null && step.kind === "sow") {
    const table = now.timeline?.table ?? plan(now.table, step.sowing, 1).table;
    const marks = marksOf(step.sowing);
    scene.value = { ...now, table, counts: countsOf(table), marks, timeline: null };
  } else if (now !== null && step.kind === "settle") {
    const table = now.timeline?.table ?? settle(now.table, step.places, step.unscored, 1).table;
    const { last, front } = step;
    scene.value = { table, counts: countsOf(table), marks: marksOf(last), front, timeline: null };
  }
  running.value = null;
  step.done?.();
}

function marksOf(sowing: SowingView | null): Marks {
  if (sowing === null) return NO_MARKS;
  return {
    origin: sowing.origin,
    end: sowing.visited.at(-1) ?? null,
    captured: sowing.captures.map((capture) => capture.pit),
    hasExtraTurn: sowing.extra_turn,
  };
}

function later(delay_ms: number, act: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer);
    act();
  }, delay_ms);
  timers.add(timer);
}

function stop(): void {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
}
