import { expect, test } from "vitest";
import { heldBy, inWords } from "../src/holds";
import { translator } from "../src/i18n";
import type { PlyView, ScoreView } from "../src/protocol";

const ply = (seat: number, score?: ScoreView): PlyView => ({
  seat,
  side: seat === 0 ? "south" : "north",
  move: 1,
  seeds: 4,
  captured: 0,
  extra_turn: false,
  stores: [0, 0],
  ...(score === undefined ? {} : { score }),
});

test("a seat holds what it said with its last ply that has been seen", () => {
  const [eight, two]: ScoreView[] = [
    { type: "exact", margin: 8 },
    { type: "estimate", margin: 2.3 },
  ];
  const plies = [ply(0, two), ply(1), ply(0, eight), ply(1)];
  expect(heldBy(plies, 0, undefined)).toEqual(eight);
  expect(heldBy(plies, 0, 2)).toEqual(two);
  expect(heldBy(plies, 1, undefined)).toBeNull();
  expect(heldBy([], 0, undefined)).toBeNull();
});

test("an estimate is never taken for a proof", () => {
  const es = translator("es");
  expect(inWords(es, "es", { type: "exact", margin: 8 })).toBe("exacto: +8");
  expect(inWords(es, "es", { type: "exact", margin: 0 })).toBe("exacto: 0");
  expect(inWords(es, "es", { type: "estimate", margin: -2.6 })).toBe("estimado: -3");
  expect(inWords(es, "es", { type: "bounds", lower: 2, upper: 46 })).toBe("entre +2 y +46");
});
