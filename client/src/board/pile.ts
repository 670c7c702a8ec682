import type { Hollow } from "./layout";

/**
 * Piles without physics: slot k of a hollow lies as low as it can on the bowl and on slots below
 * k, so a seed that lands never disturbs the pile and everybody draws the same board.
 */

/** Offset from the centre of the hollow in board units, turn in radians, height above the bowl. */
export interface Slot {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly turn_rad: number;
}

const TRIES = 220;
/** Of a hollow that does not say it, in board units. */
export const DEPTH = 0.6;
/** A seed's height by its breadth. */
export const FLATNESS = 0.74;
/** How much a slot prefers the middle of the hollow to its ends. */
const PULL = 0.05;
const PULL_IN_PIT = 0.06;
const PULL_IN_STORE = 0.012;

interface Pile {
  readonly seed_radius: number;
  readonly rng: () => number;
  readonly slots: Slot[];
}

const piles = new Map<string, Pile>();

/** Slot `k` of a hollow; `rng_seed` tells piles of the same form apart. Remembered once found. */
export function slotOf(hollow: Hollow, seed_radius: number, rng_seed: number, k: number): Slot {
  const key = `${rng_seed}/${seed_radius}/${hollow.r}/${hollow.half_x}/${hollow.half_y}/${hollow.depth}`;
  let pile = piles.get(key);
  if (pile === undefined) {
    pile = { seed_radius, rng: mulberry32(rng_seed * 7919 + 17), slots: [] };
    piles.set(key, pile);
  }
  while (pile.slots.length <= k) pile.slots.push(nextSlot(hollow, pile));
  return pile.slots[k] as Slot;
}

function nextSlot(hollow: Hollow, pile: Pile): Slot {
  const isStore = Math.max(hollow.half_x, hollow.half_y) > 1;
  const pull_along = isStore ? PULL_IN_STORE : PULL_IN_PIT;
  let best: Slot = { x: 0, y: 0, height: 0, turn_rad: 0 };
  let best_score = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const x = (pile.rng() * 2 - 1) * (hollow.r + hollow.half_x);
    const y = (pile.rng() * 2 - 1) * (hollow.r + hollow.half_y);
    const turn_rad = pile.rng() * Math.PI;
    const chance = pile.rng();
    const floor = floorAt(hollow, pile.seed_radius, x, y);
    if (floor === null) continue;
    const height = pile.slots.reduce(
      (top, slot) => Math.max(top, resting(slot, pile.seed_radius, x, y)),
      floor,
    );
    const along = pull_along * Math.hypot(x, y);
    const across = PULL * Math.hypot(beyond(x, hollow.half_x), beyond(y, hollow.half_y));
    const score = height + along + across + 0.02 * chance;
    if (score < best_score) {
      best_score = score;
      best = { x, y, height, turn_rad };
    }
  }
  return best;
}

/** Height of a seed's centre on the bare bowl, 0 at the bottom; null where it would not fit. */
function floorAt(hollow: Hollow, seed_radius: number, x: number, y: number): number | null {
  const from_axis = Math.hypot(beyond(x, hollow.half_x), beyond(y, hollow.half_y));
  const reach = hollow.r - seed_radius * 1.02;
  if (from_axis >= reach) return null;
  const depth = (hollow.depth ?? DEPTH) - seed_radius * FLATNESS;
  return depth * (1 - Math.sqrt(1 - (from_axis / reach) ** 2));
}

function resting(slot: Slot, seed_radius: number, x: number, y: number): number {
  const contact = seed_radius * 1.88;
  const overlap = ((x - slot.x) ** 2 + (y - slot.y) ** 2) / contact ** 2;
  const contact_height = seed_radius * 2 * FLATNESS * 0.95;
  return overlap < 1 ? slot.height + contact_height * Math.sqrt(1 - overlap) : 0;
}

function beyond(value: number, half: number): number {
  return Math.max(0, Math.abs(value) - half);
}

/** A small deterministic generator of numbers in [0, 1). */
export function mulberry32(rng_seed: number): () => number {
  let state = rng_seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
