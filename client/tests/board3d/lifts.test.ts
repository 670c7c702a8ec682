import { describe, expect, it } from "vitest";
import { makeLifts, type Touched } from "../../src/board3d/lifts";

const NOBODY: Touched = {
  playable: [0, 1],
  selected: null,
  hovered: null,
  focused: null,
  has_motion: true,
};

describe("lifts", () => {
  it("raises the pile under the hand a little and the selected one more", () => {
    const lifts = makeLifts();
    expect(lifts.move({ ...NOBODY, hovered: 0, selected: 1 }, 1000)).toBe(false);
    expect(lifts.of(0)).toBeGreaterThan(0);
    expect(lifts.of(1)).toBeGreaterThan(lifts.of(0));
    expect(lifts.of(2)).toBe(0);
  });

  it("takes its time, and as long down as up", () => {
    const lifts = makeLifts();
    const steps = (touched: Touched) => {
      let count = 1;
      while (lifts.move(touched, 10)) count += 1;
      return count;
    };
    const up = steps({ ...NOBODY, selected: 1 });
    expect(up).toBeGreaterThan(5);
    expect(steps(NOBODY)).toBe(up);
    expect(lifts.of(1)).toBe(0);
  });

  it("leaves a pile alone that may not be sown", () => {
    const lifts = makeLifts();
    lifts.move({ ...NOBODY, hovered: 5, focused: 4 }, 1000);
    expect([lifts.of(4), lifts.of(5)]).toEqual([0, 0]);
  });

  it("raises nothing where nothing may move, and lets down at once what stands", () => {
    const lifts = makeLifts();
    lifts.move({ ...NOBODY, selected: 1 }, 1000);
    expect(lifts.move({ ...NOBODY, selected: 1, has_motion: false }, 1)).toBe(false);
    expect(lifts.of(1)).toBe(0);
  });
});
