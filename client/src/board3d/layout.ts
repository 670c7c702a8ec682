import type { Hollow, Point } from "../board/layout";
import { belongsTo, rowOf, type Side, storeOf } from "../board/places";

/**
 * Geometry of the carved board in board units: x to the right, y up from its upper face, z towards
 * the player in front, origin in the middle. A hollow's or point's `y` is its z here. `wide` is
 * the usual board; `deep`, for narrow screens, has longer pits and larger numerals.
 */

export type Shape = "wide" | "deep";

export interface Layout {
  readonly shape: Shape;
  readonly pits: number;
  readonly width: number;
  readonly depth: number;
  /** By place. */
  readonly hollows: readonly Hollow[];
  /** Centres of the discs with the counts, by place. */
  readonly discs: readonly Point[];
  readonly disc_radius: number;
  /** Centres of the smaller discs with what a move would add, by place, beside those. */
  readonly gain_discs: readonly Point[];
  readonly gain_radius: number;
  readonly seed_radius: number;
  /** The place of every pit of a row, from left to right, and of the stores. */
  readonly front_row: readonly number[];
  readonly back_row: readonly number[];
  readonly front_store: number;
  readonly back_store: number;
}

export const PITCH = 2.24;
export const THICKNESS = 1.15;
export const CORNER = 1.5;
/** Radius of the rounded edge of a hollow, and of the board's own. */
export const LIP = 0.1;
export const BEVEL = 0.2;
const PIT_RADIUS = 0.9;
const STORE_RADIUS = 0.96;
const STORE_DEPTH = 0.68;
const EDGE = 0.46;
const GAIN_SHARE = 0.78;

interface Measures {
  readonly seed_radius: number;
  readonly pit_half: number;
  readonly row: number;
  readonly disc: number;
  readonly disc_radius: number;
  readonly store_half: number;
  readonly depth: number;
}

const MEASURES: Readonly<Record<Shape, Measures>> = {
  wide: {
    seed_radius: 0.275,
    pit_half: 0,
    row: 1.34,
    disc: 2.83,
    disc_radius: 0.35,
    store_half: 1.22,
    depth: 6.9,
  },
  deep: {
    seed_radius: 0.3,
    pit_half: 0.5,
    row: 1.75,
    disc: 3.94,
    disc_radius: 0.5,
    store_half: 1.7,
    depth: 9.5,
  },
};

export function layoutOf(shape: Shape, pits: number, front: Side): Layout {
  const { seed_radius, pit_half, row, disc, disc_radius, store_half, depth } = MEASURES[shape];
  const store_x = (pits * PITCH) / 2 + LIP + STORE_RADIUS + 0.06;
  const back: Side = front === "south" ? "north" : "south";
  const rows = { front: rowOf(front, front, pits), back: rowOf(back, front, pits) };
  const hollows: Hollow[] = [];
  const discs: Point[] = [];
  for (let place = 0; place < 2 * pits + 2; place++) {
    const side: Side = belongsTo(place, "south", pits) ? "south" : "north";
    const sign = side === front ? 1 : -1;
    if (place === storeOf(side, pits)) {
      const x = sign * store_x;
      const half_y = store_half;
      hollows.push({ x, y: 0, r: STORE_RADIUS, half_x: 0, half_y, depth: STORE_DEPTH });
      discs.push({ x: sign * (store_x - 0.02), y: disc });
      continue;
    }
    const column = rows[sign === 1 ? "front" : "back"].indexOf(place);
    const x = (column - (pits - 1) / 2) * PITCH;
    hollows.push({ x, y: sign * row, r: PIT_RADIUS, half_x: 0, half_y: pit_half });
    discs.push({ x, y: sign * disc });
  }
  return {
    shape,
    pits,
    width: 2 * (store_x + STORE_RADIUS + LIP + EDGE),
    depth,
    hollows,
    discs,
    disc_radius,
    gain_discs: discs.map(({ x, y }, place) => {
      const step = 1.86 * disc_radius;
      if (place !== storeOf(front, pits)) return { x: x + step, y };
      // At the right end it would leave the board; the larger discs leave no room at the left.
      return shape === "deep" ? { x, y: y - step } : { x: x - step, y };
    }),
    gain_radius: GAIN_SHARE * disc_radius,
    seed_radius,
    front_row: rows.front,
    back_row: rows.back,
    front_store: storeOf(front, pits),
    back_store: storeOf(back, pits),
  };
}

/**
 * The place whose part of the board holds a point of its upper face; null beside the board. A
 * pit's part reaches from the middle of the board to its edge, a store's over the whole end.
 */
export function placeAt(layout: Layout, x: number, z: number): number | null {
  if (Math.abs(x) > layout.width / 2 || Math.abs(z) > layout.depth / 2) return null;
  const column = Math.floor(x / PITCH + layout.pits / 2);
  if (column < 0) return layout.back_store;
  if (column >= layout.pits) return layout.front_store;
  return (z >= 0 ? layout.front_row : layout.back_row)[column] ?? null;
}
