import { addressOf } from "../addresses";
import type { Language } from "../i18n";
import type { Game } from "../variant";

/** Where a lesson is: the first one, about Kalah, at the address of all learning. */
export function lessonAddress(game: Game, language: Language): string {
  const first = addressOf("learn", language);
  return game === "kalah" ? first : `${first}/${game}`;
}
