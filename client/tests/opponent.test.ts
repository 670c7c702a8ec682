import { beforeEach, expect, test, vi } from "vitest";
import { chosen, chosenClock, confirmed, nextClock, proposeNext } from "../src/opponent";
import { startGame } from "../src/session";
import { dialog, game } from "../src/store";
import { USUAL } from "../src/variant";
import { boardView, gameView } from "./sowings";

vi.mock("../src/session", () => ({ startGame: vi.fn(async () => {}) }));

beforeEach(() => {
  vi.mocked(startGame).mockClear();
  chosen.value = null;
  chosenClock.value = undefined;
  dialog.value = null;
});

const AGAINST = { mode: "cpu", level: "medium", seat: 0, clock: null };

test("the next game is the same again", () => {
  game.value = gameView({ variant: "kalah(6,5)+pie" });
  proposeNext(game.value);
  expect(startGame).toHaveBeenLastCalledWith({ variant: "kalah(6,5)+pie", ...AGAINST });
});

test("or the one that the panel has chosen, which is then chosen no more", () => {
  game.value = gameView();
  chosen.value = { ...USUAL, game: "oware" };
  proposeNext(game.value);
  expect(startGame).toHaveBeenLastCalledWith({ variant: "oware(6,4)", ...AGAINST });
  expect(chosen.value).toBeNull();
});

test("also after the question whether to leave a game underway", () => {
  const ply = {
    seat: 0,
    side: "south",
    move: 3,
    seeds: 4,
    captured: 0,
    extra_turn: true,
    stores: [1, 0],
  } as const;
  game.value = gameView({ plies: [ply] });
  chosen.value = { ...USUAL, game: "wari" };
  proposeNext(game.value);
  expect(dialog.value).toBe("restart");
  expect(startGame).not.toHaveBeenCalled();
  confirmed();
  expect(startGame).toHaveBeenLastCalledWith({ variant: "wari(6,4)", ...AGAINST });
});

const CLOCK = {
  control: "3+2",
  remaining_ms: [180_000, 180_000],
  at_ms: 0,
  now_ms: 0,
  is_running: false,
};

test("the next game has the clock of the last one, or the one that was chosen", () => {
  game.value = gameView({ board: boardView({ clock: CLOCK }) });
  proposeNext(game.value);
  expect(startGame).toHaveBeenLastCalledWith(expect.objectContaining({ clock: "3+2" }));
  chosenClock.value = null;
  proposeNext(game.value);
  expect(startGame).toHaveBeenLastCalledWith(expect.objectContaining({ clock: null }));
});

test("a friend's clock is not taken along into a game against the CPU", () => {
  game.value = gameView({ mode: "friend", board: boardView({ clock: CLOCK }) });
  expect(nextClock()).toBeNull();
});
