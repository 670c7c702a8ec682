import { belongsTo } from "./board/places";
import type { Person } from "./game";
import type { Translate } from "./i18n";
import type { LegalMove, OutcomeView, PlyView, SowingSteps, SowingView } from "./protocol";
import type { Remainder } from "./variant";

/** The sentences about a game, in the voice of a language; pure. */

/** What is taken from the pits when the game ends, and by which rule. */
export interface Sweep {
  readonly seeds: number;
  readonly rule: Remainder;
}

/** One sentence for a whole ply, and whose turn it is then (`next` null: do not say). */
export function plySentence(
  t: Translate,
  who: Person,
  ply: Pick<PlyView, "move" | "seeds" | "captured" | "extra_turn">,
  sweep: Sweep | null,
  next: Person | null,
): string {
  const parts: string[] = [];
  if (ply.move === 0) {
    parts.push(t(`say.swap.${who}`));
  } else {
    const clauses = [t(`say.sow.${who}`, { pit: ply.move, n: ply.seeds })];
    if (ply.captured > 0) {
      clauses.push(t(who === "you" ? "say.captures.you" : "say.captures", { n: ply.captured }));
    }
    if (ply.extra_turn) clauses.push(t("say.extraTurn"));
    parts.push(`${clauses.join(", ")}.`);
  }
  if (sweep !== null) parts.push(t(`say.sweep.${sweep.rule}`, { n: sweep.seeds }));
  if (next !== null) parts.push(t(`say.turn.${next}`));
  return parts.join(" ");
}

/** Whose turn it is, on the page; null is nobody's: the last move is still to be seen. */
export function turnWords(t: Translate, person: Person | null): string {
  switch (person) {
    case null:
      return t("status.ending");
    case "you":
      return t("status.yourTurn");
    case "cpu":
      return t("status.cpuTurn");
    case "rival":
      return t("status.rivalTurn");
    default:
      return t("status.sideTurn", { person: t(`person.${person}`) });
  }
}

/** What a move would do, in a few words: seeds, extra turn, capture, end. */
export function previewWords(t: Translate, sowing: SowingSteps): string {
  const words = [t("seeds", { n: sowing.visited.length })];
  if (sowing.extra_turn) words.push(t("preview.extraTurn"));
  const captured = capturedBy(sowing);
  if (captured > 0) words.push(t("preview.capture", { n: captured }));
  if (sowing.ends) words.push(t("preview.end"));
  return words.join(" · ");
}

/** Seeds that a sowing captures. */
export function capturedBy(sowing: SowingSteps): number {
  return sum(sowing.captures.map((capture) => capture.seeds));
}

/** The sweep at the end of a sowing; null when nothing was left. */
export function sweepOf(sowing: SowingView | null): Sweep | null {
  const first = sowing?.sweep[0];
  if (sowing === null || first === undefined) return null;
  const seeds = sum(sowing.sweep.map((transfer) => transfer.seeds));
  if (first.store === null) return { seeds, rule: "leave-rest" };
  const pits = sowing.places.length / 2 - 1;
  const isOwn = belongsTo(first.pit, "south", pits) === belongsTo(first.store, "south", pits);
  return { seeds, rule: isOwn ? "owner" : "rest-to-emptier" };
}

/** The ply that a legal move will be. */
export function plyOf(
  move: LegalMove,
): Pick<PlyView, "move" | "seeds" | "captured" | "extra_turn"> {
  const sowing = move.sowing;
  return {
    move: move.move,
    seeds: sowing?.visited.length ?? 0,
    captured: sowing === null ? 0 : capturedBy(sowing),
    extra_turn: sowing?.extra_turn ?? false,
  };
}

/** "You win 27 to 21"; `winner` is how the winner is called, null after a draw. */
export function resultTitle(t: Translate, outcome: OutcomeView, winner: Person | null): string {
  if (outcome.reason === "aborted") return t("result.title.none");
  const [more, less] = [Math.max(...outcome.stores), Math.min(...outcome.stores)];
  if (winner === null) return t("result.title.draw", { more });
  const winner_store = outcome.stores[outcome.winner === "south" ? 0 : 1] ?? 0;
  // Who resigns may well have the fuller store: then no count belongs in the title.
  const isByCount = winner_store === more && more > less && outcome.reason !== "resignation";
  if (winner === "you") {
    return isByCount ? t("result.title.youWin", { more, less }) : t("result.title.youWinShort");
  }
  if (winner === "cpu" || winner === "rival") {
    return isByCount ? t("result.title.youLose", { more, less }) : t("result.title.youLoseShort");
  }
  const person = t(`person.${winner}`);
  return isByCount
    ? t("result.title.side", { person, more, less })
    : t("result.title.sideShort", { person });
}

export function resultReason(t: Translate, outcome: OutcomeView, winner: Person | null): string {
  const reason = t(reasonKey(outcome, winner));
  if (outcome.unscored === 0) return reason;
  return `${reason} ${t("result.unscored", { n: outcome.unscored })}`;
}

function reasonKey(outcome: OutcomeView, winner: Person | null) {
  const isRivals = winner === "cpu" || winner === "rival";
  if (outcome.reason === "resignation" && isRivals) return "result.reason.resignationYou";
  if (outcome.reason === "majority" && winner === null) return "result.reason.majorityDraw";
  return `result.reason.${outcome.reason}` as const;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
