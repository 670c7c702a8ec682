import { describe, expect, test } from "vitest";
import type { EventView, GameView, PlyView } from "../src/protocol";
import { boardAt, courseOf } from "../src/review/course";
import { extremesOf, marginsOf } from "../src/review/margins";
import { EXTRA_TURN, gameView, OPENING } from "./sowings";

function ply(changes: Partial<PlyView>): PlyView {
  return {
    seat: 0,
    side: "south",
    move: 3,
    seeds: 4,
    captured: 0,
    extra_turn: false,
    stores: [0, 0],
    ...changes,
  };
}

function played(seq: number, changes: Partial<PlyView>, isSwap = false): EventView {
  const sowing = isSwap ? null : EXTRA_TURN;
  return { type: "played", seq, at_ms: 0, ply: ply(changes), sowing };
}

const OUTCOME = {
  winner: "south",
  winner_seat: 0,
  reason: "pits_empty",
  margin: 8,
  stores: [28, 20],
  unscored: 0,
} as const;

function finished(plies: readonly PlyView[], south_seat: 0 | 1 = 0): GameView {
  const usual = gameView({ plies });
  return { ...usual, board: { ...usual.board, south_seat, outcome: OUTCOME } };
}

describe("the course of a game", () => {
  test("begins before the first ply, and what was taken back is not in it", () => {
    const stations = courseOf(gameView({}), [
      played(2, { move: 1 }),
      played(3, { move: 2 }),
      { type: "undone", seq: 4, at_ms: 0, seat: 0, plies: 2 },
      played(5, { move: 3 }),
    ]);
    expect(stations.map((station) => station.ply?.move ?? null)).toEqual([null, 3]);
    expect(stations[0]?.places).toEqual(OPENING);
    expect(stations[1]?.places).toEqual(EXTRA_TURN.places);
  });

  test("a swap moves no seed and exchanges the sides", () => {
    const stations = courseOf(gameView({}), [
      played(2, {}),
      played(3, { seat: 1, side: "north", move: 0 }, true),
    ]);
    expect(stations[2]?.places).toEqual(EXTRA_TURN.places);
    expect(stations.map((station) => station.south_seat)).toEqual([0, 0, 1]);
  });

  test("nobody can move on the board of an earlier ply", () => {
    const game = finished([ply({})]);
    const [start] = courseOf(game, []);
    if (start === undefined) throw new Error("no start");
    const board = boardAt(game, start);
    expect(board).toMatchObject({ places: OPENING, legal: [], seat_to_move: null });
    expect(board.outcome).toEqual(OUTCOME);
  });
});

describe("the margins", () => {
  test("are a seat's own lead after each ply, the last one the result's", () => {
    const game = finished([
      ply({ stores: [1, 0] }),
      ply({ seat: 1, side: "north", stores: [1, 4] }),
      ply({ stores: [24, 20] }),
    ]);
    expect(marginsOf(game, 0)).toEqual([0, 1, -3, 8]);
    expect(marginsOf(game, 1)).toEqual([0, -1, 3, -8]);
  });

  test("change their sign with a swap", () => {
    const plies = [
      ply({ stores: [1, 0] }),
      ply({ seat: 1, side: "north", move: 0, stores: [1, 0] }),
      ply({ seat: 0, side: "north", stores: [1, 3] }),
      ply({ seat: 1, side: "south", stores: [28, 20] }),
    ];
    expect(marginsOf(finished(plies, 1), 0)).toEqual([0, 1, -1, 2, -8]);
  });

  test("the extremes are where they were reached first", () => {
    expect(extremesOf([0, 3, -2, 3, -2, 1])).toEqual({
      most: 3,
      most_ply: 1,
      least: -2,
      least_ply: 2,
    });
  });
});
