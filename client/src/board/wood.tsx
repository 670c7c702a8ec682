import { useEffect, useRef } from "preact/hooks";
import { mulberry32 } from "./pile";

/**
 * Walnut, painted once onto a canvas: growth rings cut nearly along the grain, fibres and pores.
 * Until it is there the board shows a plain colour; the work is cut into slices between frames.
 */

const AREA_PX = 520_000;
const SLICE_MS = 7;
const NOISE_SIZE = 256;
const RAMP: readonly (readonly [number, number, number])[] = [
  [70, 39, 22],
  [121, 74, 42],
  [168, 115, 69],
];

export function Wood({ ratio }: { readonly ratio: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current === null) return;
    return paint(canvas.current);
  }, [ratio]);
  const width_px = Math.round(Math.sqrt(AREA_PX * ratio));
  const height_px = Math.round(width_px / ratio);
  return <canvas ref={canvas} class="wood" width={width_px} height={height_px} />;
}

/** Starts painting; the result stops it. */
function paint(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext("2d");
  if (context === null) return () => undefined;
  const { width, height } = canvas;
  const noise = noiseOf(7);
  const rows = context.createImageData(width, 1);
  let row = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = () => {
    const start_ms = performance.now();
    while (row < height && performance.now() - start_ms < SLICE_MS) {
      paintRow(rows.data, width, row / width, noise);
      context.putImageData(rows, 0, row);
      row += 1;
    }
    if (row < height) timer = setTimeout(slice, 0);
    else canvas.dataset.ready = "";
  };
  delete canvas.dataset.ready;
  timer = setTimeout(slice, 0);
  return () => clearTimeout(timer);
}

type Noise = (x: number, y: number) => number;

/** One row of the plank; `y` and x from 0 to 1 are measured in widths of the canvas. */
function paintRow(data: Uint8ClampedArray, width: number, y: number, noise: Noise): void {
  for (let column = 0; column < width; column++) {
    const x = column / width;
    const warp = noise(x * 3, y * 9) * 0.9 + noise(x * 9 + 40, y * 26) * 0.2;
    const ring = (y * 11 + warp * 1.5 + Math.abs(x - 0.42) * 0.8) % 1;
    const late = ring ** 3.4;
    const fibre = noise(x * 20, y * 420) * 0.6 + noise(x * 55 + 9, y * 900) * 0.4;
    const pore = noise(x * 60 + 80, y * 700) > 0.87 ? 0.2 : 0;
    const cloud = noise(x * 1.8 + 5, y * 4) - 0.5;
    const light = 0.6 - late * 0.46 + (fibre - 0.5) * 0.26 + cloud * 0.34 - pore;
    const at = Math.min(1, Math.max(0, light)) * 2;
    const [low, high] = at < 1 ? [RAMP[0], RAMP[1]] : [RAMP[1], RAMP[2]];
    const share = at < 1 ? at : at - 1;
    for (let channel = 0; channel < 3; channel++) {
      const from = low?.[channel] ?? 0;
      data[column * 4 + channel] = from + ((high?.[channel] ?? 0) - from) * share;
    }
    data[column * 4 + 3] = 255;
  }
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
