import type { Flight, Spot, Timeline } from "../board/motion";
import { DEPTH, FLATNESS, slotOf } from "../board/pile";
import { type Layout, LIP } from "./layout";

/** Where every seed is at a moment of a timeline; pure. Lengths in board units, angles in radians. */

export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly turn_rad: number;
  /** 1 is the seed's own height; less while it is squashed by its landing. */
  readonly height: number;
  /** 1 is the seed's own size; 0 has left the board. */
  readonly size: number;
}

/** The flights of every seed that moves, in order of time. */
export type Routes = ReadonlyMap<number, readonly Flight[]>;

const SOWN_APEX = 0.9;
const GLIDE_APEX = 0.8;
const LIFT = 0.3;
const SQUASH = 0.08;
const SQUASH_MS = 60;

export function routesOf(timeline: Timeline): Routes {
  const routes = new Map<number, Flight[]>();
  for (const flight of timeline.flights) {
    const route = routes.get(flight.seed);
    if (route === undefined) routes.set(flight.seed, [flight]);
    else route.push(flight);
  }
  return routes;
}

/** Where a seed rests; off the board it has vanished above the far edge. */
export function restAt(layout: Layout, spot: Spot): Pose {
  const hollow = spot.place === null ? undefined : layout.hollows[spot.place];
  if (spot.place === null || hollow === undefined) {
    return { x: 0, y: 1.2, z: -layout.depth / 2 - 2, turn_rad: 0, height: 1, size: 0 };
  }
  const slot = slotOf(hollow, layout.seed_radius, spot.place, spot.slot);
  const bottom = -LIP - (hollow.depth ?? DEPTH) + layout.seed_radius * FLATNESS;
  return {
    x: hollow.x + slot.x,
    y: bottom + slot.height,
    z: hollow.y + slot.y,
    turn_rad: slot.turn_rad,
    height: 1,
    size: 1,
  };
}

/** Where a seed that flies `route` is `time_ms` after the start of its timeline. */
export function poseAt(layout: Layout, route: readonly Flight[], time_ms: number): Pose {
  let flight = route[0] as Flight;
  for (const next of route) if (next.start_ms <= time_ms) flight = next;
  const since_ms = time_ms - flight.start_ms;
  if (since_ms < 0) return waiting(layout, flight, time_ms);
  const share = flight.duration_ms > 0 ? Math.min(1, since_ms / flight.duration_ms) : 1;
  const goal = restAt(layout, flight.to);
  if (share < 1) return flying(layout, flight, goal, share);
  const rest = (since_ms - flight.duration_ms) / SQUASH_MS;
  if (flight.kind !== "sow" || rest >= 1) return goal;
  return { ...goal, height: 1 - SQUASH * Math.sin(Math.PI * rest) };
}

/** The pile that is about to be sown rises as one; whatever else waits stays where it is. */
function waiting(layout: Layout, flight: Flight, time_ms: number): Pose {
  const pose = restAt(layout, flight.from);
  if (flight.kind !== "sow") return pose;
  const share = Math.min(1, time_ms / Math.min(flight.start_ms, 120));
  return { ...pose, y: pose.y + LIFT * easeOut(share) };
}

function flying(layout: Layout, flight: Flight, goal: Pose, share: number): Pose {
  const rest = restAt(layout, flight.from);
  const from = flight.kind === "sow" ? { ...rest, y: rest.y + LIFT } : rest;
  const way = easeInOut(share);
  const mix = (a: number, b: number) => a + (b - a) * way;
  const length = Math.hypot(goal.x - from.x, goal.z - from.z);
  // A sown seed is thrown; what is taken rises steeply and glides.
  const arc = flight.kind === "sow" ? 4 * way * (1 - way) : 1 - (2 * way - 1) ** 4;
  const apex = (flight.kind === "sow" ? SOWN_APEX : GLIDE_APEX) + 0.05 * length;
  return {
    x: mix(from.x, goal.x),
    y: mix(from.y, goal.y) + apex * arc,
    z: mix(from.z, goal.z),
    turn_rad: mix(from.turn_rad, goal.turn_rad),
    height: 1,
    size: mix(from.size, goal.size),
  };
}

export function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}

export function easeInOut(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2;
}
