import { describe, expect, test } from "vitest";
import { plan, settle, spots } from "../../src/board/motion";
import { deal } from "../../src/board/table";
import { poseAt, restAt, routesOf } from "../../src/board3d/film";
import { LIP, layoutOf } from "../../src/board3d/layout";
import { BEFORE_CAPTURE, BEFORE_SWEEP, CAPTURE, EXTRA_TURN, OPENING, SWEEP } from "../sowings";

const layout = layoutOf("wide", 6, "south");

describe.each([
  ["a sowing", OPENING, EXTRA_TURN],
  ["a capture", BEFORE_CAPTURE, CAPTURE],
  ["a sweep", BEFORE_SWEEP, SWEEP],
])("in %s", (_, before, sowing) => {
  const table = deal(before);
  const timeline = plan(table, sowing, 1);
  const routes = [...routesOf(timeline)];

  test("every seed starts where it lies and ends where it belongs", () => {
    const [first, last] = [spots(table), spots(timeline.table)];
    for (const [seed, route] of routes) {
      const [from, to] = [first.get(seed), last.get(seed)];
      if (from === undefined || to === undefined) throw new Error("a seed is lost");
      expect(poseAt(layout, route, 0)).toMatchObject(restAt(layout, from));
      expect(poseAt(layout, route, timeline.duration_ms + 100)).toEqual(restAt(layout, to));
    }
  });

  test("no seed jumps from one moment to the next", () => {
    for (const [, route] of routes) {
      for (let ms = 0; ms < timeline.duration_ms; ms += 4) {
        const [here, there] = [poseAt(layout, route, ms), poseAt(layout, route, ms + 4)];
        const way = Math.hypot(there.x - here.x, there.y - here.y, there.z - here.z);
        expect(way).toBeLessThan(0.9);
      }
    }
  });

  test("a seed crosses the rim of a hollow above the wood", () => {
    for (const [, route] of routes) {
      for (let ms = 0; ms < timeline.duration_ms; ms += 4) {
        const { x, y, z } = poseAt(layout, route, ms);
        const isInHollow = layout.hollows.some((hollow) => {
          const along = Math.max(0, Math.abs(z - hollow.y) - hollow.half_y);
          return Math.hypot(x - hollow.x, along) < hollow.r;
        });
        if (!isInHollow) expect(y).toBeGreaterThan(0);
      }
    }
  });
});

test("the pile rises before its first seed leaves", () => {
  const timeline = plan(deal(OPENING), EXTRA_TURN, 1);
  for (const [, route] of routesOf(timeline)) {
    const rest = poseAt(layout, route, 0).y;
    expect(poseAt(layout, route, 119).y).toBeGreaterThan(rest + 0.2);
  }
});

test("a seed that leaves the board vanishes", () => {
  expect(restAt(layout, { place: null, slot: 3 }).size).toBe(0);
  const gone = settle(deal([4, 0, 0, 0]), [0, 0, 0, 0], 4, 1);
  const route = routesOf(gone).get(0) ?? [];
  expect(poseAt(layout, route, 0).size).toBe(1);
  expect(poseAt(layout, route, gone.duration_ms).size).toBe(0);
});

test.each([0, 6])("seeds lie in place %i from the bottom of the bowl upwards", (place) => {
  const hollow = layout.hollows[place];
  if (hollow === undefined) throw new Error("no such hollow");
  const bottom = -LIP - (hollow.depth ?? 0.6);
  const heights = Array.from({ length: 48 }, (_, slot) => restAt(layout, { place, slot }).y);
  for (const height of heights) expect(height).toBeGreaterThan(bottom + 0.1);
  // The lowest free spot is taken first, so the first seeds lie deep and the last ones high.
  expect(heights[0]).toBeLessThan(-0.4);
  expect(Math.max(...heights.slice(0, 6))).toBeLessThan(Math.max(...heights.slice(24)));
});
