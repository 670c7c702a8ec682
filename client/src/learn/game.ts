import { plyOf } from "../announce";
import { pitAt, storeOf } from "../board/places";
import type { GameView, LessonAnswerView, LessonView, PlyView, SowingView } from "../protocol";
import { boardOf, type Course } from "./course";

/** The game that the board is told of while a lesson is on it: nobody's, and on no server. */

const SIDES = ["south", "north"] as const;

/** What lies on the board when it is not the reader's turn. */
export interface Standing {
  readonly places: readonly number[];
  readonly last: SowingView | null;
}

/** The game in which the reader may make the moves of a course's board. */
export function gameOf(
  lesson: LessonView,
  course: Course,
  plies: readonly PlyView[],
  last: SowingView | null,
): GameView {
  const board = boardOf(course);
  const places = board?.places ?? [];
  const standing = still(lesson, course.step.key, plies, { places, last });
  return {
    ...standing,
    board: {
      ...standing.board,
      seat_to_move: 0,
      forced_pit: board?.forced_pit ?? null,
      extra_turn: course.depth > 0,
      legal: board?.legal.map(({ move, sowing }) => ({ move, sowing })) ?? [],
    },
  };
}

/** The game in which nothing may be moved. */
export function still(
  lesson: LessonView,
  key: string,
  plies: readonly PlyView[],
  { places, last }: Standing,
): GameView {
  return {
    id: `lesson-${lesson.game}-${key}`,
    variant: lesson.variant,
    pits: lesson.pits,
    seeds: lesson.seeds,
    mode: "local",
    seats: [
      { kind: "human", level: null, name: null },
      { kind: "human", level: null, name: null },
    ],
    you: [0],
    claim_after_ms: null,
    cpu_after_ms: null,
    plies,
    board: {
      seq: 0,
      after: 0,
      places,
      unscored: 0,
      to_move: "south",
      seat_to_move: null,
      south_seat: 0,
      extra_turn: false,
      forced_pit: null,
      is_swap_offered: false,
      can_undo: false,
      legal: [],
      last,
      outcome: null,
      clock: null,
    },
  };
}

/** A move as the last one of a game. */
export function plyIn(lesson: LessonView, move: LessonAnswerView): PlyView {
  const side = pitAt(move.sowing.origin, lesson.pits)?.side ?? "south";
  const { places } = move.sowing;
  const stores = SIDES.map((owner) => places[storeOf(owner, lesson.pits)] ?? 0);
  return { ...plyOf(move), seat: side === "south" ? 0 : 1, side, stores };
}
