import type { Language } from "./i18n";

/** The addresses of the site's pages, in each language its own words. */

export type PageName = "play" | "learn" | "rules" | "help";

export const PAGES: readonly PageName[] = ["play", "learn", "rules", "help"];

const WORDS: Readonly<Record<Language, Readonly<Record<PageName, string>>>> = {
  es: { play: "", learn: "aprender", rules: "reglas", help: "ayuda" },
  en: { play: "", learn: "learn", rules: "rules", help: "help" },
};

export function addressOf(page: PageName, language: Language): string {
  return `/${language}/${WORDS[language][page]}`;
}
