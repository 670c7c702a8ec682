import { describe, expect, test } from "vitest";
import { layoutOf, type Shape } from "../src/board/layout";
import { storeOf } from "../src/board/places";

const BOARDS = [1, 2, 3, 4, 5, 6].flatMap((pits) =>
  (["wide", "tall"] as const).map((shape): [Shape, number] => [shape, pits]),
);

describe.each(BOARDS)("a %s board of %i pits a side", (shape, pits) => {
  const layout = layoutOf(shape, pits, "south");

  test("has a place for everything inside its edges", () => {
    expect(layout.hollows).toHaveLength(2 * pits + 2);
    for (const hollow of layout.hollows) {
      expect(Math.abs(hollow.x) + hollow.half_x + hollow.r).toBeLessThan(layout.width / 2);
      expect(Math.abs(hollow.y) + hollow.half_y + hollow.r).toBeLessThan(layout.height / 2);
      expect(hollow.half_x).toBeGreaterThanOrEqual(0);
    }
    for (const disc of layout.discs) {
      expect(Math.abs(disc.x) + layout.disc_radius).toBeLessThan(layout.width / 2);
      expect(Math.abs(disc.y) + layout.disc_radius).toBeLessThan(layout.height / 2);
    }
  });

  test("looks the same to the other side, turned half round", () => {
    const turned = layoutOf(shape, pits, "north");
    for (let place = 0; place <= pits; place++) {
      const facing = (place + pits + 1) % (2 * pits + 2);
      expect(turned.hollows[facing]).toEqual(layout.hollows[place]);
    }
  });

  test("has one's own store at the right or below", () => {
    const store = layout.hollows[storeOf("south", pits)];
    expect(shape === "wide" ? store?.x : store?.y).toBeGreaterThan(0);
  });
});

test.each([
  ["tall", 320 - 8],
  ["wide", 640 - 32],
] as const)("a pit of the %s board is broad enough for a thumb", (shape, width_px) => {
  const layout = layoutOf(shape, 6, "south");
  expect((layout.cell_width / layout.width) * width_px).toBeGreaterThanOrEqual(44);
  expect((layout.cell_height / layout.width) * width_px).toBeGreaterThanOrEqual(52);
});
