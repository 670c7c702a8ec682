import { describe, expect, test } from "vitest";
import { LANGUAGES, translator } from "../src/i18n";
import { en } from "../src/i18n/en";
import { enLater } from "../src/i18n/en-later";
import { es } from "../src/i18n/es";
import { esLater } from "../src/i18n/es-later";

type Message = string | { readonly one: string; readonly other: string };

const spanish: Readonly<Record<string, Message>> = { ...es, ...esLater };
const english: Readonly<Record<string, Message>> = { ...en, ...enLater };

function texts(message: Message | undefined): string[] {
  if (message === undefined) return [];
  return typeof message === "string" ? [message] : [message.one, message.other];
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").sort();
}

test("no message is in two catalogues", () => {
  expect(Object.keys(spanish)).toHaveLength(Object.keys(es).length + Object.keys(esLater).length);
});

test("both languages say the same things", () => {
  expect(Object.keys(english).sort()).toEqual(Object.keys(spanish).sort());
});

test.each(Object.keys(spanish))("%s has the same placeholders in both languages", (key) => {
  const found = [...texts(spanish[key]), ...texts(english[key])].map(placeholders);
  for (const names of found) expect(names).toEqual(found[0]);
});

test.each(Object.keys(spanish))("%s is not empty", (key) => {
  for (const text of [...texts(spanish[key]), ...texts(english[key])]) {
    expect(text.trim()).not.toBe("");
  }
});

test.each([
  "busy",
  "game_over",
  "game_too_long",
  "illegal_move",
  "no_session",
  "not_stored",
  "not_your_seat",
  "not_your_turn",
  "nothing_to_undo",
  "stale",
  "undo_after_resigning",
])("a command that is refused with %s is told why", (code) => {
  expect(spanish).toHaveProperty([`error.${code}`]);
});

describe.each(LANGUAGES)("in %s", (language) => {
  const t = translator(language);

  test("a plural follows the number", () => {
    expect(t("seeds", { n: 1 })).toMatch(/^1 (semilla|seed)$/);
    expect(t("seeds", { n: 0 })).toMatch(/^0 (semillas|seeds)$/);
    expect(t("seeds", { n: 13 })).toMatch(/^13 (semillas|seeds)$/);
  });

  test("values stand in the places of their names", () => {
    expect(t("board.pit", { pit: 3, n: 4 })).toMatch(/^(Hoyo|Pit) 3, 4 (semillas|seeds)$/);
  });
});
