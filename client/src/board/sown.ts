import type { SowingSteps, SowingView } from "../protocol";

/** A sowing with the board that its steps make of another one. Pure, and no rule: only adding up. */
export function sown(places: readonly number[], steps: SowingSteps): SowingView {
  const after = [...places];
  after[steps.origin] = 0;
  const add = (place: number, seeds: number) => {
    after[place] = (after[place] ?? 0) + seeds;
  };
  for (const place of steps.visited) add(place, 1);
  for (const { pit, seeds, store } of [...steps.captures, ...steps.sweep]) {
    after[pit] = 0;
    if (store !== null) add(store, seeds);
  }
  return { ...steps, places: after };
}
