import type { Language, Translate } from "./i18n";
import type { GameView, ScoreView } from "./protocol";

/** What the CPU says that it holds after its move: with a plus the CPU is ahead, not the reader. */

/** The score of a seat's last ply among the first `seen` ones, if it told any. */
export function heldBy(
  plies: GameView["plies"],
  seat: number,
  seen: number | undefined,
): ScoreView | null {
  return plies.slice(0, seen).findLast((ply) => ply.seat === seat)?.score ?? null;
}

/** A score in words, so that nobody takes an estimate for a proof. */
export function inWords(t: Translate, language: Language, score: ScoreView): string {
  const margins = new Intl.NumberFormat(language, {
    signDisplay: "exceptZero",
    maximumFractionDigits: 0,
  });
  switch (score.type) {
    case "exact":
      return t("holds.exact", { margin: margins.format(score.margin) });
    case "bounds":
      return t("holds.bounds", {
        lower: margins.format(score.lower),
        upper: margins.format(score.upper),
      });
    case "estimate":
      return t("holds.estimate", { margin: margins.format(score.margin) });
  }
}
