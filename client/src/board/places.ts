import type { BoardView } from "../protocol";

/**
 * Where things are on a board of `pits` a side. A place is an index in sowing order: South's pits,
 * South's store, North's pits, North's store (drawn in `naqala/rules/position.py`).
 */

export type Side = "south" | "north";

export interface Pit {
  readonly side: Side;
  /** Counted from 1, from its owner's left. */
  readonly number: number;
}

export function other(side: Side): Side {
  return side === "south" ? "north" : "south";
}

export function storeOf(side: Side, pits: number): number {
  return side === "south" ? pits : 2 * pits + 1;
}

export function placeOf(side: Side, number: number, pits: number): number {
  return side === "south" ? number - 1 : pits + number;
}

/** The pit at a place; null for a store. */
export function pitAt(place: number, pits: number): Pit | null {
  if (place < pits) return { side: "south", number: place + 1 };
  if (place > pits && place <= 2 * pits) return { side: "north", number: place - pits };
  return null;
}

/** Whether the place is a pit or the store of a side. */
export function belongsTo(place: number, side: Side, pits: number): boolean {
  return side === "south" ? place <= pits : place > pits;
}

export function facing(place: number, pits: number): number {
  return 2 * pits - place;
}

/** The side's pits as a person sees them from left to right who has `front` before him. */
export function rowOf(side: Side, front: Side, pits: number): readonly number[] {
  const numbers = Array.from({ length: pits }, (_, index) => index + 1);
  const row = numbers.map((number) => placeOf(side, number, pits));
  return side === front ? row : row.reverse();
}

export function sideOfSeat(board: Pick<BoardView, "south_seat">, seat: number): Side {
  return board.south_seat === seat ? "south" : "north";
}

export function seatOfSide(board: Pick<BoardView, "south_seat">, side: Side): number {
  return side === "south" ? board.south_seat : 1 - board.south_seat;
}
