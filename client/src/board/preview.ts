import type { SowingView } from "../protocol";

/** What each place would gain in a sowing, for the ghost numerals: seeds sown, stores' totals. */
export function gains(
  sowing: SowingView,
  places: readonly number[],
  pits: number,
): ReadonlyMap<number, number> {
  const gained = new Map<number, number>();
  for (const place of sowing.visited) gained.set(place, (gained.get(place) ?? 0) + 1);
  for (const store of [pits, 2 * pits + 1]) {
    const gain = (sowing.places[store] ?? 0) - (places[store] ?? 0);
    if (gain > 0) gained.set(store, gain);
  }
  return gained;
}
