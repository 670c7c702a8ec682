import { computed, effect, signal } from "@preact/signals";
import { capturedBy } from "./announce";
import type { LegalMove } from "./protocol";
import { settings } from "./settings";
import { endings } from "./showing";
import { keep, recall } from "./storage";
import { game } from "./store";

/** What a beginner may be told of the moves he has: which give another turn, which capture. */

export type Tip =
  | { readonly kind: "extra-turn" }
  | { readonly kind: "capture"; readonly seeds: number };

/** Whoever has seen so many games end knows what to look for. */
const FIRST_GAMES = 3;
const KEY = "naqala.finished";

const finished = signal(countOf(recall(KEY)));

/** Whether tips are wanted: as chosen, else in a visitor's first games. */
export const areTipsOn = computed(() => settings.value.tips ?? finished.value < FIRST_GAMES);

/** Whether tips are shown: a lesson has its own, and people play each other without help. */
export const areTipsShown = computed(() => {
  const mode = game.value?.mode;
  return areTipsOn.value && !isLesson() && (mode === "cpu" || mode === "local");
});

function isLesson(): boolean {
  return globalThis.document?.getElementById("app")?.dataset.lesson !== undefined;
}

/** Counts the games that end before the reader's eyes. */
export function countGames(): void {
  let told = endings.peek();
  effect(() => {
    const ended = endings.value;
    if (ended === told) return;
    told = ended;
    finished.value = finished.peek() + 1;
    keep(KEY, finished.peek());
  });
}

/** What is worth knowing of a move; null is nothing. */
export function tipOf(move: LegalMove): Tip | null {
  const { sowing } = move;
  if (sowing === null) return null;
  if (sowing.extra_turn && !sowing.ends) return { kind: "extra-turn" };
  const seeds = capturedBy(sowing);
  return seeds > 0 ? { kind: "capture", seeds } : null;
}

/** The one tip for the line under the board: an extra turn first, else the greatest capture. */
export function bestTip(legal: readonly LegalMove[]): readonly [LegalMove, Tip] | null {
  const tips = legal.flatMap((move): (readonly [LegalMove, Tip])[] => {
    const tip = tipOf(move);
    return tip === null ? [] : [[move, tip]];
  });
  const worth = ([, tip]: readonly [LegalMove, Tip]) =>
    tip.kind === "extra-turn" ? Number.POSITIVE_INFINITY : tip.seeds;
  return tips.reduce<readonly [LegalMove, Tip] | null>(
    (best, tip) => (best === null || worth(tip) > worth(best) ? tip : best),
    null,
  );
}

function countOf(stored: unknown): number {
  return typeof stored === "number" && Number.isInteger(stored) && stored > 0 ? stored : 0;
}
