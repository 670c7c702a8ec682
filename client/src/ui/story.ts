import { resultReason } from "../announce";
import { isMoving } from "../board/stage";
import { t } from "../i18n";
import { lastSentence } from "../inquiries";
import { winnerOf } from "../showing";
import { board, game } from "../store";

/**
 * What has just happened and what follows from it; null while it is still to be seen. It stands
 * under the headline, on a phone in the caption.
 */
export function story(): string | null {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null || isMoving.value) return null;
  if (view.outcome !== null) return resultReason(t, view.outcome, winnerOf(now));
  const forced = view.forced_pit === null ? undefined : view.legal[0];
  if (forced !== undefined) return t("status.forced", { pit: forced.move });
  return lastSentence(now);
}
