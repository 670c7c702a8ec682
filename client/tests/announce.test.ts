import { describe, expect, test } from "vitest";
import {
  plyOf,
  plySentence,
  previewWords,
  resultReason,
  resultTitle,
  sweepOf,
  turnWords,
} from "../src/announce";
import { translator } from "../src/i18n";
import type { OutcomeView } from "../src/protocol";
import { CAPTURE, EXTRA_TURN, LAST_SEED, SWEEP } from "./sowings";

const es = translator("es");
const en = translator("en");

const PLY = { move: 3, seeds: 4, captured: 0, extra_turn: true };
const OUTCOME: OutcomeView = {
  winner: "south",
  winner_seat: 0,
  reason: "pits_empty",
  margin: 6,
  stores: [27, 21],
  unscored: 0,
};

describe("one sentence for a whole sowing", () => {
  test("in Spanish", () => {
    expect(plySentence(es, "south", PLY, null, "south")).toBe(
      "Sur siembra el hoyo 3: 4 semillas, turno extra. Le toca a Sur.",
    );
    expect(plySentence(es, "you", PLY, null, "you")).toBe(
      "Siembras el hoyo 3: 4 semillas, turno extra. Te toca.",
    );
    expect(plySentence(es, "cpu", { ...PLY, extra_turn: false, captured: 5 }, null, "you")).toBe(
      "La CPU siembra el hoyo 3: 4 semillas, captura 5. Te toca.",
    );
    expect(plySentence(es, "you", { ...PLY, extra_turn: false, captured: 5 }, null, null)).toBe(
      "Siembras el hoyo 3: 4 semillas, capturas 5.",
    );
    expect(
      plySentence(
        es,
        "north",
        { ...PLY, seeds: 1, extra_turn: false },
        { seeds: 3, rule: "owner" },
        null,
      ),
    ).toBe("Norte siembra el hoyo 3: 1 semilla. Quedan 3 semillas, que van al almacén de su lado.");
  });

  test("in English", () => {
    expect(plySentence(en, "north", { ...PLY, extra_turn: false, captured: 3 }, null, "you")).toBe(
      "North sows pit 3: 4 seeds, captures 3. Your turn.",
    );
    expect(
      plySentence(en, "you", { ...PLY, seeds: 1 }, { seeds: 1, rule: "leave-rest" }, null),
    ).toBe("You sow pit 3: 1 seed, extra turn. 1 seed is left and does not count.");
  });

  test("for the swap", () => {
    const swap = { move: 0, seeds: 0, captured: 0, extra_turn: false };
    expect(plySentence(en, "south", swap, null, "north")).toBe(
      "The players change sides. North is to move.",
    );
  });
});

test("a preview counts seeds, extra turn, capture and end", () => {
  expect(previewWords(es, EXTRA_TURN)).toBe("4 semillas · turno extra");
  expect(previewWords(es, CAPTURE)).toBe("1 semilla · captura 6");
  expect(previewWords(en, SWEEP)).toBe("1 seed · ends the game");
  expect(previewWords(es, LAST_SEED)).toBe("1 semilla · termina la partida");
});

test("a sweep is told by the rule that it follows", () => {
  const swept = (store: number | null) =>
    sweepOf({ ...SWEEP, sweep: SWEEP.sweep.map((transfer) => ({ ...transfer, store })) });
  expect(sweepOf(LAST_SEED)).toBeNull();
  expect(sweepOf(SWEEP)).toEqual({ seeds: 3, rule: "owner" });
  expect(swept(6)).toEqual({ seeds: 3, rule: "rest-to-emptier" });
  expect(swept(null)).toEqual({ seeds: 3, rule: "leave-rest" });
});

test("whose turn it is; nobody's after the last move", () => {
  expect(turnWords(es, "you")).toBe("Te toca");
  expect(turnWords(es, "cpu")).toBe("La CPU piensa…");
  expect(turnWords(en, "north")).toBe("North to move");
  expect(turnWords(es, null)).toBe("Última jugada…");
});

test("a legal move is described as the ply that it will be", () => {
  expect(plyOf({ move: 1, sowing: CAPTURE })).toEqual({
    move: 1,
    seeds: 1,
    captured: 6,
    extra_turn: false,
  });
});

describe("the result", () => {
  test("names the count", () => {
    expect(resultTitle(es, OUTCOME, "you")).toBe("Ganas 27 a 21");
    expect(resultTitle(es, OUTCOME, "cpu")).toBe("Pierdes 21 a 27");
    expect(resultTitle(en, OUTCOME, "south")).toBe("South wins, 27 to 21");
    expect(resultTitle(en, { ...OUTCOME, winner: null, stores: [24, 24] }, null)).toBe(
      "A draw, 24 each",
    );
  });

  test("names no count when somebody resigned", () => {
    const resigned = { ...OUTCOME, reason: "resignation" } as const;
    expect(resultTitle(es, resigned, "cpu")).toBe("Pierdes la partida");
    expect(resultReason(es, resigned, "cpu")).toBe("Te has rendido.");
    expect(resultReason(es, resigned, "rival")).toBe("Te has rendido.");
    expect(resultReason(es, resigned, "you")).toBe("Por rendición.");
    expect(resultTitle(en, resigned, "north")).toBe("North wins");
  });

  test("tells of seeds that nobody scores", () => {
    expect(resultReason(en, { ...OUTCOME, unscored: 1 }, "you")).toBe(
      "One side has no seeds left. 1 seed is not scored.",
    );
  });

  test("of a majority tells it from two halves", () => {
    const majority = { ...OUTCOME, reason: "majority" } as const;
    expect(resultReason(en, majority, "you")).toBe("One side has more than half of the seeds.");
    expect(resultReason(en, { ...majority, winner: null }, null)).toBe(
      "Each side has half of the seeds.",
    );
  });

  test("of an unfinished game is none", () => {
    expect(resultTitle(es, { ...OUTCOME, winner: null, reason: "aborted" }, null)).toBe(
      "Partida sin resultado",
    );
  });
});
