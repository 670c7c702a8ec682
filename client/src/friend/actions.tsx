import { t } from "../i18n";
import { board, dialog, game, room } from "../store";
import { Action, ModesAction } from "../ui/actions";
import { isOverInSight } from "../ui/ending";
import { copyRoomLink } from "./copy";
import { Phrases, TalkAction } from "./talk";
import { rematch } from "./visit";

/** Plies of one's own after which a game between people can only be resigned. */
const PLIES_TO_ABORT = 1;

/** The buttons of a game between people. */
export function FriendActions() {
  const now = game.value;
  const seat = now?.you[0];
  if (now === null || seat === undefined) return null;
  const isOver = isOverInSight.value;
  const mine = now.plies.filter((ply) => ply.seat === seat).length;
  const isEarly = mine <= PLIES_TO_ABORT;
  const token = room.value?.token;
  const canTalk = now.seats.every(({ kind }) => kind === "human");
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons is no set of form fields */}
      <div class="actions" role="group" aria-label={t("action.title")}>
        {isOver ? (
          <Action
            icon="again"
            name={t("friend.rematch")}
            short={t("action.rematch")}
            isPrimary
            act={() => void rematch()}
          />
        ) : (
          <Action
            icon="resign"
            name={t(isEarly ? "friend.abort" : "action.resign")}
            short={t(isEarly ? "friend.abortShort" : "action.resign")}
            isOff={board.value?.outcome != null}
            act={() => {
              dialog.value = isEarly ? "abort" : "resign";
            }}
          />
        )}
        {token !== undefined && (
          <Action
            icon="share"
            name={t("friend.copy")}
            short={t("friend.copyShort")}
            act={() => void copyRoomLink(token)}
          />
        )}
        {canTalk && <TalkAction />}
        <ModesAction />
      </div>
      {canTalk && <Phrases seat={seat} />}
    </>
  );
}
