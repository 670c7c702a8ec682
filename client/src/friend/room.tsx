import { useState } from "preact/hooks";
import { clockName } from "../clock/clock-name";
import { t } from "../i18n";
import { playOwn } from "../session";
import { link, room } from "../store";
import { gameName, optionNames, parseVariant } from "../variant";
import { CopyLink } from "./copy-link";
import { join } from "./visit";
import "../styles/friend.css";

/** The page of a link that nobody has joined yet: for who made it, and for who is invited. */
export function Room() {
  const view = room.value;
  const [isJoining, setJoining] = useState(false);
  if (view === null) return null;
  const variant = parseVariant(view.variant);
  const options = optionNames(t, variant);
  return (
    <main id="main" class="room">
      <h2 tabIndex={-1} id="board-title">
        {view.is_yours ? t("friend.yours") : t("friend.invited", { name: view.inviter })}
      </h2>
      <dl class="room-terms">
        <dt>{t("friend.game")}</dt>
        <dd>
          {gameName(t, variant)}
          {options !== null && <span class="room-options">{options}</span>}
        </dd>
        <dt>{t("clock.title")}</dt>
        <dd>{clockName(view.clock)}</dd>
        <dt>{t("friend.first")}</dt>
        <dd>
          {view.is_yours ? t("friend.firstYou") : t("friend.firstOther", { name: view.inviter })}
        </dd>
      </dl>
      <p class="rules">{t(`rules.${variant.game}`)}</p>
      {view.is_yours ? (
        <>
          <CopyLink token={view.token} />
          <p class="room-waiting" role="status">
            <span class="room-light" aria-hidden="true" />
            {link.value === "offline" ? t("status.offline") : t("friend.waiting")}
          </p>
          <p class="room-note">{t("friend.life")}</p>
        </>
      ) : (
        <>
          <button
            type="button"
            class="button primary room-join"
            aria-disabled={isJoining ? "true" : undefined}
            onClick={() => {
              setJoining(true);
              void join().finally(() => setJoining(false));
            }}
          >
            {t("friend.join")}
          </button>
          <p class="room-note">{t(view.is_inviter_here ? "friend.here" : "friend.notHere")}</p>
        </>
      )}
      <button type="button" class="button" onClick={() => void playOwn()}>
        {t("friend.leave")}
      </button>
    </main>
  );
}
