import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { warn } from "../live";
import { board, game } from "../store";
import { left_ms, run, timeText, warningBetween } from "./time";
import "../styles/friend.css";

/** One side's clock, in its bar. */
export function Clock({ seat }: { readonly seat: number }) {
  const view = board.value;
  const isRunning = view?.clock?.is_running === true && view.seat_to_move === seat;
  useEffect(() => (isRunning ? run() : undefined), [isRunning, view?.clock?.at_ms]);
  const left = left_ms(seat);
  const isOwn = game.value?.you.length === 1 && game.value.you[0] === seat;
  const before = useRef(Infinity);
  useEffect(() => {
    const due_s = left === null ? null : warningBetween(before.current, left);
    before.current = left ?? Infinity;
    if (isOwn && isRunning && due_s !== null) warn(t("clock.warning", { n: due_s }));
  });
  if (left === null) return null;
  return (
    <span
      class="clock"
      data-running={isRunning ? "" : undefined}
      data-short={left <= 10_000 ? "" : undefined}
      role="timer"
      aria-label={t("clock.label", { time: timeText(left) })}
    >
      {timeText(left)}
    </span>
  );
}
