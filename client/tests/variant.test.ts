import { expect, test } from "vitest";
import { translator } from "../src/i18n";
import { gameName, parseVariant } from "../src/variant";

const [es, en] = [translator("es"), translator("en")];

test.each([
  ["kalah(6,4)", "Kalah, 4 semillas", "Kalah, 4 seeds"],
  [
    "kalah(6,4)+pie+rest-to-emptier",
    "Kalah, 4 semillas (regla de la tarta, restos para quien se vacía)",
    "Kalah, 4 seeds (pie rule, leftovers to whoever runs out)",
  ],
  [
    "kalah(6,3)+leave-rest",
    "Kalah, 3 semillas (restos sin puntuar)",
    "Kalah, 3 seeds (leftovers not counted)",
  ],
  ["oware(6,4)", "Oware", "Oware"],
])("%s has a name of its own", (text, spanish, english) => {
  expect(gameName(es, parseVariant(text))).toBe(spanish);
  expect(gameName(en, parseVariant(text))).toBe(english);
});
