import type { Language } from "./i18n";

/** The addresses of the site's pages, in each language its own words. */

export type PageName = "play" | "learn" | "rules" | "players" | "help" | "watch" | "account";

/** The pages that the bar over the page names. */
export const PAGES = ["play", "learn", "rules", "players", "help"] as const;

const WORDS: Readonly<Record<Language, Readonly<Record<PageName, string>>>> = {
  es: {
    play: "",
    learn: "aprender",
    rules: "reglas",
    players: "jugadores",
    help: "ayuda",
    watch: "ver",
    account: "cuenta",
  },
  en: {
    play: "",
    learn: "learn",
    rules: "rules",
    players: "players",
    help: "help",
    watch: "watch",
    account: "account",
  },
};

export function addressOf(page: PageName, language: Language): string {
  return `/${language}/${WORDS[language][page]}`;
}

export function isWatchAddress(path: string): boolean {
  return path === addressOf("watch", "es") || path === addressOf("watch", "en");
}

/** Where an account's page is. */
export function playerAddress(name: string, language: Language): string {
  return `/${language}/${language === "es" ? "jugador" : "player"}/${encodeURIComponent(name)}`;
}
