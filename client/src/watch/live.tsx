import { addressOf } from "../addresses";
import { language, t } from "../i18n";
import { lobby } from "../lobby/search";
import { game } from "../store";
import { gameName, parseVariant } from "../variant";
import "../styles/watch.css";

/** The games that are played now, beside the board with the best of them. */
export function Live() {
  const live = lobby.value?.live ?? [];
  const shown = game.value?.id;
  return (
    <section class="live" aria-labelledby="live-title">
      <h2 id="live-title">{t("watch.title")}</h2>
      {live.length === 0 ? (
        <p class="live-none">{t("watch.noMore")}</p>
      ) : (
        <ul>
          {live.map((each) => (
            <li key={each.id} data-shown={each.id === shown ? "" : undefined}>
              <a href={`/g/${each.id}`}>
                <bdi>{each.names[0] ?? t("player.deleted")}</bdi> –{" "}
                <bdi>{each.names[1] ?? t("player.deleted")}</bdi>
              </a>
              <span>
                {gameName(t, parseVariant(each.variant))}
                {each.clock !== null && ` · ${each.clock}`}
                {` · ${t("watch.plies", { n: each.plies })}`}
                {each.rating !== null && ` · ${t("watch.rating", { rating: each.rating })}`}
                {each.id === shown && ` · ${t("watch.shown")}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The page for watching when nobody plays. */
export function Quiet() {
  return (
    <main id="main" class="quiet">
      <h2 tabIndex={-1} id="board-title">
        {t("watch.title")}
      </h2>
      <p>{t("watch.none")}</p>
      <a class="button primary" href={addressOf("play", language.value)}>
        {t("watch.play")}
      </a>
    </main>
  );
}
