import { signal } from "@preact/signals";
import type { Catalogue, Key, Plural, Translate } from "./catalogue";

export type { Key, Translate } from "./catalogue";

export const LANGUAGES = ["es", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The names of the languages, each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { es: "Español", en: "English" };

/** Each language is fetched when it is spoken first. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  es: () => import("./es").then(({ es }) => es),
  en: () => import("./en").then(({ en }) => en),
};

const learnt = new Map<Language, Catalogue>();

/** Fetches what a language says; before that it cannot be spoken. */
export async function learn(wanted: Language): Promise<void> {
  if (!learnt.has(wanted)) learnt.set(wanted, await CATALOGUES[wanted]());
}

/** Whether the language that is spoken has a message of this name. */
export function isKey(name: string): name is Key {
  return name in (learnt.get(language.peek()) ?? {});
}

const PLURALS: Readonly<Record<Language, Intl.PluralRules>> = {
  es: new Intl.PluralRules("es"),
  en: new Intl.PluralRules("en"),
};

export const language = signal<Language>("es");

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((known) => known === value);
}

export type Filling = Readonly<Record<string, string | number>>;

/** A message in a language, with values in the places of their names. */
export function fill(message: string | Plural, spoken: Language, values?: Filling): string {
  const plural = PLURALS[spoken].select(Number(values?.n)) === "one" ? "one" : "other";
  const text = typeof message === "string" ? message : message[plural];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values?.[name] ?? whole));
}

/** The voice of one language. */
export function translator(spoken: Language): Translate {
  return (key: Key, ...[values]: readonly Filling[]) =>
    fill(learnt.get(spoken)?.[key] ?? "", spoken, values);
}

const voices: Readonly<Record<Language, Translate>> = {
  es: translator("es"),
  en: translator("en"),
};

/** The voice of the page's language; whoever calls it while drawing is drawn anew in another. */
export const t: Translate = (key, ...values) => voices[language.value](key, ...values);
