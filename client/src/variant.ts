import type { Translate } from "./i18n";

/** The text of a variant, as `naqala.rules.Variant` writes it: `kalah(6,4)+pie`. */

export const GAMES = ["kalah", "wari", "oware"] as const;
export type Game = (typeof GAMES)[number];

/** Pits of a row in the games that the page offers; the server takes others, too. */
export const PITS = 6;
export const SEEDS = [3, 4, 5, 6] as const;
export const SWITCHES = ["pie", "empty-capture", "by-turns"] as const;
export type Switch = (typeof SWITCHES)[number];
export const REMAINDERS = ["owner", "leave-rest", "rest-to-emptier"] as const;
export type Remainder = (typeof REMAINDERS)[number];

export interface Variant {
  readonly game: Game;
  readonly pits: number;
  readonly seeds: number;
  readonly switches: readonly Switch[];
  readonly remainder: Remainder;
}

export const USUAL: Variant = {
  game: "kalah",
  pits: PITS,
  seeds: 4,
  switches: [],
  remainder: "owner",
};

export function formatVariant(variant: Variant): string {
  const { game, pits, seeds } = variant;
  if (game !== "kalah") return `${game}(6,4)`;
  const switches = SWITCHES.filter((option) => variant.switches.includes(option));
  const rest = variant.remainder === "owner" ? [] : [variant.remainder];
  return [`kalah(${pits},${seeds})`, ...switches, ...rest].join("+");
}

/** Reads the server's text; what it does not know it leaves out. */
export function parseVariant(text: string): Variant {
  const match = /^(\w+)(?:\((\d+),(\d+)\))?((?:\+[\w-]+)*)$/.exec(text);
  const options = match?.[4]?.split("+") ?? [];
  return {
    game: GAMES.find((game) => game === match?.[1]) ?? "kalah",
    pits: Number(match?.[2] ?? 6),
    seeds: Number(match?.[3] ?? 4),
    switches: SWITCHES.filter((option) => options.includes(option)),
    remainder: REMAINDERS.find((rest) => options.includes(rest)) ?? "owner",
  };
}

export function gameName(t: Translate, variant: Variant): string {
  if (variant.game !== "kalah") return t(`modes.${variant.game}`);
  const name = t("modes.kalah", { seeds: variant.seeds });
  const options = optionNames(t, variant);
  return options === null ? name : `${name} (${options})`;
}

/** The options that are switched on, to stand in a sentence; null when none is. */
export function optionNames(t: Translate, variant: Variant): string | null {
  const names = variant.switches.map((option) => t(`option.${option}`));
  if (variant.remainder !== "owner") names.push(t(`rest.${variant.remainder}`));
  return names.length === 0 ? null : names.join(", ").toLowerCase();
}
