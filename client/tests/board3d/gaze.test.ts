import { describe, expect, test } from "vitest";
import {
  axesOf,
  type Frame,
  type Gaze,
  limited,
  perspective,
  standpoint,
  TOP,
  type Vector,
} from "../../src/board3d/gaze";
import { layoutOf, placeAt } from "../../src/board3d/layout";

const [HALF_WIDTH, HALF_HEIGHT] = [0.5, 0.23];
const FRAME: Frame = { side: HALF_WIDTH, above: HALF_HEIGHT, below: HALF_HEIGHT };
const BOX: Vector[] = [-9, 9].flatMap((x) =>
  [-3.4, 3.4].flatMap((z): Vector[] => [
    [x, 0, z],
    [x, -1.15, z],
  ]),
);
const GAZES: Gaze[] = [
  TOP,
  perspective(false),
  perspective(true),
  { azimuth_rad: 1, polar_rad: 1, zoom: 1 },
  { azimuth_rad: -0.7, polar_rad: 0.4, zoom: 1 },
];

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Where a point is seen: -1 to 1 from edge to edge of the picture. */
function seenAt(point: Vector, camera: Vector, gaze: Gaze): readonly [number, number] {
  const away: Vector = [point[0] - camera[0], point[1] - camera[1], point[2] - camera[2]];
  const [right, up, back] = axesOf(gaze);
  const depth = -dot(away, back);
  return [dot(away, right) / depth / HALF_WIDTH, dot(away, up) / depth / HALF_HEIGHT];
}

describe.each(GAZES)("from azimuth $azimuth_rad and polar $polar_rad", (gaze) => {
  const camera = standpoint(BOX, gaze, FRAME);
  const seen = BOX.map((point) => seenAt(point, camera, gaze));
  const [xs, ys] = [seen.map(([x]) => x), seen.map(([, y]) => y)];

  test("the whole board is seen, about in the middle, and as large as can be", () => {
    const edges = [...xs, ...ys].map(Math.abs);
    expect(Math.max(...edges)).toBeCloseTo(1, 6);
    expect(Math.abs(Math.max(...xs) + Math.min(...xs))).toBeLessThan(0.15);
    expect(Math.abs(Math.max(...ys) + Math.min(...ys))).toBeLessThan(0.15);
  });

  test("the ray through a place's middle meets that place", () => {
    const layout = layoutOf("wide", 6, "south");
    for (const [place, hollow] of layout.hollows.entries()) {
      const [u, v] = seenAt([hollow.x, 0, hollow.y], camera, gaze);
      const [right, up, back] = axesOf(gaze);
      const along = ([0, 1, 2] as const).map(
        (i) => u * HALF_WIDTH * right[i] + v * HALF_HEIGHT * up[i] - back[i],
      ) as unknown as Vector;
      const way = -camera[1] / along[1];
      const [x, z] = [camera[0] + way * along[0], camera[2] + way * along[2]];
      expect(placeAt(layout, x, z)).toBe(place);
    }
  });
});

test("a frame with buttons above holds the board below them", () => {
  const gaze = perspective(false);
  const frame = { ...FRAME, above: 0.1 };
  const camera = standpoint(BOX, gaze, frame);
  const ys = BOX.map((point) => seenAt(point, camera, gaze)[1] * HALF_HEIGHT);
  expect(Math.max(...ys)).toBeLessThanOrEqual(0.1 + 1e-9);
  expect(Math.min(...ys)).toBeGreaterThanOrEqual(-HALF_HEIGHT - 1e-9);
});

test("zooming in goes nearer", () => {
  const far = standpoint(BOX, TOP, FRAME);
  const near = standpoint(BOX, { ...TOP, zoom: 1.6 }, FRAME);
  expect(far[1] / near[1]).toBeCloseTo(1.6, 6);
});

test("a hand turns and zooms within limits", () => {
  expect(limited({ azimuth_rad: 4, polar_rad: -1, zoom: 9 })).toEqual({
    azimuth_rad: Math.PI / 3,
    polar_rad: 0,
    zoom: 1.6,
  });
  expect(limited({ azimuth_rad: -4, polar_rad: 3, zoom: 0 })).toEqual({
    azimuth_rad: -Math.PI / 3,
    polar_rad: Math.PI / 3,
    zoom: 0.7,
  });
});
