import { describe, expect, test } from "vitest";
import { storeOf } from "../../src/board/places";
import { LIP, layoutOf, placeAt } from "../../src/board3d/layout";

const BOARDS = [1, 2, 3, 4, 5, 6].flatMap((pits) =>
  (["wide", "deep"] as const).flatMap((shape) =>
    (["south", "north"] as const).map((front) => ({ shape, pits, front })),
  ),
);

describe.each(BOARDS)("a $shape board of $pits pits seen from $front", ({ shape, pits, front }) => {
  const layout = layoutOf(shape, pits, front);
  const places = Array.from({ length: 2 * pits + 2 }, (_, place) => place);

  test("answers a tap on the middle of a place, and on its numeral, with that place", () => {
    for (const place of places) {
      const { x, y } = layout.hollows[place] ?? { x: 99, y: 99 };
      expect(placeAt(layout, x, y)).toBe(place);
      const disc = layout.discs[place] ?? { x: 99, y: 99 };
      expect(placeAt(layout, disc.x, disc.y)).toBe(place);
    }
  });

  test("has room for every count and every gain at once", () => {
    const round = [
      ...layout.discs.map((at) => ({ ...at, r: layout.disc_radius })),
      ...layout.gain_discs.map((at) => ({ ...at, r: layout.gain_radius })),
    ];
    for (const [i, a] of round.entries()) {
      for (const b of round.slice(i + 1)) {
        const apart = Math.hypot(a.x - b.x, a.y - b.y) / (a.r + b.r);
        expect(apart).toBeGreaterThan(1);
      }
      expect(Math.abs(a.x) + a.r).toBeLessThan(layout.width / 2);
      expect(Math.abs(a.y) + a.r).toBeLessThan(layout.depth / 2);
    }
  });

  test("has nothing beside it", () => {
    expect(placeAt(layout, layout.width / 2 + 0.01, 0)).toBeNull();
    expect(placeAt(layout, 0, -layout.depth / 2 - 0.01)).toBeNull();
  });

  test("has the front side below, its store to the right, and is sown to the right there", () => {
    expect(layout.front_store).toBe(storeOf(front, pits));
    expect(layout.hollows[layout.front_store]?.x).toBeGreaterThan(0);
    const row = layout.front_row.map((place) => layout.hollows[place]);
    expect(row.every((hollow) => (hollow?.y ?? 0) > 0)).toBe(true);
    const columns = row.map((hollow) => hollow?.x ?? 0);
    expect(columns).toEqual([...columns].sort((a, b) => a - b));
  });

  test("leaves wood between any two hollows and round them", () => {
    for (const [first, hollow] of layout.hollows.entries()) {
      const reach_x = hollow.r + LIP + hollow.half_x;
      const reach_y = hollow.r + LIP + hollow.half_y;
      expect(Math.abs(hollow.x) + reach_x).toBeLessThan(layout.width / 2);
      expect(Math.abs(hollow.y) + reach_y).toBeLessThan(layout.depth / 2);
      for (const other of layout.hollows.slice(first + 1)) {
        const gap_x = Math.abs(hollow.x - other.x) - reach_x - other.r - LIP - other.half_x;
        const gap_y = Math.abs(hollow.y - other.y) - reach_y - other.r - LIP - other.half_y;
        expect(Math.max(gap_x, gap_y)).toBeGreaterThan(0.02);
      }
    }
  });
});
