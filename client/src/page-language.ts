import { effect } from "@preact/signals";
import { addressOf } from "./addresses";
import { isLanguage, type Language, language, learn, learnAll, t } from "./i18n";
import { complain } from "./notices";
import { change, settings } from "./settings";
import { isWatching } from "./store";

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
export async function speak(chosen: Language): Promise<void> {
  if (isReading()) {
    // What the server has written in one language stands at another address in the other.
    change({ language: chosen });
    const there = document.querySelector<HTMLLinkElement>(`link[hreflang="${chosen}"]`);
    if (there !== null && chosen !== language.value) {
      location.assign(new URL(there.href).pathname);
    }
    return;
  }
  try {
    await learnAll(chosen);
  } catch {
    complain("network");
    return;
  }
  change({ language: chosen });
  language.value = chosen;
  const { pathname, search, hash } = location;
  if (PREFIX.test(pathname)) {
    const there = isWatching.value
      ? addressOf("watch", chosen)
      : pathname.replace(PREFIX, `/${chosen}`);
    history.replaceState(null, "", there + search + hash);
  }
}

/** Chooses the first language and keeps the document in step with it. */
export async function followLanguage(): Promise<void> {
  const { documentElement } = document;
  if (isReading()) {
    const written = isLanguage(documentElement.lang) ? documentElement.lang : "es";
    await learn(written);
    language.value = written;
    return;
  }
  const chosen = settings.peek().language;
  const first = initialLanguage(location.pathname, chosen, documentElement.lang);
  await learn(first);
  language.value = first;
  effect(() => {
    documentElement.lang = language.value;
    document.title = (isWatching.value && t("watch.page")) || t("title");
    document.querySelector('meta[name="description"]')?.setAttribute("content", t("description"));
  });
}

/** Whether the page is one that the server has named, a lesson or the account's; not the game. */
function isReading(): boolean {
  const { lesson, account } = document.getElementById("app")?.dataset ?? {};
  return (lesson ?? account) !== undefined;
}
