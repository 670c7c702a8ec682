import type { Settings } from "../settings";

/**
 * The six kinds of seeds of every set, as both boards draw them. Their colours mean nothing, but a
 * seed keeps its own for the whole game, so that one can follow it. The kinds of `forms` are told
 * apart by a pattern as well (PATTERNS), and their colours differ in lightness, too.
 */

export const KINDS = 6;

export const SEED_COLOURS: Readonly<Record<Settings["seeds"], readonly string[]>> = {
  glass: ["#5d9a94", "#e8dcc2", "#b4583c", "#4d5a68", "#d3a34e", "#8a6fa0"],
  earth: ["#6b3f24", "#d9b98a", "#8f2f22", "#2f2a26", "#b98a4a", "#7d7a55"],
  forms: ["#1f6fb2", "#f0dc4e", "#1c8f6d", "#d78bb4", "#f3ead8", "#34313a"],
};

/** What is drawn on the seeds of `forms`, by kind, in `PATTERN_COLOURS`. */
export const PATTERNS = ["band", "dot", "cross", "half", "ring", "bands"] as const;
export const PATTERN_COLOURS = [
  "#f3ead8",
  "#2a2320",
  "#f3ead8",
  "#2a2320",
  "#2a2320",
  "#f3ead8",
] as const;

/** Any six seeds in a row are of all kinds, so that every pit begins with a mixture. */
export function kindOf(seed: number): number {
  return (seed * 5) % KINDS;
}
