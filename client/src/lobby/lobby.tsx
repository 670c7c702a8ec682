import { useEffect, useState } from "preact/hooks";
import { fetchMe } from "../account/ask";
import { addressOf } from "../addresses";
import { language, t } from "../i18n";
import { chosenVariant } from "../opponent";
import type { Seek } from "../protocol";
import { formatVariant, gameName, optionNames, PITS, parseVariant, type Variant } from "../variant";
import { cancelSeek, enterLobby, lobby, seek, wish } from "./search";
import "../styles/lobby.css";

const CLOCKS = ["3+2", "5+5"] as const;

/** Looking for an opponent, and the games that can be watched, in the panel of modes. */
export function Lobby() {
  useEffect(enterLobby, []);
  const [hasAccount, setHasAccount] = useState<boolean | null>(null);
  useEffect(() => {
    // Without an answer only casual games are offered, which everybody can play.
    fetchMe().then(
      ({ player }) => setHasAccount(player?.has_account === true),
      () => {},
    );
  }, []);
  const view = lobby.value;
  const wanted = wish.value;
  const variant = chosenVariant();
  return (
    <section class="lobby" aria-labelledby="lobby-title">
      <h3 id="lobby-title">{t("lobby.title")}</h3>
      <p class="lobby-counts">
        {view === null
          ? "\u00a0"
          : `${t("lobby.online", { n: view.online })} · ${t("lobby.seeking", { n: view.seeking })}`}
      </p>
      {wanted === null ? (
        <>
          <Clocks mode="casual" variant={variant} />
          {!hasAccount ? (
            // Until it is known, unseen in its place: most are guests, and nothing is to move then.
            <p class={hasAccount === null ? "lobby-note pending" : "lobby-note"}>
              {t("lobby.guest")}{" "}
              <a href={addressOf("account", language.value)}>{t("lobby.signUp")}</a>
            </p>
          ) : isRated(variant) ? (
            <Clocks mode="rated" variant={variant} />
          ) : (
            <p class="lobby-note">{t("lobby.notRated")}</p>
          )}
        </>
      ) : (
        <div class="lobby-search">
          <p>
            <span class="lobby-light" aria-hidden="true" />
            {t("lobby.searching", {
              game: gameName(t, parseVariant(wanted.variant)),
              clock: wanted.clock,
            })}
          </p>
          <button type="button" class="button" onClick={cancelSeek}>
            {t("lobby.cancel")}
          </button>
        </div>
      )}
      <p class="lobby-note">
        <a href={addressOf("players", language.value)}>{t("lobby.players")}</a>
      </p>
      {view !== null && view.live.length > 0 && (
        <>
          <h3>{t("lobby.watch")}</h3>
          <ul class="lobby-live">
            {view.live.map((game) => (
              <li key={game.id}>
                <a href={`/g/${game.id}`}>
                  <bdi>{game.names[0] ?? t("player.deleted")}</bdi> –{" "}
                  <bdi>{game.names[1] ?? t("player.deleted")}</bdi>
                </a>{" "}
                <span>
                  {gameName(t, parseVariant(game.variant))}
                  {game.clock !== null && `, ${game.clock}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <a class="lobby-watch" href={addressOf("watch", language.value)}>
        {t("watch.link")}
      </a>
    </section>
  );
}

/** The clocks to choose from, in casual games or in those that change ratings. */
function Clocks({ mode, variant }: { readonly mode: Seek["mode"]; readonly variant: Variant }) {
  const label = mode === "rated" ? "lobby.seekRated" : "lobby.seekWith";
  return (
    <div class="lobby-clocks">
      <p>{t(`lobby.${mode}`)}</p>
      {CLOCKS.map((clock) => (
        <button
          key={clock}
          type="button"
          class="button"
          aria-label={t(label, { game: gameName(t, variant), clock })}
          onClick={() => void seek(mode, formatVariant(variant), clock)}
        >
          {t("lobby.seek")} <b>{clock}</b>
        </button>
      ))}
    </div>
  );
}

/** Whether a game has ratings: the plain ones, as the server judges it. */
function isRated(variant: Variant): boolean {
  const isPlain = optionNames(t, variant) === null;
  return isPlain && (variant.game !== "kalah" || (variant.pits === PITS && variant.seeds === 4));
}
