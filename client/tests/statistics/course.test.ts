import { expect, test } from "vitest";
import type { GameView, OutcomeView, PlyView } from "../../src/protocol";
import { courseOf, follow, left } from "../../src/statistics/course";
import { playedOf } from "../../src/statistics/played";
import { boardView, gameView } from "../sowings";

const PLY: PlyView = {
  seat: 0,
  side: "south",
  move: 3,
  seeds: 4,
  captured: 0,
  extra_turn: true,
  stores: [1, 0],
};
const OUTCOME: OutcomeView = {
  winner: "south",
  winner_seat: 0,
  reason: "pits_empty",
  margin: 8,
  stores: [28, 20],
  unscored: 0,
};
const MINUTE_MS = 60_000;

function after(plies: number, changes: Partial<GameView> = {}): GameView {
  return gameView({ plies: Array.from({ length: plies }, () => PLY), ...changes });
}

function over(plies: number, outcome: Partial<OutcomeView> = {}, changes: Partial<GameView> = {}) {
  const board = boardView({ outcome: { ...OUTCOME, ...outcome } });
  return after(plies, { board, ...changes });
}

test("a game is told once, with its first move, and its end once", () => {
  let { course, told } = follow(courseOf(after(0)), after(0), 0);
  expect(told).toEqual([]);
  ({ course, told } = follow(course, after(1), MINUTE_MS));
  expect(told).toEqual([{ type: "game_began", played: playedOf(after(0)) }]);
  ({ course, told } = follow(course, after(2), 2 * MINUTE_MS));
  expect(told).toEqual([]);
  ({ course, told } = follow(course, over(34), 5.5 * MINUTE_MS));
  expect(told).toEqual([
    {
      type: "game_ended",
      played: playedOf(after(0)),
      ending: "played_out",
      result: "won",
      moves: "30-49",
      minutes: "3-4",
    },
  ]);
  ({ course, told } = follow(course, after(30), 6 * MINUTE_MS));
  ({ course, told } = follow(course, over(33), 7 * MINUTE_MS));
  expect(told).toEqual([]);
  expect(left(course, 8 * MINUTE_MS)).toEqual([]);
});

test("a game that the page is opened in has begun before, for how long is not known", () => {
  const { told } = follow(
    courseOf(after(5)),
    over(6, { reason: "resignation", winner_seat: 1 }),
    9,
  );
  expect(told).toMatchObject([{ ending: "resigned", result: "lost", minutes: "unknown" }]);
});

test("a move that was made while the code was on its way begins the game all the same", () => {
  const { told } = follow(courseOf(after(0)), after(2), 9);
  expect(told.map(({ type }) => type)).toEqual(["game_began"]);
});

test("a finished game that is looked at again is told no more", () => {
  const { course, told } = follow(courseOf(over(30)), over(30), 9);
  expect([told, left(course, 9)]).toEqual([[], []]);
});

test("one's own game that another takes the place of was left unfinished", () => {
  const { course } = follow(courseOf(after(0)), after(4), 0);
  expect(left(course, 30_000)).toMatchObject([
    { type: "game_ended", ending: "aborted", result: "none", moves: "0-9", minutes: "0" },
  ]);
  expect(left(courseOf(after(0)), 0)).toEqual([]);
  for (const mode of ["friend", "casual", "rated"] as const) {
    expect(left({ ...course, game: after(4, { mode }) }, 0)).toEqual([]);
  }
});

test("whoever watches tells nothing", () => {
  const watched = { you: [], mode: "casual" } as const;
  const { course, told } = follow(courseOf(after(0, watched)), over(9, {}, watched), 0);
  expect([told, left(course, 0)]).toEqual([[], []]);
});

test.each([
  [{ you: [0, 1], mode: "local" }, { winner_seat: 0 }, "first_won"],
  [{ you: [0, 1], mode: "local" }, { winner_seat: 1 }, "second_won"],
  [{ you: [1] }, { winner_seat: 0 }, "lost"],
  [{ you: [1] }, { winner: null, winner_seat: null }, "drawn"],
  [{ you: [0] }, { winner: null, winner_seat: null, reason: "aborted" }, "none"],
] as const)("the result is told for who sits there", (changes, outcome, result) => {
  const game = over(9, outcome, changes as Partial<GameView>);
  expect(follow(courseOf(after(1)), game, 0).told).toMatchObject([{ result }]);
});

test.each([
  ["kalah(6,4)", { game: "kalah", seeds: "4", pie: false, rest: "owner" }],
  [
    "kalah(6,3)+pie+empty-capture+by-turns+leave-rest",
    {
      seeds: "3",
      pie: true,
      empty_capture: true,
      by_turns: true,
      rest: "leave-rest",
    },
  ],
  ["kalah(5,4)", { seeds: "other" }],
  ["kalah(6,9)", { seeds: "other" }],
  ["wari(6,4)", { game: "wari", seeds: "4" }],
])("of %s its options are told", (variant, told) => {
  expect(playedOf(gameView({ variant }))).toMatchObject(told);
});

test("the level is that of an opponent one has chosen, not of a friend's stand-in", () => {
  expect(playedOf(gameView()).level).toBe("medium");
  expect(playedOf(gameView({ mode: "friend" })).level).toBe("none");
});

test.each([
  [null, "none"],
  ["3+2", "short"],
  ["5+5", "long"],
  ["8+0", "long"],
  ["7+1", "short"],
])("a clock of %s is %s", (control, clock) => {
  const told = { control, remaining_ms: [0, 0], at_ms: 0, now_ms: 0, is_running: false };
  const board = boardView({ clock: control === null ? null : { ...told, control } });
  expect(playedOf(gameView({ board })).clock).toBe(clock);
});
