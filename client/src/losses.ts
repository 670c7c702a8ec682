import { signal } from "@preact/signals";
import type { GameView, PlyReview, ReviewView } from "./protocol";

/** What the plies of a finished game gave away, as far as the server has told. */
export const losses = signal<{ readonly key: string; readonly review: ReviewView } | null>(null);

/** Seeds from which on a move is marked as a mistake. */
const MISTAKE = 3;

/** The game as it ended: one that is taken back and ends anew is another one. */
export function keyOf(game: GameView): string {
  return `${game.id} ${game.board.seq}`;
}

/** The review of a ply (counted from 1) that was a mistake; null for any other. */
export function mistakeOf(game: GameView, number: number): PlyReview | null {
  const known = losses.value;
  if (known === null || known.key !== keyOf(game)) return null;
  const ply = known.review.plies[number - 1] ?? null;
  return ply !== null && ply.loss >= MISTAKE ? ply : null;
}
