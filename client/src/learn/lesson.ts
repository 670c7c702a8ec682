import { batch, computed, effect, signal } from "@preact/signals";
import { plyOf, plySentence, sweepOf } from "../announce";
import { fetchLesson } from "../api";
import { placeOf } from "../board/places";
import { enqueue, isMoving, present, snap } from "../board/stage";
import { type Hand, handTo, type Means, whyNot } from "../choice";
import type { Person } from "../game";
import { t } from "../i18n";
import { hush, say } from "../live";
import { explain } from "../notices";
import type {
  BoardView,
  GameView,
  LegalMove,
  LessonAnswerView,
  LessonMoveView,
  LessonStepView,
  LessonView,
  PlyView,
} from "../protocol";
import { beacon, game, hovered, notice, selected, stops } from "../store";
import {
  again,
  begin,
  type Course,
  judge,
  moveOf,
  solutionOf,
  triesLeft,
  wantedOf,
} from "./course";
import { factOf } from "./facts";
import { gameOf, plyIn, still } from "./game";
import { END, keepProgress, type Progress, recallProgress, withDone } from "./progress";
import { told, w } from "./words";

/** The lesson on the page: which step, how it stands, and what a tap on the board does. */

export type LessonPhase = "loading" | "ready" | "failed";

export const phase = signal<LessonPhase>("loading");
export const lesson = signal<LessonView | null>(null);
/** Index of the step on the page; as many as there are steps is the end of the lesson. */
export const index = signal(0);
export const course = signal<Course | null>(null);
export const progress = signal<Progress>({ step: null, done: [] });
/** The solution is being shown. */
export const isSolving = signal(false);

/** Counts what should take the focus: a new step's heading, the way on after it. */
export const arrivals = signal(0);
export const completions = signal(0);

export const isAtEnd = computed(() => index.value === (lesson.value?.steps.length ?? -1));

let plies: readonly PlyView[] = [];
/** What the last tap was made with decides whether the focus goes on by itself. */
let last_means: Means = "mouse";

const HAND: Hand = {
  waits: (means) => {
    last_means = means;
    return false;
  },
  sow,
  refuse,
};

export async function open(name: string): Promise<void> {
  phase.value = "loading";
  try {
    const fetched = await fetchLesson(name);
    progress.value = recallProgress(name);
    lesson.value = fetched;
    goTo(placeOfStep(fetched, progress.value.step));
    phase.value = "ready";
  } catch {
    phase.value = "failed";
  }
}

function placeOfStep(taught: LessonView, key: string | null): number {
  if (key === END) return taught.steps.length;
  return Math.max(
    0,
    taught.steps.findIndex((step) => step.key === key),
  );
}

/** The pit that glows follows from the step; not while seeds are still on their way. */
effect(() => {
  const [now, taught] = [course.value, lesson.value];
  const wanted = now === null || isMoving.value ? null : wantedOf(now);
  const place = wanted === null || taught === null ? null : placeOf("south", wanted, taught.pits);
  beacon.value = place;
  if (place !== null) stops.value = { ...stops.peek(), south: place };
});

/** Goes to a step, or beyond the last one to the end of the lesson. */
export function goTo(wanted: number): void {
  const taught = lesson.value;
  if (taught === null) return;
  const goal = Math.min(Math.max(0, wanted), taught.steps.length);
  const step = taught.steps[goal];
  batch(() => {
    index.value = goal;
    arrivals.value += 1;
    clear();
    remember({ ...progress.value, step: step?.key ?? END });
    if (step === undefined) {
      course.value = null;
    } else {
      course.value = begin(step);
      setUp(taught, course.value);
    }
  });
}

export function next(): void {
  goTo(index.value + 1);
}

export function back(): void {
  goTo(index.value - 1);
}

/** The same step once more. */
export function repeat(): void {
  const [taught, now] = [lesson.value, course.value];
  if (taught === null || now === null) return;
  batch(() => {
    clear();
    course.value = again(now);
    setUp(taught, course.value);
  });
}

export function hint(): void {
  const puzzle = course.value?.step.puzzle;
  if (puzzle != null) explain(told(puzzle.hint));
}

/** Plays the solution of a puzzle before the reader's eyes. */
export function showSolution(): void {
  repeat();
  const [taught, now] = [lesson.value, course.value];
  if (taught === null || now === null) return;
  const moves = solutionOf(now.step);
  isSolving.value = true;
  for (const [place, move] of moves.entries()) {
    const isLast = place === moves.length - 1;
    film(taught, now.step, move, "you", isLast ? () => solved(now) : undefined);
  }
}

