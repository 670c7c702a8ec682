import { plySentence, sweepOf } from "./announce";
import { seatOfSide, storeOf } from "./board/places";
import { personOf } from "./game";
import { t } from "./i18n";
import { say } from "./live";
import type { GameView } from "./protocol";
import { board, game } from "./store";

/** What a listener may ask for inside the board: the last move, the score, the legal pits. */

/** The sentence of the last ply of a game; null when there is none. */
export function lastSentence(now: GameView | null): string | null {
  const ply = now?.plies.at(-1);
  if (now === null || ply === undefined) return null;
  const who = personOf(now, ply.side, ply.seat);
  return plySentence(t, who, ply, sweepOf(now.board.last), null);
}

export function sayLast(): void {
  say(lastSentence(game.value) ?? t("say.noLast"));
}

export function sayScore(): void {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return;
  const [south, north] = (["south", "north"] as const).map((side) => ({
    name: t(`person.${personOf(now, side, seatOfSide(view, side))}`),
    seeds: view.places[storeOf(side, now.pits)] ?? 0,
  }));
  if (south === undefined || north === undefined) return;
  say(
    t("say.score", {
      first: south.name,
      firstSeeds: south.seeds,
      second: north.name,
      secondSeeds: north.seeds,
    }),
  );
}

export function sayLegal(): void {
  const pits = (board.value?.legal ?? []).filter((move) => move.move > 0).map((move) => move.move);
  say(pits.length === 0 ? t("say.noLegal") : t("say.legal", { pits: pits.join(", ") }));
}
