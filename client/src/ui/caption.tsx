import { previewWords } from "../announce";
import { actor, isMoving } from "../board/stage";
import { legalAt, tap } from "../choice";
import { personOf } from "../game";
import { t } from "../i18n";
import { board, game, hovered, notice, selected } from "../store";

/** The line under the board: why not, what a move would do, or what to do. Its height is fixed. */
export function Caption() {
  const place = selected.value;
  return (
    <div class="caption">
      <Line />
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

function Line() {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return <p>{"\u00a0"}</p>;
  if (notice.value !== null) return <p class="notice">{notice.value}</p>;
  const place = selected.value ?? hovered.value;
  const move = place === null || isMoving.value ? null : legalAt(view, place, now.pits);
  if (move?.sowing != null) {
    return (
      <p class="preview">
        <b>{t("preview.pit", { pit: move.move })}</b> {previewWords(t, move.sowing)}
      </p>
    );
  }
  return <p class="hint">{hint()}</p>;
}

function hint(): string {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return "\u00a0";
  if (now.you.length === 0) return t("preview.watching");
  if (view.outcome !== null) return isMoving.value ? "\u00a0" : t("preview.over");
  if (view.seat_to_move === null) return "\u00a0";
  const person = personOf(now, view.to_move, view.seat_to_move);
  if (person === "cpu" || actor.value === "cpu") return t("preview.wait");
  if (person === "you") return t("preview.hint");
  return t("preview.hintSide", { person: t(`person.${person}`) });
}
