import { signal } from "@preact/signals";
import { plyOf, plySentence, resultReason, resultTitle, sweepOf } from "./announce";
import { type Side, seatOfSide, sideOfSeat } from "./board/places";
import { sown } from "./board/sown";
import { enqueue, finalCounts, snap } from "./board/stage";
import { foresee, frontSide, type Person, personOf } from "./game";
import { t } from "./i18n";
import { lastSentence } from "./inquiries";
import { conclude, say } from "./live";
import type { EventView, GameView, LegalMove, OutcomeView, Played } from "./protocol";
import { notice } from "./store";

/** Puts what happens in a game on the stage, each with its sentence. */

/** A move that is on the stage before the server has told it. */
interface Foreseen {
  readonly after: number;
  readonly seat: number;
  readonly move: number;
}

/** The reasons for an end that the last move has brought about. */
const BY_PLAY: ReadonlySet<OutcomeView["reason"]> = new Set([
  "pits_empty",
  "no_moves",
  "repetition",
  "majority",
]);

let foreseen: Foreseen | null = null;

/** Counts the games that have ended before the reader's eyes: the result then takes the focus. */
export const endings = signal(0);

/** Shows one's own move at once; a film that still runs snaps to its end. */
export function showOwnMove(game: GameView, move: LegalMove): void {
  const { board } = game;
  const seat = board.seat_to_move;
  if (move.sowing === null || seat === null) return;
  snap();
  foreseen = { after: board.after, seat, move: move.move };
  const who = personOf(game, sideOfSeat(board, seat), seat);
  const sowing = sown(board.places, move.sowing);
  const sweep = sweepOf(sowing);
  const next = nextPerson({ ...game, board: foresee(board, move) });
  const done = () => say(plySentence(t, who, plyOf(move), sweep, next));
  const plies = game.plies.length + 1;
  enqueue({ kind: "sow", sowing, actor: who, plies, done });
}

/** Shows the server's events, save the move that is shown already. */
export function showNews(before: GameView, after: GameView, news: readonly EventView[]): void {
  let { south_seat } = before.board;
  let plies = before.plies.length;
  for (const [index, event] of news.entries()) {
    const isLast = index === news.length - 1;
    if (event.type === "played") {
      plies += 1;
      if (event.ply.move === 0) south_seat = 1 - south_seat;
      if (isForeseen(event, before)) continue;
      const next = isLast ? nextPerson(after) : null;
      const who = personOf(before, event.ply.side, event.ply.seat);
      showPly(event, plies, who, next, frontSide(after, { south_seat }));
    } else if (event.type === "undone") {
      plies -= event.plies;
      if (!isLast) continue;
      forget();
      settleOn(after);
      const next = nextPerson(after);
      say(next === null ? t("say.undone") : `${t("say.undone")} ${t(`say.turn.${next}`)}`);
    } else if (event.type === "ended") {
      enqueue({ kind: "cue", done: () => sayResult(after) });
    }
  }
}

/** Brings the stage back to the server's board, if it shows another. */
export function restore(game: GameView): void {
  forget();
  const { places } = game.board;
  if (finalCounts()?.every((count, place) => count === places[place]) !== true) settleOn(game);
}

export function forget(): void {
  foreseen = null;
}

function isForeseen(event: Played, before: GameView): boolean {
  if (foreseen === null) return false;
  const { after, seat, move } = foreseen;
  foreseen = null;
  const isIt = event.seq === after + 1 && event.ply.seat === seat && event.ply.move === move;
  if (!isIt) settleOn(before);
  return isIt;
}

function settleOn(game: GameView): void {
  const { places, unscored, last } = game.board;
  snap();
  enqueue({ kind: "settle", places, unscored, last, front: frontSide(game, game.board) });
}

function showPly(event: Played, plies: number, who: Person, next: Person | null, front: Side) {
  const { ply, sowing } = event;
  const done = () => say(plySentence(t, who, ply, sweepOf(sowing), next));
  if (sowing === null) enqueue({ kind: "turn", front, plies, done });
  else enqueue({ kind: "sow", sowing, actor: who, plies, done });
}

/** Who moves next, as far as it is worth saying: not when the CPU goes on or the game is over. */
function nextPerson(game: GameView): Person | null {
  const { seat_to_move, to_move, outcome } = game.board;
  if (outcome !== null || seat_to_move === null) return null;
  const person = personOf(game, to_move, seat_to_move);
  return person === "cpu" ? null : person;
}

/** How the winner of a finished game is called; null after a draw. */
export function winnerOf(game: GameView): Person | null {
  const { outcome } = game.board;
  if (outcome === null || outcome.winner === null) return null;
  const seat = outcome.winner_seat ?? seatOfSide(game.board, outcome.winner);
  return personOf(game, outcome.winner, seat);
}

/** The result in one message with the move that led to it, so that they are heard in order. */
function sayResult(game: GameView): void {
  const { outcome } = game.board;
  // A game that makes room for a newer one is no news.
  if (outcome === null || outcome.reason === "aborted") return;
  const winner = winnerOf(game);
  const title = resultTitle(t, outcome, winner);
  const result = t("result.say", { title, reason: resultReason(t, outcome, winner) });
  const move = BY_PLAY.has(outcome.reason) ? lastSentence(game) : null;
  notice.value = null;
  conclude(move === null ? result : `${move} ${result}`);
  endings.value += 1;
}
