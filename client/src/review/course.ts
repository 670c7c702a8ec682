import type { BoardView, EventView, GameView, PlyView, SowingView } from "../protocol";

/** A finished game as the row of its positions, for stepping through it; pure. */

/** Where the game stood after a ply; the first one stands before all of them. */
export interface Station {
  readonly ply: PlyView | null;
  readonly sowing: SowingView | null;
  readonly places: readonly number[];
  readonly unscored: number;
  readonly south_seat: number;
  /** The last sowing until then, for its marks. */
  readonly last: SowingView | null;
}

/** The stations of a game, in order; what was taken back is not among them. */
export function courseOf(game: GameView, events: readonly EventView[]): readonly Station[] {
  const row = Array.from({ length: game.pits }, () => game.seeds);
  const places = [...row, 0, ...row, 0];
  const start: Station = {
    ply: null,
    sowing: null,
    places,
    unscored: 0,
    south_seat: 0,
    last: null,
  };
  const total = sum(places);
  const stations = [start];
  for (const event of events) {
    if (event.type === "undone") stations.splice(stations.length - event.plies, event.plies);
    if (event.type !== "played") continue;
    const before = stations.at(-1) ?? start;
    const { ply, sowing } = event;
    const after = sowing?.places ?? before.places;
    stations.push({
      ply,
      sowing,
      places: after,
      unscored: total - sum(after),
      south_seat: ply.move === 0 ? 1 - before.south_seat : before.south_seat,
      last: sowing ?? before.last,
    });
  }
  return stations;
}

/** The game's board as it was at a station: nobody can move there. */
export function boardAt(game: GameView, station: Station): BoardView {
  const { places, unscored, south_seat, last, ply } = station;
  return {
    ...game.board,
    places,
    unscored,
    south_seat: south_seat === 0 ? 0 : 1,
    last,
    legal: [],
    seat_to_move: null,
    forced_pit: null,
    is_swap_offered: false,
    extra_turn: ply?.extra_turn ?? false,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
