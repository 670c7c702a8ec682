import { signal } from "@preact/signals";
import { isLanguage, type Language } from "./i18n";
import { keep, recall } from "./storage";

/** What a person has chosen for this browser. */
export interface Settings {
  /** How fast seeds travel; 0 is at once. */
  readonly speed: 0 | 0.5 | 1 | 2;
  /** Which moves wait for a second tap. */
  readonly confirm: "never" | "touch" | "always";
  readonly theme: "auto" | "dark" | "light";
  readonly counts: "always" | "focus";
  /** The drawn board: in three dimensions, or flat. */
  readonly board: "3d" | "2d";
  /** How finely the 3D board is drawn; auto follows the device and its frames. */
  readonly quality: "auto" | "high" | "medium" | "low";
  /** What the board is made of. */
  readonly wood: "walnut" | "olive" | "slate";
  /** Which seeds lie on it; those of `forms` differ by their pattern as well as by colour. */
  readonly seeds: "glass" | "earth" | "forms";
  readonly sound: boolean;
  readonly volume: Volume;
  /** Short buzzes, on devices that can. */
  readonly vibration: boolean;
  /** Whether what a rival says is shown. */
  readonly talk: boolean;
  /** Whether pits that give an extra turn or capture are marked; null is in the first games. */
  readonly tips: boolean | null;
  /** Null follows the address and the page. */
  readonly language: Language | null;
}

/** Parts of ten. */
export type Volume = 2 | 4 | 6 | 8 | 10;

export const SPEEDS = [0, 0.5, 1, 2] as const;
export const CONFIRMS = ["never", "touch", "always"] as const;
export const THEMES = ["auto", "dark", "light"] as const;
export const COUNTS = ["always", "focus"] as const;
export const BOARDS = ["3d", "2d"] as const;
export const QUALITIES = ["auto", "high", "medium", "low"] as const;
export const WOODS = ["walnut", "olive", "slate"] as const;
export const SEED_SETS = ["glass", "earth", "forms"] as const;
export const VOLUMES: readonly Volume[] = [2, 4, 6, 8, 10];

const KEY = "naqala.settings";

export function parseSettings(stored: unknown): Settings {
  const values: Record<string, unknown> =
    typeof stored === "object" && stored !== null ? { ...stored } : {};
  return {
    speed: SPEEDS.find((speed) => speed === values.speed) ?? 1,
    confirm: CONFIRMS.find((confirm) => confirm === values.confirm) ?? "touch",
    theme: THEMES.find((theme) => theme === values.theme) ?? "auto",
    counts: COUNTS.find((counts) => counts === values.counts) ?? "always",
    board: BOARDS.find((board) => board === values.board) ?? "3d",
    quality: QUALITIES.find((quality) => quality === values.quality) ?? "auto",
    wood: WOODS.find((wood) => wood === values.wood) ?? "walnut",
    seeds: SEED_SETS.find((seeds) => seeds === values.seeds) ?? "glass",
    sound: values.sound === true,
    volume: VOLUMES.find((volume) => volume === values.volume) ?? 6,
    vibration: values.vibration === true,
    talk: values.talk !== false,
    tips: typeof values.tips === "boolean" ? values.tips : null,
    language: isLanguage(values.language) ? values.language : null,
  };
}

export const settings = signal<Settings>(parseSettings(recall(KEY)));

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
  keep(KEY, settings.value);
}
