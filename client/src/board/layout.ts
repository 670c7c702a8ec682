import { belongsTo, rowOf, type Side, storeOf } from "./places";

/**
 * Geometry of the drawn board in board units (a pit is about two wide); x to the right, y down,
 * origin in the middle. `wide` has a store at either end; `tall`, for phones held upright, has
 * them above and below the rows, so that the pits are as broad as a thumb.
 */

export type Shape = "wide" | "tall";

/** A circle of radius `r` stretched by `half_x` and `half_y` to either side of its centre. */
export interface Hollow {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly half_x: number;
  readonly half_y: number;
  /** How deep it is carved, where that is not the usual (pile.ts). */
  readonly depth?: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly shape: Shape;
  readonly width: number;
  readonly height: number;
  /** By place. */
  readonly hollows: readonly Hollow[];
  /** Centres of the discs with the counts, by place. */
  readonly discs: readonly Point[];
  readonly disc_radius: number;
  readonly seed_radius: number;
  /** Height of the counts' numerals. */
  readonly numeral: number;
  /** Breadth of a pit's share of its row, and how far it reaches from the middle of the board. */
  readonly cell_width: number;
  readonly cell_height: number;
}

const PITCH = 2.16;
const PIT_RADIUS = 0.96;
const STORE_RADIUS = 1;
const RIM = 0.5;

export function layoutOf(shape: Shape, pits: number, front: Side): Layout {
  return shape === "wide" ? wide(pits, front) : tall(pits, front);
}

function wide(pits: number, front: Side): Layout {
  const half_y = 0.42;
  const row_y = 0.26 + PIT_RADIUS + half_y;
  const disc_y = row_y + PIT_RADIUS + half_y + 0.2 + 0.38;
  const height = 2 * (disc_y + 0.38 + 0.34);
  const store_x = (pits * PITCH) / 2 + 1.12;
  const pit = { r: PIT_RADIUS, half_x: 0, half_y };
  const store = { r: STORE_RADIUS, half_x: 0, half_y: 1.72 };
  return build(pits, front, {
    shape: "wide",
    width: 2 * (store_x + STORE_RADIUS + RIM),
    height,
    disc_radius: 0.38,
    seed_radius: 0.32,
    numeral: 0.5,
    cell_width: PITCH,
    cell_height: height / 2,
    pit: (x, sign) => ({ hollow: { x, y: sign * row_y, ...pit }, disc: { x, y: sign * disc_y } }),
    store: (sign) => ({
      hollow: { x: sign * store_x, y: -0.32 * sign, ...store },
      disc: { x: sign * store_x, y: sign * disc_y },
    }),
  });
}

function tall(pits: number, front: Side): Layout {
  const rows = Math.max(pits, 3) * PITCH;
  const width = rows + 0.5;
  const half_y = 0.72;
  const disc_radius = 0.48;
  const row_y = 0.2 + PIT_RADIUS + half_y;
  const disc_y = row_y + PIT_RADIUS + half_y + 0.17 + disc_radius;
  const store_y = disc_y + disc_radius + 0.2 + STORE_RADIUS;
  const half_x = (rows - 2 * STORE_RADIUS - 1.5) / 2;
  const store_x = -0.62;
  return build(pits, front, {
    shape: "tall",
    width,
    height: 2 * (store_y + STORE_RADIUS + 0.4),
    disc_radius,
    seed_radius: 0.36,
    numeral: 0.62,
    cell_width: PITCH,
    cell_height: disc_y + disc_radius + 0.1,
    pit: (x, sign) => ({
      hollow: { x, y: sign * row_y, r: PIT_RADIUS, half_x: 0, half_y },
      disc: { x, y: sign * disc_y },
    }),
    store: (sign) => ({
      hollow: { x: sign * store_x, y: sign * store_y, r: STORE_RADIUS, half_x, half_y: 0 },
      disc: { x: sign * (store_x + half_x + STORE_RADIUS + 0.78), y: sign * store_y },
    }),
  });
}

interface Parts {
  readonly shape: Shape;
  readonly width: number;
  readonly height: number;
  readonly disc_radius: number;
  readonly seed_radius: number;
  readonly numeral: number;
  readonly cell_width: number;
  readonly cell_height: number;
  /** `sign` is 1 for the row in front (below), -1 for the one behind. */
  pit(x: number, sign: 1 | -1): { hollow: Hollow; disc: Point };
  store(sign: 1 | -1): { hollow: Hollow; disc: Point };
}

function build(pits: number, front: Side, parts: Parts): Layout {
  const { pit, store, ...frame } = parts;
  const places = Array.from({ length: 2 * pits + 2 }, (_, place) => {
    const side: Side = belongsTo(place, "south", pits) ? "south" : "north";
    const sign = side === front ? 1 : -1;
    if (place === storeOf(side, pits)) return store(sign);
    const column = rowOf(side, front, pits).indexOf(place);
    return pit((column - (pits - 1) / 2) * PITCH, sign);
  });
  return {
    ...frame,
    hollows: places.map((place) => place.hollow),
    discs: places.map((place) => place.disc),
  };
}
