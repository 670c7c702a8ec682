import { signal } from "@preact/signals";
import type { Catalogue, Key, Translate } from "./catalogue";
import { en } from "./en";
import { es } from "./es";

export type { Key, Translate } from "./catalogue";

export const LANGUAGES = ["es", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The names of the languages, each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { es: "Español", en: "English" };

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { es, en };

export const language = signal<Language>("es");

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value);
}

/** The voice of one language. */
export function translator(spoken: Language): Translate {
  const plural = new Intl.PluralRules(spoken);
  return (key: Key, ...[values]: readonly Readonly<Record<string, string | number>>[]) => {
    const message = CATALOGUES[spoken][key];
    const text =
      typeof message === "string"
        ? message
        : message[plural.select(Number(values?.n)) === "one" ? "one" : "other"];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values?.[name] ?? whole));
  };
}

const voices: Readonly<Record<Language, Translate>> = {
  es: translator("es"),
  en: translator("en"),
};

/** The voice of the page's language; whoever calls it while drawing is drawn anew in another. */
export const t: Translate = (key, ...values) => voices[language.value](key, ...values);
