import type { Settings } from "../settings";

/** How finely the board is drawn, and when that is too much for a device. */

export type Quality = Exclude<Settings["quality"], "auto">;

export interface Device {
  /** As WebGL names the renderer. */
  readonly renderer: string;
  readonly is_coarse: boolean;
  readonly cores: number;
  readonly pixel_ratio: number;
}

export interface Fineness {
  readonly pixel_ratio: number;
  readonly antialias: boolean;
  /** Texels of the shadow map's side; 0 is none. */
  readonly shadow_px: number;
  /** Reflections, relief and glass; without them plain light. */
  readonly is_rich: boolean;
  /** Width of the painted grain. */
  readonly grain_px: number;
  /** Steps of a rounded edge, and of a seed's roundness. */
  readonly steps: number;
  readonly seed_detail: number;
}

/** Names of renderers that draw on the processor. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|basic render|software/i;
const SLOW_MS = 24;
const SAMPLES = 20;

export function isSoftware(renderer: string): boolean {
  return SOFTWARE.test(renderer);
}

/** Where a device begins. */
export function firstQuality(device: Device): Quality {
  if (isSoftware(device.renderer)) return "low";
  return device.is_coarse && device.cores <= 4 ? "medium" : "high";
}

export function finenessOf(quality: Quality, device: Device): Fineness {
  const most = device.is_coarse ? 1.5 : 2;
  const pixel_ratio = Math.min(device.pixel_ratio, most);
  if (quality === "high") {
    const grain = { grain_px: pixel_ratio > 1.3 ? 2048 : 1536, steps: 6, seed_detail: 4 };
    return { pixel_ratio, antialias: true, shadow_px: 2048, is_rich: true, ...grain };
  }
  if (quality === "medium") {
    const grain = { grain_px: 1408, steps: 5, seed_detail: 3 };
    return { pixel_ratio, antialias: true, shadow_px: 1024, is_rich: true, ...grain };
  }
  const grain = { grain_px: 1024, steps: 4, seed_detail: 2 };
  return { pixel_ratio: 1, antialias: false, shadow_px: 0, is_rich: false, ...grain };
}

export function lower(quality: Quality): Quality | null {
  if (quality === "high") return "medium";
  return quality === "medium" ? "low" : null;
}

/** Watches the frames of animations; `add` answers the median of every twenty, else null. */
export function frameWatch(): { add(frame_ms: number): number | null } {
  let samples: number[] = [];
  return {
    add(frame_ms) {
      samples.push(frame_ms);
      if (samples.length < SAMPLES) return null;
      const median_ms = samples.sort((a, b) => a - b)[SAMPLES / 2] ?? 0;
      samples = [];
      return median_ms;
    },
  };
}

/** Whether frames take too long for the quality that they are drawn in. */
export function areSlow(median_ms: number): boolean {
  return median_ms > SLOW_MS;
}
