import type { GameView } from "../protocol";
import { bandOf } from "./bands";
import { endOf, playedOf } from "./played";
import { type GameBegan, type GameEnded, MINUTES, MOVES } from "./schema";

/** What statistics have to tell of a game while it goes on; pure. */

export interface Course {
  /** As it was last seen. */
  readonly game: GameView;
  /** When its first move was seen, by the page's clock; null: it had been made before. */
  readonly began_ms: number | null;
  readonly has_begun: boolean;
  readonly is_over: boolean;
}

export type Told = Omit<GameBegan, "device"> | Omit<GameEnded, "device">;

const MINUTE_MS = 60_000;

/** A game as it is found. */
export function courseOf(game: GameView): Course {
  const has_begun = game.plies.length > 0;
  return { game, began_ms: null, has_begun, is_over: game.board.outcome !== null };
}

/** The course after the same game has changed, and what is to be told of it, each thing once. */
export function follow(
  before: Course,
  game: GameView,
  now_ms: number,
): { readonly course: Course; readonly told: readonly Told[] } {
  let course: Course = { ...before, game };
  // Whoever only watches has nothing to tell.
  if (game.you.length === 0) return { course, told: [] };
  const told: Told[] = [];
  if (!course.has_begun && game.plies.length > 0) {
    course = { ...course, has_begun: true, began_ms: now_ms };
    told.push({ type: "game_began", played: playedOf(game) });
  }
  // One that is taken back after its end and ends anew is told once.
  if (course.has_begun && !course.is_over && game.board.outcome !== null) {
    course = { ...course, is_over: true };
    told.push(ended(course, now_ms));
  }
  return { course, told };
}

/** What is to be told when another game takes the place of this one on the page. */
export function left({ game, ...course }: Course, now_ms: number): readonly Told[] {
  // A game between people goes on without this page, and the server ends it.
  const isOwn = game.you.length > 0 && (game.mode === "cpu" || game.mode === "local");
  if (!isOwn || !course.has_begun || course.is_over) return [];
  return [ended({ game, ...course }, now_ms)];
}

function ended({ game, began_ms }: Course, now_ms: number): Told {
  return {
    type: "game_ended",
    played: playedOf(game),
    ...endOf(game),
    moves: bandOf(MOVES, game.plies.length),
    minutes: began_ms === null ? "unknown" : bandOf(MINUTES, (now_ms - began_ms) / MINUTE_MS),
  };
}
