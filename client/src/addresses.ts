import type { Language } from "./i18n";

/** The addresses of the site's pages, in each language its own words. */

export type PageName = "play" | "learn" | "rules" | "help" | "watch";

/** The pages that the bar over the page names. */
export const PAGES = ["play", "learn", "rules", "help"] as const;

const WORDS: Readonly<Record<Language, Readonly<Record<PageName, string>>>> = {
  es: { play: "", learn: "aprender", rules: "reglas", help: "ayuda", watch: "ver" },
  en: { play: "", learn: "learn", rules: "rules", help: "help", watch: "watch" },
};

export function addressOf(page: PageName, language: Language): string {
  return `/${language}/${WORDS[language][page]}`;
}

export function isWatchAddress(path: string): boolean {
  return path === addressOf("watch", "es") || path === addressOf("watch", "en");
}
