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
  /** Null follows the address and the page. */
  readonly language: Language | null;
}

export const SPEEDS = [0, 0.5, 1, 2] as const;
export const CONFIRMS = ["never", "touch", "always"] as const;
export const THEMES = ["auto", "dark", "light"] as const;
export const COUNTS = ["always", "focus"] as const;

const KEY = "naqala.settings";

export function parseSettings(stored: unknown): Settings {
  const values: Record<string, unknown> =
    typeof stored === "object" && stored !== null ? { ...stored } : {};
  return {
    speed: SPEEDS.find((speed) => speed === values.speed) ?? 1,
    confirm: CONFIRMS.find((confirm) => confirm === values.confirm) ?? "touch",
    theme: THEMES.find((theme) => theme === values.theme) ?? "auto",
    counts: COUNTS.find((counts) => counts === values.counts) ?? "always",
    language: isLanguage(values.language) ? values.language : null,
  };
}

export const settings = signal<Settings>(parseSettings(recall(KEY)));

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.value, ...changes };
  keep(KEY, settings.value);
}
