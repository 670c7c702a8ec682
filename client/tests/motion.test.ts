import { describe, expect, test } from "vitest";
import { plan, settle } from "../src/board/motion";
import { countsOf, deal } from "../src/board/table";
import { BEFORE_CAPTURE, BEFORE_SWEEP, CAPTURE, EXTRA_TURN, OPENING, SWEEP } from "./sowings";

function seedsOf(table: { piles: readonly (readonly number[])[]; off: readonly number[] }) {
  return [...table.piles.flat(), ...table.off].sort((first, second) => first - second);
}

describe("a sowing", () => {
  const table = deal(OPENING);
  const timeline = plan(table, EXTRA_TURN, 1);

  test("ends on the server's board with the same seeds", () => {
    expect(countsOf(timeline.table)).toEqual(EXTRA_TURN.places);
    expect(seedsOf(timeline.table)).toEqual(seedsOf(table));
  });

  test("drops one seed after the other in the order of the places", () => {
    expect(timeline.flights.map((flight) => flight.to.place)).toEqual([3, 4, 5, 6]);
    const starts = timeline.flights.map((flight) => flight.start_ms);
    expect(starts).toEqual([...starts].sort((first, second) => first - second));
    expect(new Set(starts).size).toBe(4);
  });

  test("takes the seeds from the top of the pile and lays them on top of the others", () => {
    expect(timeline.flights.map((flight) => flight.from.slot)).toEqual([3, 2, 1, 0]);
    expect(timeline.flights.map((flight) => flight.to.slot)).toEqual([4, 4, 4, 0]);
  });

  test("counts change when a seed lands", () => {
    expect(timeline.changes[0]).toEqual({ at_ms: 0, place: 2, count: 0 });
    for (const flight of timeline.flights) {
      const at_ms = flight.start_ms + flight.duration_ms;
      expect(timeline.changes).toContainEqual(
        expect.objectContaining({ at_ms, place: flight.to.place }),
      );
    }
  });

  test("lasts half as long at double speed", () => {
    expect(plan(table, EXTRA_TURN, 2).duration_ms).toBeCloseTo(timeline.duration_ms / 2);
  });

  test("never lasts longer than 1.5 seconds however many seeds", () => {
    const places = [36, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const visited = Array.from({ length: 36 }, (_, index) => (index + 1) % 13);
    const after = places.map((_, place) => visited.filter((goal) => goal === place).length);
    const sowing = { ...EXTRA_TURN, origin: 0, visited, places: after };
    expect(plan(deal(places), sowing, 1).landed_ms).toBeLessThanOrEqual(1500);
  });

  test("of a whole lap gives the origin a seed too", () => {
    const places = [13, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    const visited = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0];
    const captures = [
      { pit: 0, seeds: 1, store: 6 },
      { pit: 12, seeds: 1, store: 6 },
    ];
    const after = [0, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 0, 0];
    const sowing = { ...EXTRA_TURN, origin: 0, visited, captures, places: after };
    expect(countsOf(plan(deal(places), sowing, 1).table)).toEqual(after);
  });
});

test("captured piles glide together once the last seed has fallen", () => {
  const timeline = plan(deal(BEFORE_CAPTURE), CAPTURE, 1);
  const captures = timeline.flights.filter((flight) => flight.kind === "capture");
  expect(captures).toHaveLength(6);
  expect(new Set(captures.map((flight) => flight.start_ms)).size).toBe(1);
  expect(captures[0]?.start_ms).toBeGreaterThan(timeline.landed_ms);
  expect(countsOf(timeline.table)).toEqual(CAPTURE.places);
});

test("the sweep comes last", () => {
  const timeline = plan(deal(BEFORE_SWEEP), SWEEP, 1);
  const swept = timeline.flights.filter((flight) => flight.kind === "sweep");
  expect(swept).toHaveLength(3);
  expect(swept[0]?.start_ms).toBeGreaterThan(timeline.landed_ms);
  expect(countsOf(timeline.table)).toEqual(SWEEP.places);
});

test("swept seeds may leave the board", () => {
  const sweep = SWEEP.sweep.map((transfer) => ({ ...transfer, store: null }));
  const places = [...SWEEP.places.slice(0, 13), 20];
  const timeline = plan(deal(BEFORE_SWEEP), { ...SWEEP, sweep, places }, 1);
  expect(timeline.table.off).toHaveLength(3);
  expect(countsOf(timeline.table)).toEqual(places);
});

test("a table that does not fit the sowing is put right without a film of it", () => {
  const timeline = plan(deal(BEFORE_CAPTURE), EXTRA_TURN, 1);
  expect(timeline.flights.every((flight) => flight.kind === "return")).toBe(true);
  expect(countsOf(timeline.table)).toEqual(EXTRA_TURN.places);
});

test("taking back moves only the seeds that were moved", () => {
  const after = plan(deal(OPENING), EXTRA_TURN, 1).table;
  const back = settle(after, OPENING, 0, 1);
  expect(back.flights).toHaveLength(4);
  expect(countsOf(back.table)).toEqual(OPENING);
});

test("another number of seeds is dealt anew", () => {
  const three = OPENING.map((count) => (count === 4 ? 3 : 0));
  const timeline = settle(deal(OPENING), three, 0, 1);
  expect(timeline.flights).toHaveLength(0);
  expect(countsOf(timeline.table)).toEqual(three);
});
