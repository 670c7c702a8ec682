import { expect, test } from "vitest";
import { areSlow, finenessOf, firstQuality, frameWatch, lower } from "../../src/board3d/quality";

const DESK = { renderer: "ANGLE (NVIDIA)", is_coarse: false, cores: 8, pixel_ratio: 2 };

test.each([
  "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))",
  "llvmpipe (LLVM 15.0.6, 256 bits)",
  "Microsoft Basic Render Driver",
])("%s draws on the processor and begins low", (renderer) => {
  expect(firstQuality({ ...DESK, renderer })).toBe("low");
});

test("a desktop begins high, a small phone in the middle", () => {
  expect(firstQuality(DESK)).toBe("high");
  expect(firstQuality({ ...DESK, is_coarse: true, cores: 4 })).toBe("medium");
});

test("no device draws more pixels than the eye sees", () => {
  expect(finenessOf("high", { ...DESK, pixel_ratio: 3 }).pixel_ratio).toBe(2);
  expect(finenessOf("high", { ...DESK, pixel_ratio: 3, is_coarse: true }).pixel_ratio).toBe(1.5);
  expect(finenessOf("low", DESK).pixel_ratio).toBe(1);
});

test("twenty slow frames lower the quality, a single one does not", () => {
  const watch = frameWatch();
  const answers = Array.from({ length: 20 }, (_, index) => watch.add(index === 7 ? 400 : 16));
  expect(answers).toEqual([...Array.from({ length: 19 }, () => null), 16]);
  const slow = Array.from({ length: 20 }, () => watch.add(40));
  expect(slow).toEqual([...Array.from({ length: 19 }, () => null), 40]);
  expect([areSlow(16), areSlow(40)]).toEqual([false, true]);
});

test("below low there is nothing", () => {
  expect([lower("high"), lower("medium"), lower("low")]).toEqual(["medium", "low", null]);
});
