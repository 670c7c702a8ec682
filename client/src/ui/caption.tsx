import { plySentence, previewWords } from "../announce";
import { isNarrow } from "../appearance";
import { actors, isMoving } from "../board/stage";
import { legalAt, tap } from "../choice";
import { personOf } from "../game";
import { hintWords } from "../hint";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { board, game, hovered, notice, selected, viewed } from "../store";
import { areTipsShown, bestTip } from "../tips";
import { isOverInSight } from "./ending";
import { ReplayBar } from "./later";
import { story } from "./story";
import { SwapButton, useSwapOffer } from "./swap";

/**
 * The line at the board: why not, what a move would do, the pie rule's offer, or what to do; on a
 * phone also what has just happened. Its height is fixed, so that nothing moves with the words.
 */
export function Caption() {
  const place = selected.value;
  const swap = useSwapOffer();
  return (
    <div class="caption">
      <Line isSwapOffered={swap !== null} />
      {isOverInSight.value && place === null && <ReplayBar />}
      {place === null && swap !== null && <SwapButton swap={swap} />}
      {place !== null && (
        <button
          type="button"
          class="button primary sow"
          data-keeps-selection=""
          onClick={(event) => tap(place, "keyboard", event.timeStamp)}
        >
          {t("preview.sow")}
        </button>
      )}
    </div>
  );
}

function Line({ isSwapOffered }: { readonly isSwapOffered: boolean }) {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return <p>{"\u00a0"}</p>;
  if (notice.value !== null) return <p class="notice">{notice.value}</p>;
  const told = selected.value === null ? hintWords() : null;
  if (told !== null) {
    return (
      <p class="preview">
        <b>{told[0]}</b> {told[1]}
      </p>
    );
  }
  const place = selected.value ?? hovered.value;
  const move = place === null || isMoving.value ? null : legalAt(view, place, now.pits);
  if (move?.sowing != null) {
    return (
      <p class="preview">
        <b>{t("preview.pit", { pit: move.move })}</b> {previewWords(t, move.sowing)}
        {selected.value !== null && <span class="again">{t("preview.again")}</span>}
      </p>
    );
  }
  if (isSwapOffered) return <p>{t("swap.text")}</p>;
  const news = isNarrow.value && viewed.value === null ? story() : null;
  return <p class="hint">{news ?? hint()}</p>;
}

/** After the end: how it stood, or the move that is looked at. */
function overWords(now: GameView): string {
  const at = viewed.value;
  if (at === null) return isMoving.value ? "\u00a0" : t("preview.over");
  const ply = now.plies[at - 1];
  if (ply === undefined) return t("replay.start");
  const place = t("replay.at", { number: at, last: now.plies.length });
  if (isNarrow.value) return place;
  const who = personOf(now, ply.side, ply.seat);
  return `${place} ${plySentence(t, who, ply, null, null)}`;
}

/** The tip of the moment for a beginner; null when tips are off or there is none. */
function tipWords(): string | null {
  const best = areTipsShown.value ? bestTip(board.value?.legal ?? []) : null;
  if (best === null) return null;
  const [{ move: pit }, tip] = best;
  return tip.kind === "extra-turn"
    ? t("tip.extraTurn", { pit })
    : t("tip.capture", { pit, n: tip.seeds });
}

function hint(): string {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return "\u00a0";
  if (now.you.length === 0) return t("preview.watching");
  if (view.outcome !== null) return overWords(now);
  if (view.seat_to_move === null) return "\u00a0";
  const person = personOf(now, view.to_move, view.seat_to_move);
  if (person === "rival") return t("preview.rival");
  if (person === "cpu" || actors.value.includes("cpu")) return t("preview.wait");
  if (person === "you") return tipWords() ?? t("preview.hint");
  return t("preview.hintSide", { person: t(`person.${person}`) });
}
