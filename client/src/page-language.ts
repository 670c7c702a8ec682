import { effect } from "@preact/signals";
import { isLanguage, type Language, language, t } from "./i18n";
import { change, settings } from "./settings";

/** Which language the page speaks: the address's, else the chosen one, else the server's guess. */

const PREFIX = /^\/(es|en)(?=\/|$)/;

export function initialLanguage(path: string, chosen: Language | null, page: string): Language {
  const named = PREFIX.exec(path)?.[1];
  if (isLanguage(named)) return named;
  if (chosen !== null) return chosen;
  const short = page.slice(0, 2);
  return isLanguage(short) ? short : "es";
}

/** Speaks another language from now on, and in the address where it names one. */
export function speak(chosen: Language): void {
  change({ language: chosen });
  if (isReading()) {
    // What the server has written in one language stands at another address in the other.
    const there = document.querySelector<HTMLLinkElement>(`link[hreflang="${chosen}"]`);
    if (there !== null && chosen !== language.value) location.assign(there.href);
    return;
  }
  language.value = chosen;
  const { pathname, search, hash } = location;
  if (PREFIX.test(pathname)) {
    history.replaceState(null, "", pathname.replace(PREFIX, `/${chosen}`) + search + hash);
  }
}

/** Chooses the first language and keeps the document in step with it. */
export function followLanguage(): void {
  const { documentElement } = document;
  if (isReading()) {
    language.value = isLanguage(documentElement.lang) ? documentElement.lang : "es";
    return;
  }
  const chosen = settings.peek().language;
  language.value = initialLanguage(location.pathname, chosen, documentElement.lang);
  effect(() => {
    documentElement.lang = language.value;
    document.title = t("title");
    document.querySelector('meta[name="description"]')?.setAttribute("content", t("description"));
  });
}

/** Whether the page is one that the server has named and worded, a lesson; not the game. */
function isReading(): boolean {
  return document.getElementById("app")?.dataset.lesson !== undefined;
}
