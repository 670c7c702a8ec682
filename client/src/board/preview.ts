import type { SowingSteps } from "../protocol";

/** What each place would gain in a sowing, for the ghost numerals: seeds sown, stores' totals. */
export function gains(sowing: SowingSteps): ReadonlyMap<number, number> {
  const gained = new Map<number, number>();
  const add = (place: number, seeds: number) => {
    gained.set(place, (gained.get(place) ?? 0) + seeds);
  };
  for (const place of sowing.visited) add(place, 1);
  for (const { seeds, store } of [...sowing.captures, ...sowing.sweep]) {
    if (store !== null) add(store, seeds);
  }
  return gained;
}
