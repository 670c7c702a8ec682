import type { es } from "./es";
import type { esLater } from "./es-later";

/** What the first move needs, and what is fetched after it. */
type Spanish = typeof es & typeof esLater;

/** A message that is worded by the number `{n}`. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

export type Key = keyof Spanish;

/** What every language has to say; a missing or a surplus key does not compile. */
type Worded<Said> = { readonly [K in keyof Said]: Said[K] extends string ? string : Plural };
export type Catalogue = Worded<typeof es>;
export type LaterCatalogue = Worded<typeof esLater>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The names in braces of a message, as the Spanish catalogue has them. */
export type Placeholder<K extends Key> = Spanish[K] extends { readonly other: infer Text }
  ? Names<Text>
  : Names<Spanish[K]>;

export type Values<K extends Key> = [Placeholder<K>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<K>, string | number>>];

export type Translate = <K extends Key>(key: K, ...values: Values<K>) => string;
