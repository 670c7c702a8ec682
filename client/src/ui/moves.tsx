import { useEffect, useRef } from "preact/hooks";
import { seenPlies } from "../board/stage";
import { personOf } from "../game";
import { t } from "../i18n";
import { mistakeOf } from "../losses";
import { complain } from "../notices";
import type { GameView, PlyView } from "../protocol";
import { game, viewed } from "../store";
import { isOverInSight } from "./ending";

interface Turn {
  readonly number: number;
  /** The number of its first ply, counted from 1. */
  readonly start: number;
  readonly plies: readonly PlyView[];
}

/** The moves that have been seen, by turns: a chain of extra turns is one turn. */
export function Moves() {
  const now = game.value;
  const list = useRef<HTMLDivElement>(null);
  const plies = now?.plies.slice(0, seenPlies.value ?? undefined) ?? [];
  const count = plies.length;
  useEffect(() => {
    // To the last move: down, or in the strip of a tablet to the right.
    const { current } = list;
    if (count > 0) current?.scrollTo({ top: current.scrollHeight, left: current.scrollWidth });
  }, [count]);
  if (now === null) return null;
  return (
    <section class="moves" aria-labelledby="side-title">
      <h2 id="side-title" tabIndex={-1}>
        {t("moves.title")}
      </h2>
      <div
        ref={list}
        role="log"
        aria-live="off"
        aria-labelledby="side-title"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
        tabIndex={0}
        data-replay={isOverInSight.value ? "" : undefined}
        onKeyDown={(event) => stepBy(event, count)}
        onClick={(event) => {
          const ply = (event.target as Element).closest<HTMLElement>("[data-ply]")?.dataset.ply;
          if (ply !== undefined) view(() => Number(ply));
        }}
      >
        {count === 0 ? (
          <p class="hint">{t("moves.none")}</p>
        ) : (
          <ol>
            {turnsOf(plies).map((turn) => (
              <TurnItem key={turn.number} game={now} turn={turn} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

function TurnItem({ game: now, turn }: { readonly game: GameView; readonly turn: Turn }) {
  const first = turn.plies[0];
  if (first === undefined) return null;
  const person = t(`person.${personOf(now, first.side, first.seat)}`);
  return (
    <li data-side={first.side}>
      <span class="hidden">{t("moves.turn", { number: turn.number, person })}: </span>
      <span class="move-number" aria-hidden="true">
        {turn.number}
      </span>
      <span class="move-person" aria-hidden="true">
        {person}
      </span>
      <span class="move-chain">
        {turn.plies.map((ply, index) => (
          <Ply key={index} game={now} ply={ply} number={turn.start + index} />
        ))}
      </span>
    </li>
  );
}

interface PlyProps {
  readonly game: GameView;
  readonly ply: PlyView;
  readonly number: number;
}

function Ply({ game: now, ply, number }: PlyProps) {
  const isViewed = viewed.value === number;
  const marks = { "data-ply": number, "data-viewed": isViewed ? "" : undefined };
  if (ply.move === 0) {
    return (
      <span class="ply" {...marks}>
        {t("moves.swap")}
      </span>
    );
  }
  return (
    <span class="ply" {...marks}>
      <b>{ply.move}</b>
      {ply.captured > 0 && (
        <>
          <span class="ply-captured" aria-hidden="true">
            +{ply.captured}
          </span>
          <span class="hidden">, {t("moves.captured", { n: ply.captured })}</span>
        </>
      )}
      {ply.extra_turn && (
        <>
          <span class="ply-again" aria-hidden="true">
            →
          </span>
          <span class="hidden">, {t("say.extraTurn")}; </span>
        </>
      )}
      <Mistake game={now} number={number} />
    </span>
  );
}

/** What a move gave away, when that was much, and which one was better. */
function Mistake({ game: now, number }: { readonly game: GameView; readonly number: number }) {
  const mistake = mistakeOf(now, number);
  if (mistake === null) return null;
  const n = Math.round(mistake.loss);
  const given = mistake.is_exact ? t("moves.loss", { n }) : t("moves.lossAbout", { n });
  const better =
    mistake.best === 0 ? t("moves.betterSwap") : t("moves.better", { pit: mistake.best });
  const words = `${given}, ${better}`;
  return (
    <>
      <span class="ply-loss" aria-hidden="true" title={words}>
        {`\u2212${n}`}
      </span>
      <span class="hidden">, {words}; </span>
    </>
  );
}

/** The arrow keys step through a finished game. */
function stepBy(event: KeyboardEvent, count: number): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    Home: -count,
    End: count,
  };
  const step = steps[event.key];
  if (step === undefined || !isOverInSight.value) return;
  event.preventDefault();
  // From where the keys before have led, which may wait for the code, too.
  view(() => (viewed.value ?? count) + step);
}

/** Shows a finished game as it was after a ply. */
function view(ply: () => number): void {
  if (!isOverInSight.value) return;
  import("../review/replay").then(
    (replay) => replay.viewPly(ply()),
    () => complain("network"),
  );
}

/** Plies gathered into turns: a new one begins when the seat changes. */
export function turnsOf(plies: readonly PlyView[]): readonly Turn[] {
  const turns: { number: number; start: number; plies: PlyView[] }[] = [];
  for (const [index, ply] of plies.entries()) {
    const last = turns.at(-1);
    if (last?.plies.at(-1)?.extra_turn === true && last.plies[0]?.seat === ply.seat) {
      last.plies.push(ply);
    } else {
      turns.push({ number: turns.length + 1, start: index + 1, plies: [ply] });
    }
  }
  return turns;
}
