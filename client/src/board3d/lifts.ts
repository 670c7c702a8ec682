/** How high the piles stand that a tap would sow: they rise under the hand and sink behind it. */

/** Where the hand is, and what it may take. */
export interface Touched {
  readonly playable: readonly number[];
  readonly selected: number | null;
  readonly hovered: number | null;
  readonly focused: number | null;
  readonly has_motion: boolean;
}

export interface Lifts {
  /** In board units. */
  of(place: number): number;
  /** Goes on for so long; whether a pile is still on its way. */
  move(touched: Touched, step_ms: number): boolean;
  clear(): void;
}

const SELECTED = 0.18;
const HOVERED = 0.06;
const RISE_MS = 120;

export function makeLifts(): Lifts {
  const lifts = new Map<number, number>();
  return {
    of: (place) => lifts.get(place) ?? 0,
    move(touched, step_ms) {
      const goals = goalsOf(touched);
      const step = touched.has_motion ? (SELECTED * step_ms) / RISE_MS : Infinity;
      let isMoving = false;
      for (const place of new Set([...lifts.keys(), ...goals.keys()])) {
        const goal = goals.get(place) ?? 0;
        const now = lifts.get(place) ?? 0;
        const next = now + Math.max(-step, Math.min(step, goal - now));
        if (next === 0) lifts.delete(place);
        else lifts.set(place, next);
        if (next !== goal) isMoving = true;
      }
      return isMoving;
    },
    clear: () => lifts.clear(),
  };
}

function goalsOf({ playable, selected, hovered, focused, has_motion }: Touched) {
  const goals = new Map<number, number>();
  if (!has_motion) return goals;
  for (const place of [hovered, focused]) {
    if (place !== null && playable.includes(place)) goals.set(place, HOVERED);
  }
  if (selected !== null) goals.set(selected, SELECTED);
  return goals;
}
