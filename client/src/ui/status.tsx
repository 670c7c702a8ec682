import { useEffect, useRef } from "preact/hooks";
import { resultTitle, turnWords } from "../announce";
import { isNarrow } from "../appearance";
import { actors } from "../board/stage";
import { personOf } from "../game";
import { t } from "../i18n";
import { endings, winnerOf } from "../showing";
import { board, game, link, pending, presence } from "../store";
import { isOverInSight } from "./ending";
import { Icon } from "./icon";
import { Company } from "./later";
import { story } from "./story";

/** Whose turn it is, what has just happened, how it ended, and whether the server hears us. */
export function Status() {
  const isOver = isOverInSight.value;
  return (
    <section class="status" aria-labelledby="status-title" data-over={isOver ? "" : undefined}>
      <h2 id="status-title" class="hidden">
        {t("status.title")}
      </h2>
      {isOver ? <Result /> : <Turn />}
      <Connection />
      {presence.value !== null && <Company />}
    </section>
  );
}

function Turn() {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return <p class="turn">{t("board.loading")}</p>;
  const person = view.seat_to_move === null ? null : personOf(now, view.to_move, view.seat_to_move);
  const actor = actors.value[0];
  // Who goes on with an extra turn need not wait for his own seeds.
  const isAhead = actors.value.some((other) => other !== person);
  const isReady = !isAhead && person !== null && person !== "cpu" && person !== "rival";
  const isLastMove = person === null && actors.value.length <= 1;
  const isSowing = actor !== undefined && isAhead && !isLastMove;
  const text = isSowing ? t(`status.sowing.${actor}`) : turnWords(t, person);
  return (
    <>
      <p class="turn" data-ready={isReady ? "" : undefined}>
        <span class="turn-light" aria-hidden="true" />
        <span>{text}</span>
        {view.extra_turn && !isAhead && <strong class="badge">{t("status.extraTurn")}</strong>}
      </p>
      {!isNarrow.value && <p class="story">{story() ?? "\u00a0"}</p>}
    </>
  );
}

function Result() {
  const heading = useRef<HTMLHeadingElement>(null);
  const now = game.value;
  const ended = endings.value;
  const seen = useRef(0);
  useEffect(() => {
    if (ended > 0 && ended !== seen.current) heading.current?.focus();
    seen.current = ended;
  }, [ended]);
  if (now === null || now.board.outcome === null) return null;
  const winner = winnerOf(now);
  return (
    <>
      <h3 class="result" tabIndex={-1} ref={heading} data-winner={winner ?? "draw"}>
        {resultTitle(t, now.board.outcome, winner)}
      </h3>
      {!isNarrow.value && <p class="story">{story()}</p>}
    </>
  );
}

function Connection() {
  if (link.value === "open") return null;
  const key = pending.value === null ? "status.offline" : "status.offlinePending";
  return (
    <p class="connection" data-state={link.value}>
      <Icon name="offline" />
      {t(link.value === "connecting" ? "status.connecting" : key)}
    </p>
  );
}
