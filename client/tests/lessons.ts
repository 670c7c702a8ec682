import type {
  LessonMoveView,
  LessonStepView,
  LessonView,
  SowingView,
  WordsView,
} from "../src/protocol";
import { BEFORE_CAPTURE, BEFORE_SWEEP, CAPTURE, EXTRA_TURN, OPENING, SWEEP } from "./sowings";

/** A small lesson as the server sends one, written by hand. */

export function words(text: string): WordsView {
  return { es: text, en: `${text} (en)` };
}

/** South's pit 2 ends in his pit 6. */
export const PLAIN: SowingView = {
  origin: 1,
  visited: [2, 3, 4, 5],
  captures: [],
  extra_turn: false,
  sweep: [],
  ends: false,
  places: [4, 0, 5, 5, 5, 5, 0, 4, 4, 4, 4, 4, 4, 0],
};

/** After `EXTRA_TURN` South's pit 6 passes his store. */
export const ONWARD: SowingView = {
  origin: 5,
  visited: [6, 7, 8, 9, 10],
  captures: [],
  extra_turn: false,
  sweep: [],
  ends: false,
  places: [4, 4, 0, 5, 5, 0, 2, 5, 5, 5, 5, 4, 4, 0],
};

export function moveView(
  move: number,
  sowing: SowingView,
  changes: Partial<LessonMoveView> = {},
): LessonMoveView {
  return { move, sowing, next: null, answers: [], score: 0, solves: false, ...changes };
}

function stepView(key: string, changes: Partial<LessonStepView>): LessonStepView {
  return {
    key,
    title: words(`title of ${key}`),
    opening: null,
    boards: [],
    guides: [],
    praise: words(`praise of ${key}`),
    puzzle: null,
    ...changes,
  };
}

const GUIDE_3 = { move: 3, text: words("sow 3"), nudge: words("rather 3") };
const GUIDE_6 = { move: 6, text: words("now 6"), nudge: words("rather 6") };

/** Two moves: pit 3 earns an extra turn, then pit 6. */
export const EXTRA_STEP = stepView("extra", {
  boards: [
    {
      places: OPENING,
      to_move: "south",
      forced_pit: null,
      legal: [moveView(2, PLAIN), moveView(3, EXTRA_TURN, { next: 1 })],
    },
    {
      places: EXTRA_TURN.places,
      to_move: "south",
      forced_pit: null,
      legal: [moveView(6, ONWARD)],
    },
  ],
  guides: [GUIDE_3, GUIDE_6],
});

/** The rival moves first; then pit 1 captures. */
export const OPENED_STEP = stepView("opened", {
  opening: {
    places: [1, 0, 4, 4, 4, 3, 10, 4, 4, 4, 4, 5, 1, 4],
    move: {
      move: 6,
      sowing: {
        origin: 12,
        visited: [5],
        captures: [],
        extra_turn: false,
        sweep: [],
        ends: false,
        places: BEFORE_CAPTURE,
      },
    },
  },
  boards: [
    {
      places: BEFORE_CAPTURE,
      to_move: "south",
      forced_pit: null,
      legal: [moveView(1, CAPTURE)],
    },
  ],
  guides: [{ move: 1, text: words("sow 1"), nudge: words("rather 1") }],
});

/** A puzzle of two extra turns at most; pit 2 misses it. */
export const CHAIN_STEP = stepView("chain", {
  boards: [
    {
      places: OPENING,
      to_move: "south",
      forced_pit: null,
      legal: [moveView(2, PLAIN), moveView(3, EXTRA_TURN, { next: 1, score: 1, solves: true })],
    },
    { places: EXTRA_TURN.places, to_move: "south", forced_pit: null, legal: [] },
  ],
  guides: [GUIDE_3],
  puzzle: { aim: "extra_turns", target: 1, tries: 2, hint: words("think of the store") },
});

/** A puzzle in which a wrong move is answered by the rival. */
export const SAVE_STEP = stepView("save", {
  boards: [
    {
      places: BEFORE_SWEEP,
      to_move: "south",
      forced_pit: null,
      legal: [moveView(6, SWEEP, { score: 0, solves: true })],
    },
  ],
  guides: [GUIDE_6],
  puzzle: { aim: "lost", target: 0, tries: 2, hint: words("away") },
});

export const LESSON: LessonView = {
  game: "kalah",
  variant: "kalah(6,4)",
  pits: 6,
  seeds: 4,
  title: words("lesson"),
  steps: [EXTRA_STEP, OPENED_STEP, CHAIN_STEP, SAVE_STEP],
  closing: words("closing"),
};
