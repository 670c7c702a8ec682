import type { Settings } from "../settings";
import { mulberry32 } from "./pile";

/**
 * The grain of the wood: growth rings cut nearly along it, fibres and pores; a plain function of
 * the place, so that both boards are cut from the same plank.
 */

type Ramp = readonly [Colour, Colour, Colour];
type Colour = readonly [number, number, number];

/** From the late wood to the light: red, green and blue from 0 to 255. */
const RAMPS: Readonly<Record<Settings["wood"], Ramp>> = {
  walnut: [
    [62, 33, 18],
    [118, 71, 40],
    [171, 117, 70],
  ],
  olive: [
    [84, 64, 33],
    [146, 118, 66],
    [203, 178, 116],
  ],
  slate: [
    [34, 40, 44],
    [66, 78, 86],
    [104, 119, 128],
  ],
};

const NOISE_SIZE = 256;
/** How long painting may keep the page waiting at a stretch. */
const SLICE_MS = 7;

type Noise = (x: number, y: number) => number;

/**
 * Paints a canvas with wood, in slices between the page's frames; `done` is called at the end, and
 * the result stops it. The grain runs along x; 1 is the width of the canvas.
 */
export function paintGrain(
  canvas: HTMLCanvasElement,
  wood: Settings["wood"],
  done: () => void,
): () => void {
  const context = canvas.getContext("2d");
  if (context === null) return () => undefined;
  const { width, height } = canvas;
  const pixels = context.createImageData(width, 1);
  const noise = noiseOf(7);
  let row = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = () => {
    const start_ms = performance.now();
    while (row < height && performance.now() - start_ms < SLICE_MS) {
      paintRow(pixels.data, width, row / width, noise, RAMPS[wood]);
      context.putImageData(pixels, 0, row);
      row += 1;
    }
    if (row < height) timer = setTimeout(slice, 0);
    else done();
  };
  timer = setTimeout(slice, 0);
  return () => clearTimeout(timer);
}

/** The middle of a wood's colours, until its grain is painted. */
export function plainColour(wood: Settings["wood"]): string {
  return `rgb(${RAMPS[wood][1].join(", ")})`;
}

function paintRow(
  data: Uint8ClampedArray,
  width: number,
  y: number,
  noise: Noise,
  ramp: Ramp,
): void {
  for (let column = 0; column < width; column++) {
    const at = lightAt(column / width, y, noise) * 2;
    const [low, high] = at < 1 ? [ramp[0], ramp[1]] : [ramp[1], ramp[2]];
    const share = at < 1 ? at : at - 1;
    for (const channel of [0, 1, 2] as const) {
      data[column * 4 + channel] = low[channel] + (high[channel] - low[channel]) * share;
    }
    data[column * 4 + 3] = 255;
  }
}

/** How light the wood is, from 0 to 1. */
function lightAt(x: number, y: number, noise: Noise): number {
  const warp = noise(x * 3, y * 9) * 0.9 + noise(x * 9 + 40, y * 26) * 0.2;
  const ring = (y * 13 + warp * 1.7 + Math.abs(x - 0.42) * 0.8) % 1;
  const late = ring ** 3.2;
  const fibre = noise(x * 20, y * 420) * 0.6 + noise(x * 55 + 9, y * 900) * 0.4;
  const pore = noise(x * 60 + 80, y * 700) > 0.87 ? 0.2 : 0;
  const cloud = noise(x * 1.8 + 5, y * 4) - 0.5;
  const light = 0.58 - late * 0.34 + (fibre - 0.5) * 0.26 + cloud * 0.26 - pore * 0.8;
  return Math.min(1, Math.max(0, light));
}

/** Smooth noise in [0, 1), repeating every 256. */
function noiseOf(rng_seed: number): Noise {
  const rng = mulberry32(rng_seed);
  const grid = Float32Array.from({ length: NOISE_SIZE * NOISE_SIZE }, rng);
  const mask = NOISE_SIZE - 1;
  const smooth = (share: number) => share * share * (3 - 2 * share);
  const at = (x: number, y: number) => grid[(y & mask) * NOISE_SIZE + (x & mask)] ?? 0;
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [smooth(x - left), smooth(y - top)];
    const [a, b] = [at(left, top), at(left + 1, top)];
    const [c, d] = [at(left, top + 1), at(left + 1, top + 1)];
    return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
  };
}
