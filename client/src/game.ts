import { other, rowOf, type Side, sideOfSeat } from "./board/places";
import { sown } from "./board/sown";
import type {
  BoardView,
  Events,
  EventView,
  GameView,
  LegalMove,
  PlyView,
  SeatView,
} from "./protocol";

/** What a game is after the server's events; pure. The rules are the server's. */

export type Receipt =
  | { readonly kind: "applied"; readonly game: GameView; readonly news: readonly EventView[] }
  /** Events are missing in between: connect anew with what was seen. */
  | { readonly kind: "gap" };

/** The game after a message; events that were seen before are no news. */
export function receive(game: GameView, message: Events): Receipt {
  const news = message.events.filter((event) => event.seq > game.board.seq);
  const first = news[0];
  const last_seq = news.at(-1)?.seq ?? game.board.seq;
  if (first !== undefined && first.seq !== game.board.seq + 1) return { kind: "gap" };
  if (message.board.seq < last_seq) return { kind: "applied", game, news: [] };
  if (message.board.seq > last_seq) return { kind: "gap" };
  const plies = news.reduce(plies_after, game.plies);
  const seats = news.reduce(seats_after, game.seats);
  // Whoever was away for too long has lost his seat to the CPU.
  const isLost = (seat: number) => seats[seat] !== game.seats[seat];
  const you = game.you.filter((seat) => !isLost(seat));
  return { kind: "applied", game: { ...game, seats, you, plies, board: message.board }, news };
}

function plies_after(plies: readonly PlyView[], event: EventView): readonly PlyView[] {
  if (event.type === "played") return [...plies, event.ply];
  if (event.type === "undone") return plies.slice(0, plies.length - event.plies);
  return plies;
}

function seats_after(seats: readonly SeatView[], event: EventView): readonly SeatView[] {
  if (event.type !== "replaced") return seats;
  return seats.map((seat, number) => (number === event.seat ? event.sitter : seat));
}

/** The board as the reader has it before him: what may be done there is told if it is his to do. */
export function boardFor(game: GameView): BoardView {
  const { board, you } = game;
  if (board.seat_to_move !== null && you.includes(board.seat_to_move)) return board;
  return { ...board, legal: [], can_undo: board.can_undo && you.length > 0 };
}

/** The board as it will be when the server has accepted a move: shown meanwhile. */
export function foresee(board: BoardView, move: LegalMove): BoardView {
  if (move.sowing === null) {
    return { ...board, legal: [], is_swap_offered: false, can_undo: false };
  }
  const sowing = sown(board.places, move.sowing);
  const passes = !sowing.extra_turn;
  const next_seat =
    passes && board.seat_to_move !== null ? 1 - board.seat_to_move : board.seat_to_move;
  return {
    ...board,
    places: sowing.places,
    last: sowing,
    legal: [],
    forced_pit: null,
    is_swap_offered: false,
    can_undo: false,
    extra_turn: sowing.extra_turn && !sowing.ends,
    to_move: passes ? other(board.to_move) : board.to_move,
    // Nobody's turn comes after the last move, though the result is yet to be told.
    seat_to_move: sowing.ends ? null : next_seat,
  };
}

/** The side in front: one's own; South's for two on one device and for who only watches. */
export function frontSide(game: GameView, board: Pick<BoardView, "south_seat">): Side {
  const seat = game.you[0];
  return game.you.length === 1 && seat !== undefined ? sideOfSeat(board, seat) : "south";
}

export type Person = "you" | "cpu" | "rival" | Side;

/** How a side's player is called: by side when both seats are held or none. */
export function personOf(game: GameView, side: Side, seat: number): Person {
  if (game.you.length !== 1) return side;
  if (seat === game.you[0]) return "you";
  return game.seats[seat]?.kind === "cpu" ? "cpu" : "rival";
}

/** Whether the side that is not to move has no seed in its pits. */
export function isRivalEmpty(board: BoardView, pits: number): boolean {
  const side = other(board.to_move);
  return rowOf(side, side, pits).every((place) => board.places[place] === 0);
}

/** Whether the reader has made a move in it. */
export function hasPlayed(game: GameView): boolean {
  return game.plies.some((ply) => game.you.includes(ply.seat));
}

/** Whether somebody else waits at the other end. */
export function isBetweenPeople(game: GameView): boolean {
  return game.mode !== "cpu" && game.mode !== "local";
}

/** Seeds in a store that make its win certain, whatever follows. */
export function winningStore(game: GameView): number {
  return game.pits * game.seeds + 1;
}