function solved(before: Course): void {
  isSolving.value = false;
  course.value = { ...before, status: "shown" };
  explain(w("shown"));
}

function clear(): void {
  snap();
  // Another board: a click on it is no second one of a click on the board before.
  handTo(HAND);
  hush();
  notice.value = null;
  selected.value = null;
  hovered.value = null;
  isSolving.value = false;
  stops.value = { south: null, north: null };
}

/** Puts a step's first board on the stage; a move of the rival comes before it where there is one. */
function setUp(taught: LessonView, fresh: Course): void {
  plies = [];
  const { opening, key } = fresh.step;
  const places = opening?.places ?? fresh.step.boards[0]?.places ?? [];
  present(places, 0, null, "south");
  if (opening === null) {
    game.value = gameOf(taught, fresh, plies, null);
    return;
  }
  game.value = still(taught, key, plies, { places, last: null });
  film(taught, fresh.step, opening.move, "rival", () => {
    game.value = gameOf(taught, fresh, plies, opening.move.sowing);
  });
}

/** A tap while seeds travel only brings them home. */
function isHurried(): boolean {
  if (!isMoving.value) return false;
  snap();
  return true;
}

function sow(legal: LegalMove): void {
  if (isHurried()) return;
  const [taught, now] = [lesson.value, course.value];
  const move = now === null ? null : moveOf(now, legal.move);
  if (taught === null || now === null || move === null) return;
  const verdict = judge(now, move);
  notice.value = null;
  if (verdict.kind === "nudge") {
    nudge(taught, now, move);
    return;
  }
  selected.value = null;
  hush();
  const answers = move.answers;
  const done = () => arrive(taught, verdict.next, move);
  film(taught, now.step, move, "you", answers.length === 0 ? done : undefined);
  for (const [place, answer] of answers.entries()) {
    const isLast = place === answers.length - 1;
    film(taught, now.step, answer, "rival", isLast ? done : undefined);
  }
}

/** Says what the tapped pit would do, shows it on the board, and what is wanted instead. */
function nudge(taught: LessonView, now: Course, move: LessonMoveView): void {
  const guide = now.step.guides[now.depth];
  selected.value = move.sowing.origin;
  explain(`${factOf(move, taught.pits)} ${guide === undefined ? "" : told(guide.nudge)}`);
}

/** One sowing on the stage with its sentence; the game is over it at once, nothing to be moved. */
function film(
  taught: LessonView,
  step: LessonStepView,
  move: LessonAnswerView,
  who: Person,
  done?: () => void,
): void {
  const { sowing } = move;
  plies = [...plies, plyIn(taught, move)];
  game.value = still(taught, step.key, plies, { places: sowing.places, last: sowing });
  enqueue({
    kind: "sow",
    sowing,
    actor: who,
    done: () => {
      say(plySentence(t, who, plyOf(move), sweepOf(sowing), null));
      done?.();
    },
  });
}

/** All seeds of a move have landed. */
function arrive(taught: LessonView, after: Course, move: LessonMoveView): void {
  course.value = after;
  const { step } = after;
  switch (after.status) {
    case "done":
      remember(withDone(progress.value, step.key));
      say(told(step.praise));
      if (last_means === "keyboard") completions.value += 1;
      break;
    case "missed":
      explain(`${missOf(after)} ${wayOn(after)}`);
      break;
    default: {
      game.value = gameOf(taught, after, plies, move.sowing);
      const guide = step.guides[after.depth];
      if (step.puzzle === null && guide !== undefined) say(told(guide.text));
    }
  }
}

function missOf(missed: Course): string {
  const puzzle = missed.step.puzzle;
  if (puzzle === null) return "";
  return w(`miss.${puzzle.aim}`, { n: missed.score, target: puzzle.target });
}

function wayOn(missed: Course): string {
  const n = triesLeft(missed);
  return n === 0 ? w("miss.solution") : w("miss.again", { n });
}

/** A tap on a pit that cannot be sown now. */
function refuse(now: GameView, view: BoardView, place: number): void {
  if (isHurried()) return;
  const status = course.value?.status;
  if (status === "missed") explain(w("after.missed"));
  else if (status !== "open") explain(w("after.done"));
  else {
    const [key, pit] = whyNot(now, view, place);
    explain(t(key, { pit }));
  }
}

function remember(fresh: Progress): void {
  progress.value = fresh;
  if (lesson.value !== null) keepProgress(lesson.value.game, fresh);
}
