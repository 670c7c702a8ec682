import { sideOfSeat } from "../board/places";
import { abort, resign } from "../commands";
import { personOf } from "../game";
import { t } from "../i18n";
import { confirmed } from "../opponent";
import { dialog, game } from "../store";
import { Answer, close, Dialog } from "./dialog";
import { FriendDialog, Help, SettingsDialog } from "./later";

export function Dialogs() {
  switch (dialog.value) {
    case "settings":
      return <SettingsDialog />;
    case "help":
      return <Help />;
    case "resign":
      return <Resign />;
    case "restart":
      return <Restart />;
    case "friend":
      return <FriendDialog />;
    case "abort":
      return <Abort />;
    default:
      return null;
  }
}

function Restart() {
  return (
    <Dialog title={t("confirm.title")}>
      <p>{t("confirm.text")}</p>
      <Answer yes={t("confirm.yes")} act={() => confirmed()} />
    </Dialog>
  );
}

/** Leaves a game between people that has hardly begun. */
function Abort() {
  const seat = game.value?.you[0];
  if (seat === undefined) return null;
  return (
    <Dialog title={t("friend.abortTitle")}>
      <p>{t("friend.abortText")}</p>
      <Answer yes={t("friend.abort")} act={() => abort(seat)} />
    </Dialog>
  );
}

/** On one device it has to be said who resigns. */
function Resign() {
  const now = game.value;
  if (now === null) return null;
  const isShared = now.you.length > 1;
  return (
    <Dialog title={t(isShared ? "resign.who" : "resign.title")}>
      <p>{t(isShared ? "resign.whoText" : "resign.text")}</p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={close}>
          {t("dialog.cancel")}
        </button>
        {now.you.map((seat) => (
          <button
            key={seat}
            type="button"
            class="button primary"
            onClick={() => {
              close();
              resign(seat);
            }}
          >
            {isShared
              ? t("resign.side", {
                  person: t(`person.${personOf(now, sideOfSeat(now.board, seat), seat)}`),
                })
              : t("resign.yes")}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
