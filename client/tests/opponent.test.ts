import { beforeEach, expect, test, vi } from "vitest";
import { chosen, confirmed, proposeNext } from "../src/opponent";
import { startGame } from "../src/session";
import { dialog, game } from "../src/store";
import { USUAL } from "../src/variant";
import { gameView } from "./sowings";

vi.mock("../src/session", () => ({ startGame: vi.fn(async () => {}) }));

beforeEach(() => {
  vi.mocked(startGame).mockClear();
  chosen.value = null;
  dialog.value = null;
});

const AGAINST = { mode: "cpu", level: "medium", seat: 0 };

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
