import { computed, effect, signal } from "@preact/signals";
import { ApiError, askHint } from "./api";
import { placeOf } from "./board/places";
import { type Translate, t } from "./i18n";
import { say } from "./live";
import { complain, explain } from "./notices";
import type { HintView, ScoreView } from "./protocol";
import { beacon, game, hovered, notice, pending } from "./store";

/** A hint: the best move for the board on the page, until that board is gone. */

interface Asked {
  readonly id: string;
  readonly after: number;
  /** Null while the server thinks. */
  readonly answer: HintView | null;
  /** The pit that was pointed at when it came: another one is a new question. */
  readonly from: number | null;
}

const asked = signal<Asked | null>(null);

/** Whether games like this one have hints; the server judges it by itself. */
export const hasHints = computed(() => {
  const now = game.value;
  if (now === null || now.you.length === 0) return false;
  // A lesson's game has no events: it is none of the server's.
  return now.board.seq > 0 && (now.mode === "cpu" || now.mode === "local");
});

export const canAsk = computed(() => {
  const now = game.value;
  const seat = now?.board.seat_to_move ?? null;
  return hasHints.value && seat !== null && now?.you.includes(seat) && pending.value === null;
});

export const isThinking = computed(() => asked.value !== null && asked.value.answer === null);

effect(() => {
  const [now, hint] = [game.value, asked.value];
  if (hint === null) return;
  const isGone = now?.id !== hint.id || now.board.after !== hint.after;
  if (isGone || pending.value !== null || now.board.outcome !== null) forget();
});

/** Asks the server; what comes for a board that is gone is dropped. */
export async function hint(): Promise<void> {
  const now = game.value;
  if (now === null || !hasHints.value || isThinking.value) return;
  if (!canAsk.value) {
    explain(t(now.board.outcome === null ? "why.notYourTurn" : "why.over"));
    return;
  }
  const mine: Asked = { id: now.id, after: now.board.after, answer: null, from: null };
  beacon.value = null;
  notice.value = null;
  asked.value = mine;
  say(t("hint.thinking"));
  try {
    const answer = await askHint(now.id, mine.after);
    if (asked.value !== mine) return;
    asked.value = { ...mine, answer, from: hovered.value };
    if (answer.move > 0) beacon.value = placeOf(now.board.to_move, answer.move, now.pits);
    say(`${moveWords(t, answer)}: ${worthWords(t, answer.score)}.`);
  } catch (error) {
    if (asked.value !== mine) return;
    forget();
    const code = error instanceof ApiError ? error.code : "unknown";
    if (code !== "stale") complain(code);
  }
}

/** What the caption says: that the server thinks, or the move and its worth. */
export function hintWords(): readonly [string, string] | null {
  const now = asked.value;
  if (now === null) return null;
  if (now.answer === null) return ["", t("hint.thinking")];
  const at = hovered.value;
  if (at !== null && at !== now.from && at !== beacon.value) return null;
  return [moveWords(t, now.answer), worthWords(t, now.answer.score)];
}

function moveWords(say_it: Translate, { move }: HintView): string {
  return move === 0 ? say_it("hint.swap") : say_it("hint.pit", { pit: move });
}

/** Who would win, by how many seeds, and whether that is sure. */
export function worthWords(say_it: Translate, score: ScoreView): string {
  if (score.type === "bounds") {
    return say_it("worth.bounds", { lower: signed(score.lower), upper: signed(score.upper) });
  }
  const margin = Math.round(score.margin);
  const known = score.type === "exact" ? "worth.sure" : "worth.about";
  if (margin === 0) return say_it(`${known}.draw`);
  return say_it(margin > 0 ? `${known}.win` : `${known}.lose`, { n: Math.abs(margin) });
}

function signed(seeds: number): string {
  return signOf(seeds) + Math.abs(seeds);
}

function signOf(seeds: number): string {
  return seeds > 0 ? "+" : seeds < 0 ? "\u2212" : "";
}

function forget(): void {
  asked.value = null;
  beacon.value = null;
}
