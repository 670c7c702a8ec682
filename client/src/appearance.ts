import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { settings } from "./settings";

/** What the browser and the settings together ask for. */

function media(query: string): ReadonlySignal<boolean> {
  const list = globalThis.matchMedia?.(query);
  const matches = signal(list?.matches ?? false);
  list?.addEventListener("change", () => {
    matches.value = list.matches;
  });
  return matches;
}

export const prefersLessMotion = media("(prefers-reduced-motion: reduce)");
/** Too narrow for the wide board, as styles/phone.css has it. */
export const isNarrow = media("(max-width: 567px), (max-width: 639px) and (orientation: portrait)");
/** The system draws in its own few colours. */
export const hasSystemColours = media("(forced-colors: active)");
/** A screen so wide that the page beside the board scrolls without it (styles/desktop.css). */
export const isWide = media("(min-width: 1024px)");
/** Whether the browser knows that there is no network at all. */
export const isOffline = signal(globalThis.navigator?.onLine === false);
globalThis.addEventListener?.("offline", () => {
  isOffline.value = true;
});
globalThis.addEventListener?.("online", () => {
  isOffline.value = false;
});
const prefersDark = media("(prefers-color-scheme: dark)");

/** How fast seeds travel: a system that asks for less motion gets none. */
export const speed = computed(() => (prefersLessMotion.value ? 0 : settings.value.speed));

export const theme = computed<"dark" | "light">(() => {
  const chosen = settings.value.theme;
  if (chosen !== "auto") return chosen;
  return prefersDark.value ? "dark" : "light";
});
