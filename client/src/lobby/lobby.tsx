import { useEffect } from "preact/hooks";
import { addressOf } from "../addresses";
import { language, t } from "../i18n";
import { chosenVariant } from "../opponent";
import { formatVariant, gameName, parseVariant } from "../variant";
import { cancelSeek, enterLobby, lobby, seek, wish } from "./search";
import "../styles/lobby.css";

const CLOCKS = ["3+2", "5+5"] as const;

/** Looking for an opponent, and the games that can be watched, in the panel of modes. */
export function Lobby() {
  useEffect(enterLobby, []);
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
        <div class="lobby-clocks">
          {CLOCKS.map((clock) => (
            <button
              key={clock}
              type="button"
              class="button"
              aria-label={t("lobby.seekWith", { game: gameName(t, variant), clock })}
              onClick={() => void seek(formatVariant(variant), clock)}
            >
              {t("lobby.seek")} <b>{clock}</b>
            </button>
          ))}
        </div>
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
