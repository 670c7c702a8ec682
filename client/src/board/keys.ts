import { clearSelection, tap, tapNumber } from "../choice";
import { hint } from "../hint";
import { sayLast, sayLegal, sayScore } from "../inquiries";
import { dialog, hovered, selected } from "../store";
import { navigate } from "./keyboard";
import type { Side } from "./places";

/** What the keys do inside the board, and only there (WCAG 2.1.4). */
export function pressKey(event: KeyboardEvent, place: number, front: Side, pits: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  const goal = navigate(key, place, front, pits);
  if (goal !== null) {
    const face = (event.currentTarget as Element | null) ?? document;
    face.querySelector<HTMLElement>(`[data-place="${goal}"]`)?.focus();
  } else if (key === "Enter" || key === " ") {
    // A key held down is one decision; the browser's click would come again and again.
    if (!event.repeat) tap(place, "keyboard", event.timeStamp);
  } else if (/^[1-9]$/.test(key)) {
    if (!event.repeat) tapNumber(Number(key), event.timeStamp);
  } else if (!act(key)) {
    return;
  }
  event.preventDefault();
}

function act(key: string): boolean {
  switch (key) {
    case "Escape":
      if (selected.value === null && hovered.value === null) return false;
      clearSelection();
      hovered.value = null;
      return true;
    case "l":
      sayLast();
      return true;
    case "s":
      sayScore();
      return true;
    case "m":
      sayLegal();
      return true;
    case "h":
      void hint();
      return true;
    case "?":
      dialog.value = "help";
      return true;
    default:
      return false;
  }
}
