import { computed, signal } from "@preact/signals";
import type { ClockView } from "../protocol";
import { board } from "../store";

/** What the clocks show: the server's times, run on by the page's own steady clock. */

/** The steady clock of the page, read while something depends on it. */
const now_ms = signal(globalThis.performance?.now() ?? 0);

const CLOSE_MS = 10_000;
/** When one is told how much is left, the least first. */
const WARNINGS_S = [10, 30, 60] as const;
const COARSE_MS = 250;
const FINE_MS = 50;

/** The clocks as told, with the page's time at which they came. */
const told = computed<{ clock: ClockView; at_ms: number } | null>(() => {
  const clock = board.value?.clock ?? null;
  return clock === null ? null : { clock, at_ms: performance.now() };
});

/** What a seat has left, in milliseconds, never below 0; null in a game without clocks. */
export function left_ms(seat: number): number | null {
  const current = told.value;
  if (current === null) return null;
  return leftAt(
    current.clock,
    board.value?.seat_to_move ?? null,
    seat,
    now_ms.value - current.at_ms,
  );
}

/** The same, so many milliseconds after the server told it; pure. */
export function leftAt(
  clock: ClockView,
  seat_to_move: number | null,
  seat: number,
  since_ms: number,
): number {
  const remaining_ms = clock.remaining_ms[seat] ?? 0;
  if (!clock.is_running || seat !== seat_to_move) return Math.max(0, remaining_ms);
  const spent_ms = clock.now_ms - clock.at_ms + Math.max(0, since_ms);
  return Math.max(0, remaining_ms - spent_ms);
}

/** Minutes and seconds, with tenths in the last ten seconds. */
export function timeText(left: number): string {
  const total_s = left / 1000;
  if (left < CLOSE_MS) return (Math.floor(total_s * 10) / 10).toFixed(1);
  const whole_s = Math.ceil(total_s);
  return `${Math.floor(whole_s / 60)}:${String(whole_s % 60).padStart(2, "0")}`;
}

/** The seconds that are to be said when the time goes from one value to another; null: nothing. */
export function warningBetween(before: number, after: number): number | null {
  const due_s = WARNINGS_S.find((seconds) => after <= seconds * 1000 && after > 0);
  if (due_s === undefined || !Number.isFinite(before)) return null;
  return before > due_s * 1000 ? due_s : null;
}

/** Reads the steady clock again and again while a clock runs; returns how to stop. */
export function run(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    now_ms.value = performance.now();
    const current = board.value;
    if (current?.clock?.is_running !== true || current.seat_to_move === null) return;
    const left = left_ms(current.seat_to_move) ?? 0;
    timer = setTimeout(tick, left < CLOSE_MS ? FINE_MS : COARSE_MS);
  };
  tick();
  return () => clearTimeout(timer);
}
