import type { SowingView } from "../protocol";
import { countsOf, deal, isSame, rearrange, type Table } from "./table";

/**
 * The planner: what a move looks like, as a list of flights in time. Pure, so that every view of
 * the board (this panel, a 3D board) plays the same film. Times are milliseconds from the start.
 */

/** Where a seed lies: slot `slot` of the pile at `place`; `place` null is off the board. */
export interface Spot {
  readonly place: number | null;
  readonly slot: number;
}

export type FlightKind = "sow" | "capture" | "sweep" | "return";

export interface Flight {
  readonly seed: number;
  readonly kind: FlightKind;
  readonly from: Spot;
  readonly to: Spot;
  readonly start_ms: number;
  readonly duration_ms: number;
}

/** From `at_ms` on the place shows `count` seeds. */
export interface Change {
  readonly at_ms: number;
  readonly place: number;
  readonly count: number;
}

export interface Timeline {
  readonly flights: readonly Flight[];
  /** In order of time. */
  readonly changes: readonly Change[];
  /** When the last seed of the sowing has fallen. */
  readonly landed_ms: number;
  readonly duration_ms: number;
  /** The seeds when all is done. */
  readonly table: Table;
}

const LIFT_MS = 120;
const FLIGHT_MS = 260;
const STAGGER_MS = 110;
const SOWING_MS = 1100;
const CAPTURE_PAUSE_MS = 120;
const CAPTURE_MS = 320;
const CAPTURE_STAGGER_MS = 60;
const SWEEP_PAUSE_MS = 200;
const SWEEP_MS = 450;
const SWEEP_FLIGHT_MS = 270;
const RETURN_MS = 280;

interface Draft {
  readonly piles: number[][];
  readonly off: number[];
  readonly flights: Flight[];
  readonly changes: Change[];
}

/**
 * The film of a sowing on a table, `speed` times as fast as usual (greater than 0). When the table
 * does not hold what the sowing was made for, the seeds simply glide to where they belong.
 */
export function plan(table: Table, sowing: SowingView, speed: number): Timeline {
  const draft = draftOf(table);
  const hand = draft.piles[sowing.origin]?.splice(0) ?? [];
  if (hand.length !== sowing.visited.length) return settle(table, sowing.places, null, speed);
  draft.changes.push({ at_ms: 0, place: sowing.origin, count: 0 });
  const stagger_ms = Math.min(STAGGER_MS, SOWING_MS / Math.max(1, hand.length));
  for (const [index, place] of sowing.visited.entries()) {
    const slot = hand.length - 1 - index;
    const from = { place: sowing.origin, slot };
    fly(draft, hand[slot] as number, "sow", from, place, LIFT_MS + index * stagger_ms, FLIGHT_MS);
  }
  const landed_ms = LIFT_MS + (hand.length - 1) * stagger_ms + FLIGHT_MS;
  let end_ms = landed_ms;
  for (const [index, capture] of sowing.captures.entries()) {
    // The two piles of a Kalah capture go together; a chain of more goes one after the other.
    const delay_ms = sowing.captures.length > 2 ? index * CAPTURE_STAGGER_MS : 0;
    const start_ms = landed_ms + CAPTURE_PAUSE_MS + delay_ms;
    clear(draft, capture.pit, capture.store, "capture", start_ms, CAPTURE_MS);
    end_ms = Math.max(end_ms, start_ms + CAPTURE_MS);
  }
  const sweep_ms = end_ms + SWEEP_PAUSE_MS;
  for (const [index, transfer] of sowing.sweep.entries()) {
    // One pile after the other, so that one sees the stores count up.
    const delay_ms = ((SWEEP_MS - SWEEP_FLIGHT_MS) * index) / sowing.sweep.length;
    clear(draft, transfer.pit, transfer.store, "sweep", sweep_ms + delay_ms, SWEEP_FLIGHT_MS);
    end_ms = sweep_ms + SWEEP_MS;
  }
  if (!isSame(draft, sowing.places)) return settle(table, sowing.places, null, speed);
  return finish(draft, landed_ms, end_ms, speed);
}

/**
 * Every seed glides at once to where it belongs: for a move taken back or refused. `unscored`
 * null keeps what follows from the counts. With another number of seeds nothing flies.
 */
export function settle(
  table: Table,
  places: readonly number[],
  unscored: number | null,
  speed: number,
): Timeline {
  const total = table.piles.reduce((sum, pile) => sum + pile.length, table.off.length);
  const rest = total - places.reduce((sum, count) => sum + count, 0);
  const target = rearrange(table, places, unscored ?? Math.max(0, rest));
  const draft = draftOf(table);
  if (target === null) {
    return { ...finish(draft, 0, 0, speed), table: deal(places, unscored ?? 0) };
  }
  const before = spots(table);
  for (const [seed, to] of spots(target)) {
    const from = before.get(seed);
    if (from === undefined || from.place === to.place) continue;
    draft.flights.push({ seed, kind: "return", from, to, start_ms: 0, duration_ms: RETURN_MS });
  }
  const counts = countsOf(table);
  for (const [place, count] of places.entries()) {
    if (counts[place] !== count) draft.changes.push({ at_ms: 0, place, count });
  }
  const moved_ms = draft.flights.length > 0 ? RETURN_MS : 0;
  return { ...finish(draft, moved_ms, moved_ms, speed), table: target };
}

/** Where every seed of a table lies. */
export function spots(table: Table): Map<number, Spot> {
  const found = new Map<number, Spot>();
  for (const [place, pile] of table.piles.entries()) {
    for (const [slot, seed] of pile.entries()) found.set(seed, { place, slot });
  }
  for (const [slot, seed] of table.off.entries()) found.set(seed, { place: null, slot });
  return found;
}

function draftOf(table: Table): Draft {
  return {
    piles: table.piles.map((pile) => [...pile]),
    off: [...table.off],
    flights: [],
    changes: [],
  };
}

function fly(
  draft: Draft,
  seed: number,
  kind: FlightKind,
  from: Spot,
  place: number | null,
  start_ms: number,
  duration_ms: number,
): void {
  const pile = place === null ? draft.off : (draft.piles[place] as number[]);
  draft.flights.push({ seed, kind, from, to: { place, slot: pile.length }, start_ms, duration_ms });
  pile.push(seed);
  if (place !== null) {
    draft.changes.push({ at_ms: start_ms + duration_ms, place, count: pile.length });
  }
}

function clear(
  draft: Draft,
  pit: number,
  store: number | null,
  kind: FlightKind,
  start_ms: number,
  duration_ms: number,
): void {
  const pile = draft.piles[pit]?.splice(0) ?? [];
  draft.changes.push({ at_ms: start_ms, place: pit, count: 0 });
  for (const [slot, seed] of pile.entries()) {
    fly(draft, seed, kind, { place: pit, slot }, store, start_ms, duration_ms);
  }
}

function finish(draft: Draft, landed_ms: number, duration_ms: number, speed: number): Timeline {
  return {
    flights: draft.flights.map((flight) => ({
      ...flight,
      start_ms: flight.start_ms / speed,
      duration_ms: flight.duration_ms / speed,
    })),
    changes: draft.changes
      .map((change) => ({ ...change, at_ms: change.at_ms / speed }))
      .sort((first, second) => first.at_ms - second.at_ms),
    landed_ms: landed_ms / speed,
    duration_ms: duration_ms / speed,
    table: { piles: draft.piles, off: draft.off },
  };
}
