import type { BoardView, GameView, SowingView } from "../src/protocol";

/** Sowings as the server sends them, written by hand, and small games to put them in. */

/** 4 4 4 4 4 4 | 0 on both sides; South sows pit 3 into his store. */
export const OPENING = [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0];
export const EXTRA_TURN: SowingView = {
  origin: 2,
  visited: [3, 4, 5, 6],
  captures: [],
  extra_turn: true,
  sweep: [],
  ends: false,
  places: [4, 4, 0, 5, 5, 5, 1, 4, 4, 4, 4, 4, 4, 0],
};

/** South's pit 1 falls into his empty pit 2 and takes the 5 seeds facing it. */
export const BEFORE_CAPTURE = [1, 0, 4, 4, 4, 4, 10, 4, 4, 4, 4, 5, 0, 4];
export const CAPTURE: SowingView = {
  origin: 0,
  visited: [1],
  captures: [
    { pit: 1, seeds: 1, store: 6 },
    { pit: 11, seeds: 5, store: 6 },
  ],
  extra_turn: false,
  sweep: [],
  ends: false,
  places: [0, 0, 4, 4, 4, 4, 16, 4, 4, 4, 4, 0, 0, 4],
};

/** South's last seed ends the game; North's row goes to North. */
export const BEFORE_SWEEP = [0, 0, 0, 0, 0, 1, 24, 1, 0, 0, 2, 0, 0, 20];
export const SWEEP: SowingView = {
  origin: 5,
  visited: [6],
  captures: [],
  extra_turn: false,
  sweep: [
    { pit: 7, seeds: 1, store: 13 },
    { pit: 10, seeds: 2, store: 13 },
  ],
  ends: true,
  places: [0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 0, 0, 0, 23],
};

/** South's last seed is the last on the board: the game ends with nothing left to sweep. */
export const BEFORE_LAST_SEED = [0, 0, 0, 0, 0, 1, 26, 0, 0, 0, 0, 0, 0, 21];
export const LAST_SEED: SowingView = {
  origin: 5,
  visited: [6],
  captures: [],
  extra_turn: false,
  sweep: [],
  ends: true,
  places: [0, 0, 0, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0, 21],
};

export function boardView(changes: Partial<BoardView> = {}): BoardView {
  return {
    seq: 1,
    after: 1,
    places: OPENING,
    unscored: 0,
    to_move: "south",
    seat_to_move: 0,
    south_seat: 0,
    extra_turn: false,
    forced_pit: null,
    is_swap_offered: false,
    can_undo: false,
    legal: [{ move: 3, sowing: EXTRA_TURN }],
    last: null,
    outcome: null,
    clock: null,
    ...changes,
  };
}

export function gameView(changes: Partial<GameView> = {}): GameView {
  return {
    id: "game0001",
    variant: "kalah(6,4)",
    pits: 6,
    seeds: 4,
    mode: "cpu",
    seats: [
      { kind: "human", level: null, name: "Ceiba 482" },
      { kind: "cpu", level: "medium", name: null },
    ],
    you: [0],
    plies: [],
    board: boardView(),
    claim_after_ms: null,
    cpu_after_ms: null,
    ...changes,
  };
}
