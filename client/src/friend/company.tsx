import { isBetweenPeople } from "../game";
import { t } from "../i18n";
import { game, presence } from "../store";
import { Away } from "./away";

/**
 * Who else is there: a rival who is away, the CPU in the place of one who left, who watches, and
 * whether so many play on the site that the CPU thinks less.
 */
export function Company() {
  const now = game.value;
  const watchers = presence.value?.view.watchers ?? 0;
  const hasStandin =
    now !== null && isBetweenPeople(now) && now.seats.some(({ kind }) => kind === "cpu");
  return (
    <>
      <Away />
      {hasStandin && (
        <p class="watchers" role="status">
          {t("friend.standin")}
        </p>
      )}
      {presence.value?.view.is_crowded && (
        <p class="watchers" role="status">
          {t("cpu.crowded")}
        </p>
      )}
      {watchers > 0 && <p class="watchers">{t("watch.watchers", { n: watchers })}</p>}
    </>
  );
}
