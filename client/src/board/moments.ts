import type { SowingView } from "../protocol";
import type { Timeline } from "./motion";

/**
 * What happens on the board and when, for whatever answers to it in its own way: sound, vibration.
 * The stage tells the moments as its film runs, whichever board draws it; a film that is snapped
 * to its end falls silent, and a move that is shown at once is told in short.
 */

export type Moment =
  /** A seed has fallen into a place; `height` is how many lie there now, itself included. */
  | { readonly kind: "landed"; readonly place: number; readonly height: number }
  /** A capture lifts off: so many seeds from all its pits together. */
  | { readonly kind: "captured"; readonly seeds: number }
  | { readonly kind: "extra-turn"; readonly place: number }
  /** The end of the game lifts the seeds of one more pit. */
  | { readonly kind: "swept"; readonly place: number; readonly seeds: number };

export interface Beat {
  readonly at_ms: number;
  readonly moment: Moment;
}

const listeners = new Set<(moment: Moment) => void>();

/** Calls `listener` at every moment from now on; the result ends that. */
export function onMoment(listener: (moment: Moment) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function tell(moment: Moment): void {
  for (const listener of listeners) listener(moment);
}

/** The moments of a sowing's film, in order of time. */
export function beatsOf(timeline: Timeline, sowing: SowingView): readonly Beat[] {
  const beats: Beat[] = [];
  let captured_ms: number | null = null;
  const swept = new Map<number, { at_ms: number; seeds: number }>();
  for (const { kind, from, to, start_ms, duration_ms } of timeline.flights) {
    if (kind === "sow" && to.place !== null) {
      const moment: Moment = { kind: "landed", place: to.place, height: to.slot + 1 };
      beats.push({ at_ms: start_ms + duration_ms, moment });
    } else if (kind === "capture") {
      captured_ms ??= start_ms;
    } else if (kind === "sweep" && from.place !== null) {
      const before = swept.get(from.place);
      swept.set(from.place, { at_ms: start_ms, seeds: (before?.seeds ?? 0) + 1 });
    }
  }
  if (captured_ms !== null) {
    beats.push({ at_ms: captured_ms, moment: { kind: "captured", seeds: capturedSeeds(sowing) } });
  }
  for (const [place, { at_ms, seeds }] of swept) {
    beats.push({ at_ms, moment: { kind: "swept", place, seeds } });
  }
  const end = sowing.visited.at(-1);
  if (sowing.extra_turn && end !== undefined) {
    beats.push({ at_ms: timeline.landed_ms, moment: { kind: "extra-turn", place: end } });
  }
  return beats.sort((first, second) => first.at_ms - second.at_ms);
}

/** The moments of a sowing that is shown at once: its last seed and what came of it. */
export function inShort(sowing: SowingView): readonly Moment[] {
  const moments: Moment[] = [];
  const end = sowing.visited.at(-1);
  if (end !== undefined) {
    moments.push({ kind: "landed", place: end, height: Math.max(1, sowing.places[end] ?? 1) });
  }
  const seeds = capturedSeeds(sowing);
  if (seeds > 0) moments.push({ kind: "captured", seeds });
  for (const { pit, seeds: rest } of sowing.sweep) {
    moments.push({ kind: "swept", place: pit, seeds: rest });
  }
  if (sowing.extra_turn && end !== undefined) moments.push({ kind: "extra-turn", place: end });
  return moments;
}

function capturedSeeds(sowing: SowingView): number {
  return sowing.captures.reduce((sum, capture) => sum + capture.seeds, 0);
}
