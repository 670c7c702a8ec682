/**
 * Which seed lies where. A seed is a number that it keeps (and with it its colour) as it travels;
 * a pile lists its seeds from the bottom to the top, so that the k-th lies in slot k.
 */

export interface Table {
  /** Piles by place. */
  readonly piles: readonly (readonly number[])[];
  /** Seeds that left the board and count for nobody. */
  readonly off: readonly number[];
}

/** A fresh table: seeds numbered place by place. */
export function deal(places: readonly number[], unscored = 0): Table {
  let next = 0;
  const take = (count: number) => Array.from({ length: count }, () => next++);
  return { piles: places.map(take), off: take(unscored) };
}

export function countsOf(table: Table): readonly number[] {
  return table.piles.map((pile) => pile.length);
}

export function isSame(table: Table, places: readonly number[]): boolean {
  return (
    table.piles.length === places.length &&
    table.piles.every((pile, place) => pile.length === places[place])
  );
}

/**
 * The table with the given counts that moves as few seeds as possible: surplus seeds leave the
 * tops of their piles, in order, for the places that lack some. Null when the number of seeds or
 * places differs, which means another game.
 */
export function rearrange(table: Table, places: readonly number[], unscored: number): Table | null {
  const total = table.piles.reduce((sum, pile) => sum + pile.length, table.off.length);
  const wanted = places.reduce((sum, count) => sum + count, unscored);
  if (table.piles.length !== places.length || total !== wanted) return null;
  const free: number[] = [...table.off.slice(unscored)];
  const kept = table.piles.map((pile, place) => {
    const count = places[place] ?? 0;
    free.push(...pile.slice(count));
    return pile.slice(0, count);
  });
  const off = table.off.slice(0, unscored);
  for (const [place, pile] of kept.entries()) {
    pile.push(...free.splice(0, (places[place] ?? 0) - pile.length));
  }
  off.push(...free);
  return { piles: kept, off };
}
