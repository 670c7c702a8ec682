import { bandOf } from "./bands";
import { type Browser, CORES, type Device, MEMORY, type System } from "./schema";

/** What a browser says of itself and its device, as far as it is asked. */
export interface Facts {
  readonly userAgent: string;
  readonly touch_points: number;
  readonly memory_gb: number | null;
  readonly cores: number | null;
}

/** In this order: most browsers claim to be others, too. */
const BROWSERS: readonly (readonly [RegExp, Browser])[] = [
  [/\bEdg(A|iOS)?\//, "edge"],
  [/\b(OPR|OPT|OPiOS)\//, "opera"],
  [/\bSamsungBrowser\//, "samsung"],
  [/\b(Firefox|FxiOS)\//, "firefox"],
  [/\b(Chrome|Chromium|CriOS)\//, "chrome"],
  [/\bVersion\/[\d.]+.* Safari\//, "safari"],
];
const SYSTEMS: readonly (readonly [RegExp, System])[] = [
  [/\bCrOS\b/, "chromeos"],
  [/\bAndroid\b/, "android"],
  [/\b(iPhone|iPad|iPod)\b/, "ios"],
  [/\bWindows\b/, "windows"],
  [/\bMac(intosh| OS X)\b/, "macos"],
  [/\b(Linux|X11)\b/, "linux"],
];

/** The kind of a device, so coarsely that very many are alike. */
export function deviceOf({ userAgent, touch_points, memory_gb, cores }: Facts): Device {
  const named = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1] ?? "other";
  // An iPad says that it is a Mac; no Mac has a touch screen.
  const system = named === "macos" && touch_points > 1 ? "ios" : named;
  const isMobile = system === "android" || system === "ios" || /\bMobi/.test(userAgent);
  return {
    kind: isMobile ? "mobile" : "other",
    memory: memory_gb === null ? "unknown" : bandOf(MEMORY, memory_gb),
    cores: cores === null ? "unknown" : bandOf(CORES, cores),
    browser: BROWSERS.find(([mark]) => mark.test(userAgent))?.[1] ?? "other",
    system,
  };
}

/** The device of this page. */
export function thisDevice(): Device {
  const { userAgent, maxTouchPoints, hardwareConcurrency } = navigator;
  const { deviceMemory } = navigator as { deviceMemory?: number };
  return deviceOf({
    userAgent,
    touch_points: maxTouchPoints,
    memory_gb: deviceMemory ?? null,
    cores: hardwareConcurrency || null,
  });
}
