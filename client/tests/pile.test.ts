import { expect, test } from "vitest";
import { layoutOf } from "../src/board/layout";
import { slotOf } from "../src/board/pile";

const layout = layoutOf("wide", 6, "south");
const [pit, store] = [layout.hollows[0], layout.hollows[6]];

test.each([
  ["pit", pit, 24],
  ["store", store, 72],
])("every slot of a %s lies inside it", (_, hollow, count) => {
  if (hollow === undefined) throw new Error("no such hollow");
  for (let k = 0; k < count; k++) {
    const slot = slotOf(hollow, layout.seed_radius, 3, k);
    const across = Math.max(0, Math.abs(slot.x) - hollow.half_x);
    const along = Math.max(0, Math.abs(slot.y) - hollow.half_y);
    expect(Math.hypot(across, along)).toBeLessThan(hollow.r - layout.seed_radius);
  }
});

test("a slot depends only on the slots below it", () => {
  if (pit === undefined) throw new Error("no such hollow");
  const asked_first = slotOf(pit, 0.301, 5, 9);
  const same = { ...pit };
  const others = Array.from({ length: 9 }, (_, k) => slotOf(same, 0.301, 5, k));
  expect(slotOf(same, 0.301, 5, 9)).toEqual(asked_first);
  expect(new Set(others.map((slot) => `${slot.x}/${slot.y}`)).size).toBe(9);
});

test("the first seeds do not lie upon each other", () => {
  if (pit === undefined) throw new Error("no such hollow");
  const slots = Array.from({ length: 4 }, (_, k) => slotOf(pit, layout.seed_radius, 1, k));
  for (const [index, slot] of slots.entries()) {
    for (const below of slots.slice(0, index)) {
      const distance = Math.hypot(slot.x - below.x, slot.y - below.y);
      expect(distance).toBeGreaterThan(layout.seed_radius);
    }
  }
});
