import type { Layout, Point } from "./layout";
import type { Flight, Spot, Timeline } from "./motion";
import { slotOf } from "./pile";

/** Plays a timeline on the seeds' elements with the browser's own animations. */

const APEX_SCALE = 1.42;
const GLIDE_SCALE = 1.14;
const LIFT_SCALE = 1.1;
const FLYING_Z = "400";

/** Where a seed's centre lies, in board units from the middle; off the board it fades out above. */
export function centreOf(layout: Layout, spot: Spot): Point {
  const hollow = spot.place === null ? undefined : layout.hollows[spot.place];
  if (spot.place === null || hollow === undefined) {
    return { x: 0, y: -layout.height / 2 - 1 };
  }
  const slot = slotOf(hollow, layout.seed_radius, spot.place, spot.slot);
  return { x: hollow.x + slot.x, y: hollow.y + slot.y };
}

/** The CSS transform of a seed at a spot; lengths follow the width of the board. */
export function transformAt(layout: Layout, spot: Spot, scale = 1): string {
  const { x, y } = centreOf(layout, spot);
  const left = x + layout.width / 2 - layout.seed_radius;
  const top = y + layout.height / 2 - layout.seed_radius;
  return place(layout, left, top, scale);
}

/** Starts the films of all flying seeds; the result ends them. */
export function animateSeeds(
  elements: ReadonlyMap<number, HTMLElement>,
  layout: Layout,
  timeline: Timeline,
): () => void {
  const routes = new Map<number, Flight[]>();
  for (const flight of timeline.flights) {
    routes.set(flight.seed, [...(routes.get(flight.seed) ?? []), flight]);
  }
  const animations: Animation[] = [];
  for (const [seed, route] of routes) {
    const element = elements.get(seed);
    if (element === undefined) continue;
    const frames = keyframes(layout, route, timeline.duration_ms);
    animations.push(element.animate(frames, { duration: timeline.duration_ms }));
  }
  return () => {
    for (const animation of animations) animation.cancel();
  };
}

/** One seed's way through the whole timeline. */
function keyframes(layout: Layout, route: readonly Flight[], duration_ms: number): Keyframe[] {
  const frames: Keyframe[] = [];
  const at = (time_ms: number, frame: Keyframe) =>
    frames.push({ ...frame, offset: Math.min(1, Math.max(0, time_ms / duration_ms)) });
  for (const [index, flight] of route.entries()) {
    const { from, to, kind, start_ms, duration_ms: flight_ms } = flight;
    const isLifted = kind === "sow" && index === 0;
    const apex = kind === "sow" ? APEX_SCALE : GLIDE_SCALE;
    const z = { zIndex: FLYING_Z };
    if (index === 0) at(0, { transform: transformAt(layout, from) });
    if (isLifted) at(Math.min(start_ms, 120), { transform: transformAt(layout, from, LIFT_SCALE) });
    const rest = transformAt(layout, from, isLifted ? LIFT_SCALE : 1);
    at(start_ms, { transform: rest, easing: "cubic-bezier(.45,.05,.7,.7)", ...z });
    const middle = midway(layout, from, to, apex);
    at(start_ms + flight_ms / 2, { transform: middle, easing: "cubic-bezier(.3,.3,.5,1)", ...z });
    at(start_ms + flight_ms, { transform: transformAt(layout, to) });
  }
  const last = route.at(-1);
  if (last !== undefined) at(duration_ms, { transform: transformAt(layout, last.to) });
  return frames;
}

function midway(layout: Layout, from: Spot, to: Spot, scale: number): string {
  const [start, end] = [centreOf(layout, from), centreOf(layout, to)];
  const x = (start.x + end.x) / 2 + layout.width / 2 - layout.seed_radius;
  const y = (start.y + end.y) / 2 + layout.height / 2 - layout.seed_radius;
  const rise = (scale - 1) * 0.9;
  return place(layout, x, y - rise, scale);
}

function place(layout: Layout, left: number, top: number, scale: number): string {
  const share = 100 / layout.width;
  const [x, y] = [(left * share).toFixed(3), (top * share).toFixed(3)];
  return `translate(${x}cqw, ${y}cqw) scale(${scale})`;
}
