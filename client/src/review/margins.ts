import { sideOfSeat } from "../board/places";
import type { GameView } from "../protocol";

/**
 * By how many seeds a seat's store leads after each ply, beginning with 0 before the first; the
 * last one is the result's, whatever brought it about. Pure.
 */
export function marginsOf(game: GameView, seat: number): readonly number[] {
  const margins = [0];
  for (const { stores, side, seat: mover, move } of game.plies) {
    // A swap hands the mover the other side, with all that is stored there.
    const [south = 0, north = 0] = stores;
    const moves_for = mover === seat;
    const is_south = (side === "south") === (moves_for !== (move === 0));
    margins.push(is_south ? south - north : north - south);
  }
  const { outcome } = game.board;
  if (outcome !== null && margins.length > 1) {
    const is_south = sideOfSeat(game.board, seat) === "south";
    margins[margins.length - 1] = is_south ? outcome.margin : -outcome.margin;
  }
  return margins;
}

export interface Extremes {
  readonly most: number;
  readonly most_ply: number;
  readonly least: number;
  readonly least_ply: number;
}

/** The greatest lead of either player, and after which ply it was reached first. */
export function extremesOf(margins: readonly number[]): Extremes {
  const [most, least] = [Math.max(0, ...margins), Math.min(0, ...margins)];
  return { most, most_ply: margins.indexOf(most), least, least_ply: margins.indexOf(least) };
}
