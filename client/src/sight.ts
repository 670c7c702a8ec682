import { speed } from "./appearance";

/** Whether the board is on the screen, which on a phone it shares with all that lies below. */

/** Whether the page is scrolled past the headline over the board; beside a panel it stays. */
export function isBoardOutOfSight(): boolean {
  const [play, status] = [find(".play"), find(".status")];
  if (play === null || status === null || getComputedStyle(play).position === "sticky")
    return false;
  return status.getBoundingClientRect().top < 0;
}

/** Scrolls back to a board that is out of sight, and takes the focus along. */
export function bringBoardBack(): void {
  if (!isBoardOutOfSight()) return;
  find("#board-title")?.focus({ preventScroll: true });
  scrollTo({ top: 0, behavior: speed.peek() === 0 ? "instant" : "smooth" });
}

function find(selector: string): HTMLElement | null {
  return globalThis.document?.querySelector<HTMLElement>(selector) ?? null;
}
