import { useEffect, useState } from "preact/hooks";
import { claimAbandonment, handToCpu } from "../commands";
import { t } from "../i18n";
import { game, presence } from "../store";
import "../styles/friend.css";

/** Says that the other is away, for how long, and what one may do about it when it is time. */
export function Away() {
  const now = game.value;
  const seat = now?.you.length === 1 ? now.you[0] : undefined;
  const told = presence.value;
  const away_ms = seat === undefined ? null : (told?.view.away_ms[1 - seat] ?? null);
  const [, redraw] = useState(0);
  const isShown = now !== null && away_ms !== null && now.board.outcome === null;
  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(() => redraw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [isShown]);
  if (!isShown || told === null || seat === undefined) return null;
  const absent_ms = away_ms + performance.now() - told.at_ms;
  const until_s = (needed_ms: number | null) =>
    needed_ms === null ? null : Math.max(0, Math.ceil((needed_ms - absent_ms) / 1000));
  const claim_s = until_s(now.claim_after_ms);
  const cpu_s = until_s(now.cpu_after_ms);
  const next_s = Math.max(0, Math.min(claim_s ?? Infinity, cpu_s ?? Infinity));
  return (
    <div class="away" role="status">
      <p>
        {t("friend.away", { n: Math.floor(absent_ms / 1000) })}{" "}
        {next_s > 0 && Number.isFinite(next_s) && t("friend.awayUntil", { n: next_s })}
      </p>
      {(claim_s === 0 || cpu_s === 0) && (
        <div class="away-buttons">
          {cpu_s === 0 && (
            <button type="button" class="button primary" onClick={() => handToCpu(seat)}>
              {t("friend.handToCpu")}
            </button>
          )}
          {claim_s === 0 && (
            <button type="button" class="button" onClick={() => claimAbandonment(seat)}>
              {t("friend.claim")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
