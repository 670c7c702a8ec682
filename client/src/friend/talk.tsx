import { useEffect, useRef, useState } from "preact/hooks";
import { speakUp } from "../commands";
import { t } from "../i18n";
import { say } from "../live";
import { explain } from "../notices";
import type { Said, Say } from "../protocol";
import { change, settings } from "../settings";
import { game, link, said } from "../store";
import { Icon } from "../ui/icon";
import "../styles/talk.css";

/** What two people say to each other: phrases of a list, shown for a while. */

const PHRASES: readonly Say["phrase"][] = [
  "hello",
  "good_luck",
  "nice_move",
  "well_played",
  "thanks",
  "good_game",
  "one_moment",
  "must_go",
];
const SHOWN_MS = 7_000;
const LIST = "phrases";

/** The button that opens the list of phrases. */
export function TalkAction() {
  return (
    <button type="button" class="button" aria-label={t("talk.open")} popovertarget={LIST}>
      <Icon name="talk" />
      <span class="long">{t("talk.open")}</span>
      <span class="short">{t("talk.short")}</span>
    </button>
  );
}

/** The phrases that can be said from a seat, and whether the rival's are shown. */
export function Phrases({ seat }: { readonly seat: number }) {
  const list = useRef<HTMLDivElement>(null);
  const isHeard = settings.value.talk;
  const speak = (phrase: Say["phrase"]) => {
    list.current?.hidePopover();
    if (link.value === "open") speakUp(seat, phrase);
    else explain(t("talk.offline"));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that act, no form fields
    <div
      class="phrases"
      id={LIST}
      ref={list}
      popover="auto"
      role="group"
      aria-label={t("talk.title")}
    >
      <p class="phrases-title">{t("talk.title")}</p>
      {PHRASES.map((phrase) => (
        <button key={phrase} type="button" class="button" onClick={() => speak(phrase)}>
          {t(`phrase.${phrase}`)}
        </button>
      ))}
      <label class="phrases-heard">
        <input
          type="checkbox"
          checked={isHeard}
          onChange={(event) => change({ talk: event.currentTarget.checked })}
        />
        {t("talk.heard")}
      </label>
    </div>
  );
}

/** What who sits at a seat has just said, in his bar. */
export function Speech({ seat }: { readonly seat: number }) {
  const [shown, show] = useState<Said | null>(null);
  const news = said.value;
  useEffect(() => {
    if (news === null || news.seat !== seat) return;
    const now = game.peek();
    const isOwn = now?.you.includes(seat) === true;
    if (!isOwn && !settings.peek().talk) return;
    show(news);
    const phrase = t(`phrase.${news.phrase}`);
    say(isOwn ? t("talk.you", { phrase }) : t("talk.other", { name: nameOf(seat), phrase }));
    const timer = setTimeout(() => {
      show(null);
      // Whoever draws this bar anew must not say it again.
      if (said.peek() === news) said.value = null;
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [news, seat]);
  if (shown === null) return null;
  return (
    <span class="speech" aria-hidden="true">
      {t(`phrase.${shown.phrase}`)}
    </span>
  );
}

function nameOf(seat: number): string {
  return game.peek()?.seats[seat]?.name ?? t("player.deleted");
}
