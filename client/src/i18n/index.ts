import { signal } from "@preact/signals";
import type { Catalogue, Key, LaterCatalogue, Plural, Translate } from "./catalogue";

export type { Key, Translate } from "./catalogue";

export const LANGUAGES = ["es", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The names of the languages, each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { es: "Español", en: "English" };

/** Each language is fetched when it is spoken first, what the first move needs before the rest. */
const CATALOGUES: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  es: () => import("./es").then(({ es }) => es),
  en: () => import("./en").then(({ en }) => en),
};
const LATER: Readonly<Record<Language, () => Promise<LaterCatalogue>>> = {
  es: () => import("./es-later").then(({ esLater }) => esLater),
  en: () => import("./en-later").then(({ enLater }) => enLater),
};

type Learnt = Readonly<Partial<Record<Key, string | Plural>>>;

const learnt = signal<Readonly<Partial<Record<Language, Learnt>>>>({});
const complete = new Set<Language>();

/** Fetches what a language says to the first move; before that it cannot be spoken. */
export async function learn(wanted: Language): Promise<void> {
  if (learnt.peek()[wanted] === undefined) add(wanted, await CATALOGUES[wanted]());
}

/** Fetches all that a language says. */
export async function learnAll(wanted: Language): Promise<void> {
  if (complete.has(wanted)) return;
  const [rest] = await Promise.all([LATER[wanted](), learn(wanted)]);
  complete.add(wanted);
  add(wanted, rest);
}

function add(to: Language, words: Learnt): void {
  learnt.value = { ...learnt.peek(), [to]: { ...learnt.peek()[to], ...words } };
}

/** Whether the language that is spoken has a message of this name. */
export function isKey(name: string): name is Key {
  return name in (learnt.peek()[language.peek()] ?? {});
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
    fill(learnt.value[spoken]?.[key] ?? "", spoken, values);
}

const voices: Readonly<Record<Language, Translate>> = {
  es: translator("es"),
  en: translator("en"),
};

/** The voice of the page's language; whoever calls it while drawing is drawn anew in another. */
export const t: Translate = (key, ...values) => voices[language.value](key, ...values);
