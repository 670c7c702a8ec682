import { describe, expect, test } from "vitest";
import { again } from "../src/live";
import { initialLanguage } from "../src/page-language";
import { parseSettings } from "../src/settings";
import { keep, recall } from "../src/storage";
import { turnsOf } from "../src/ui/moves";
import { formatVariant, parseVariant, USUAL } from "../src/variant";

describe("stored settings", () => {
  test("are read field by field; what makes no sense is the default", () => {
    const usual = parseSettings(null);
    expect(usual).toMatchObject({ speed: 1, confirm: "touch", theme: "auto", language: null });
    expect(parseSettings({ speed: 2, theme: "pink", language: "en", more: 1 })).toEqual({
      ...usual,
      speed: 2,
      language: "en",
    });
    expect(parseSettings("broken")).toEqual(usual);
  });

  test("may be refused by the browser", () => {
    expect(() => keep("key", 1)).not.toThrow();
    expect(recall("key")).toBeNull();
  });
});

describe("the first language", () => {
  test.each([
    ["/en/", "es", "es", "en"],
    ["/es/", "en", "en", "es"],
    ["/", "en", "es", "en"],
    ["/", null, "en-GB", "en"],
    ["/g/abc", null, "fr", "es"],
    ["/english", null, "es", "es"],
  ] as const)("of %s, chosen %s, page %s is %s", (path, chosen, page, expected) => {
    expect(initialLanguage(path, chosen, page)).toBe(expected);
  });
});

test.each([
  "kalah(6,4)",
  "kalah(6,3)+pie",
  "kalah(6,6)+pie+empty-capture+by-turns+leave-rest",
  "kalah(6,5)+rest-to-emptier",
  "wari(6,4)",
  "oware(6,4)",
])("the variant %s reads and writes the same", (text) => {
  expect(formatVariant(parseVariant(text))).toBe(text);
});

test("a bare name is the usual board", () => {
  expect(parseVariant("kalah")).toEqual(USUAL);
});

test("a chain of extra turns is one turn", () => {
  const ply = { side: "south", seeds: 4, captured: 0, stores: [0, 0] } as const;
  const turns = turnsOf([
    { ...ply, seat: 0, move: 3, extra_turn: true },
    { ...ply, seat: 0, move: 6, extra_turn: false },
    { ...ply, seat: 1, move: 2, extra_turn: true },
  ]);
  expect(turns.map((turn) => turn.plies.map((each) => each.move))).toEqual([[3, 6], [2]]);
});

test("the same sentence twice is changed invisibly", () => {
  expect(again("Te toca.", "Te toca.")).toBe("Te toca.\u200b");
  expect(again("Te toca.", "Te toca.\u200b")).toBe("Te toca.");
});
