import { type Side, seatOfSide, sideOfSeat } from "../board/places";
import { frontSide, personOf } from "../game";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { game } from "../store";
import { GivenAway } from "./given-away";
import { Graph } from "./graph";
import { marginsOf } from "./margins";
import { Share } from "./share";
import "../styles/review.css";

/** What remains of a finished game: the stores, who led when, and its link. */
export function Review() {
  const now = game.value;
  const outcome = now?.board.outcome ?? null;
  if (now === null || outcome === null || now.plies.length === 0) return null;
  const front = frontSide(now, now.board);
  const seat = seatOfSide(now.board, front);
  const seats = [seat, 1 - seat] as const;
  const [first, second] = seats.map((held) => nameOf(now, held)) as [string, string];
  const stores = seats.map((held) => storeAt(outcome.stores, sideOfSeat(now.board, held)));
  const share = (100 * ((stores[0] ?? 0) + 0.001)) / ((stores[0] ?? 0) + (stores[1] ?? 0) + 0.002);
  return (
    <section class="review" aria-labelledby="review-title">
      <h2 id="review-title">{t("review.title")}</h2>
      <div class="review-stores">
        <p>
          <b>{stores[0]}</b> <span>{first}</span>
        </p>
        <p>
          <span>{second}</span> <b>{stores[1]}</b>
        </p>
        <span class="review-bar" aria-hidden="true">
          <span class="review-share" style={{ width: `${share.toFixed(2)}%` }} />
        </span>
      </div>
      <GivenAway game={now} seats={seats} names={[first, second]} />
      <h3>{t("graph.heading")}</h3>
      <Graph margins={marginsOf(now, seat)} names={[first, second]} />
      <p class="graph-legend" aria-hidden="true">
        <span class="graph-key graph-first">{t("graph.above", { person: first })}</span>
        <span class="graph-key graph-second">{t("graph.below", { person: second })}</span>
      </p>
      <Share id={now.id} />
    </section>
  );
}

function nameOf(now: GameView, seat: number): string {
  return t(`person.${personOf(now, sideOfSeat(now.board, seat), seat)}`);
}

function storeAt(stores: readonly number[], side: Side): number {
  return stores[side === "south" ? 0 : 1] ?? 0;
}
