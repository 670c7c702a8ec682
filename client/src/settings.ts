import { computed, signal } from "@preact/signals";
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

/** Whether a media query holds, as a signal. */
export function media(query: string) {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => {
    matches.value = list.matches;
  });
  return matches;
}

export const prefersLessMotion = media("(prefers-reduced-motion: reduce)");
const prefersDark = media("(prefers-color-scheme: dark)");

/** The speed that holds: a system that asks for less motion gets none. */
export const speed = computed(() => (prefersLessMotion.value ? 0 : settings.value.speed));

export const theme = computed<"dark" | "light">(() => {
  const chosen = settings.value.theme;
  if (chosen !== "auto") return chosen;
  return prefersDark.value ? "dark" : "light";
});
