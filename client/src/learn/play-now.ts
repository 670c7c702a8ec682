import { createGame, fetchCurrent } from "../api";
import { hasPlayed } from "../game";
import type { LessonView } from "../protocol";

/** Begins a game of the lesson's kind against the easy opponent; the result is its address. */
export async function playNow(lesson: LessonView): Promise<string> {
  const current = await fetchCurrent();
  // A game that the reader has on the go stays as it is, in a room of its own.
  const isFree = current !== null && (current.board.outcome !== null || !hasPlayed(current));
  const wish = { variant: lesson.variant, mode: "cpu", level: "easy", seat: 0 } as const;
  const game = await createGame({ ...wish, previous: isFree ? current.id : null });
  return `/g/${game.id}`;
}
