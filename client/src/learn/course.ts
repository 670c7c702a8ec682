import type { LessonBoardView, LessonMoveView, LessonStepView } from "../protocol";

/** A step of a lesson as it is being played; pure. Every move and its end come from the server. */

export type Status =
  /** The reader is to move. */
  | "open"
  /** The moves that were asked for are made, or the puzzle is solved. */
  | "done"
  /** The turn is over and the puzzle is not solved. */
  | "missed"
  /** The solution has been shown. */
  | "shown";

export interface Course {
  readonly step: LessonStepView;
  /** Index of the board before the reader. */
  readonly board: number;
  /** Moves of this turn. */
  readonly depth: number;
  readonly status: Status;
  /** What the turn counts so far, for a puzzle. */
  readonly score: number;
  /** Turns that have not solved the puzzle. */
  readonly misses: number;
}

export type Verdict =
  /** Another move is wanted: nothing is sown. */
  { readonly kind: "nudge" } | { readonly kind: "sow"; readonly next: Course };

export function begin(step: LessonStepView): Course {
  return { step, board: 0, depth: 0, status: "open", score: 0, misses: 0 };
}

/** The same step from its start; the turns that missed it are remembered. */
export function again(course: Course): Course {
  return { ...begin(course.step), misses: course.misses };
}

export function boardOf(course: Course): LessonBoardView | null {
  return course.step.boards[course.board] ?? null;
}

/** The legal move with this number on the board before the reader. */
export function moveOf(course: Course, move: number): LessonMoveView | null {
  return boardOf(course)?.legal.find((legal) => legal.move === move) ?? null;
}

/** The pit number that glows: none in a puzzle, nor when the step is over. */
export function wantedOf(course: Course): number | null {
  if (course.step.puzzle !== null || course.status !== "open") return null;
  return course.step.guides[course.depth]?.move ?? null;
}

/** What becomes of a legal move. */
export function judge(course: Course, move: LessonMoveView): Verdict {
  const wanted = wantedOf(course);
  if (wanted !== null && wanted !== move.move) return { kind: "nudge" };
  return { kind: "sow", next: follow(course, move) };
}

function follow(course: Course, move: LessonMoveView): Course {
  const { step } = course;
  const depth = course.depth + 1;
  const moved = { ...course, depth, score: move.score, board: move.next ?? course.board };
  if (step.puzzle === null) {
    return { ...moved, status: depth === step.guides.length ? "done" : "open" };
  }
  if (move.solves) return { ...moved, status: "done" };
  if (move.next !== null) return moved;
  return { ...moved, status: "missed", misses: course.misses + 1 };
}

/** Turns that the reader may still try before the solution is offered. */
export function triesLeft(course: Course): number {
  return Math.max(0, (course.step.puzzle?.tries ?? 0) - course.misses);
}

/** The moves that the guides ask for, from the first board on: for a puzzle its solution. */
export function solutionOf(step: LessonStepView): readonly LessonMoveView[] {
  const moves: LessonMoveView[] = [];
  let board = step.boards[0];
  for (const guide of step.guides) {
    const move = board?.legal.find((legal) => legal.move === guide.move);
    if (move === undefined) break;
    moves.push(move);
    board = move.next === null ? undefined : step.boards[move.next];
  }
  return moves;
}
