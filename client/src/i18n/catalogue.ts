import type { es } from "./es";

/** A message that is worded by the number `{n}`. */
export interface Plural {
  readonly one: string;
  readonly other: string;
}

export type Key = keyof typeof es;

/** What every language has to say; a missing or a surplus key does not compile. */
export type Catalogue = {
  readonly [K in Key]: (typeof es)[K] extends string ? string : Plural;
};

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The names in braces of a message, as the Spanish catalogue has them. */
export type Placeholder<K extends Key> = (typeof es)[K] extends { readonly other: infer Text }
  ? Names<Text>
  : Names<(typeof es)[K]>;

export type Values<K extends Key> = [Placeholder<K>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<K>, string | number>>];

export type Translate = <K extends Key>(key: K, ...values: Values<K>) => string;
