import { beforeEach, describe, expect, test, vi } from "vitest";
import * as api from "../src/api";
import { canAsk, hasHints, hint, hintWords, isThinking, worthWords } from "../src/hint";
import { translator } from "../src/i18n";
import { polite } from "../src/live";
import type { HintView } from "../src/protocol";
import { beacon, game, hovered, notice, pending } from "../src/store";
import { boardView, gameView } from "./sowings";

vi.mock("../src/api", { spy: true });
const askHint = vi.mocked(api.askHint);

const THIRD: HintView = { after: 1, move: 3, score: { type: "exact", margin: 8 } };
const es = translator("es");

/** An answer that is given by hand. */
function answerLater() {
  let answer: (hint: HintView) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  askHint.mockReturnValueOnce(
    new Promise((resolve, reject) => {
      answer = resolve;
      fail = reject;
    }),
  );
  return { answer: (view: HintView) => answer(view), fail: (error: unknown) => fail(error) };
}

async function settled(): Promise<void> {
  for (let round = 0; round < 10; round += 1) await Promise.resolve();
}

beforeEach(() => {
  askHint.mockReset();
  game.value = null;
  pending.value = null;
  hovered.value = null;
  notice.value = null;
  game.value = gameView();
});

describe("a hint", () => {
  test("is waited for in sight, then points at the pit and tells its worth", async () => {
    const { answer } = answerLater();
    void hint();
    expect(isThinking.value).toBe(true);
    expect(hintWords()).toEqual(["", "Buscando la mejor jugada…"]);
    expect(askHint).toHaveBeenCalledWith("game0001", 1);
    answer(THIRD);
    await settled();
    expect(isThinking.value).toBe(false);
    expect(beacon.value).toBe(2);
    expect(hintWords()).toEqual(["Pista: hoyo 3", "si nadie falla, ganas por 8 semillas"]);
    await vi.waitFor(() =>
      expect(polite.value).toContain("Pista: hoyo 3: si nadie falla, ganas por 8 semillas."),
    );
  });

  test("goes away with the next move", async () => {
    askHint.mockResolvedValueOnce(THIRD);
    await hint();
    expect(beacon.value).toBe(2);
    game.value = gameView({ board: boardView({ seq: 2, after: 2 }) });
    expect(beacon.value).toBeNull();
    expect(hintWords()).toBeNull();
  });

  test("goes away as soon as a move is on its way", async () => {
    askHint.mockResolvedValueOnce(THIRD);
    await hint();
    const command = { type: "sow", id: "command1", seat: 0, after: 1, pit: 4 } as const;
    pending.value = { command, move: null };
    expect(beacon.value).toBeNull();
    expect(canAsk.value).toBe(false);
  });

  test("that comes for a board that is gone is dropped", async () => {
    const { answer } = answerLater();
    void hint();
    game.value = gameView({ board: boardView({ seq: 2, after: 2 }) });
    answer(THIRD);
    await settled();
    expect(beacon.value).toBeNull();
    expect(hintWords()).toBeNull();
  });

  test("that comes for another game is dropped", async () => {
    const { answer } = answerLater();
    void hint();
    game.value = gameView({ id: "game0002" });
    answer(THIRD);
    await settled();
    expect(beacon.value).toBeNull();
  });

  test("that cannot be had is explained, one that is stale is not", async () => {
    const first = answerLater();
    void hint();
    first.fail(new api.ApiError("busy", "", {}));
    await settled();
    expect(notice.value).toContain("Hay mucha gente");
    expect(isThinking.value).toBe(false);
    notice.value = null;
    const second = answerLater();
    void hint();
    second.fail(new api.ApiError("stale", "", {}));
    await settled();
    expect(notice.value).toBeNull();
  });

  test("is asked for once, however often the button is pressed", () => {
    answerLater();
    void hint();
    void hint();
    expect(askHint).toHaveBeenCalledTimes(1);
  });

  test("may be the swap, which has no pit", async () => {
    askHint.mockResolvedValueOnce({ after: 1, move: 0, score: { type: "estimate", margin: 2.4 } });
    await hint();
    expect(beacon.value).toBeNull();
    expect(hintWords()).toEqual(["Pista: cambia de lado", "parece que ganas por unas 2 semillas"]);
  });

  test("makes room for the words of another pit that is pointed at", async () => {
    askHint.mockResolvedValueOnce(THIRD);
    hovered.value = 0;
    await hint();
    expect(hintWords()).not.toBeNull();
    hovered.value = 4;
    expect(hintWords()).toBeNull();
    hovered.value = 2;
    expect(hintWords()).not.toBeNull();
  });
});

describe("who may ask", () => {
  test("not who waits for the other, which is explained", () => {
    game.value = gameView({ board: boardView({ seat_to_move: 1, to_move: "north" }) });
    expect(canAsk.value).toBe(false);
    void hint();
    expect(askHint).not.toHaveBeenCalled();
    expect(notice.value).toBe("Espera un momento: ahora juega tu rival.");
  });

  test("both of two on one device, nobody who watches, learns or plays a person", () => {
    game.value = gameView({ mode: "local", you: [0, 1], board: boardView({ seat_to_move: 1 }) });
    expect(canAsk.value).toBe(true);
    game.value = gameView({ you: [] });
    expect(hasHints.value).toBe(false);
    game.value = gameView({ board: boardView({ seq: 0, after: 0 }) });
    expect(hasHints.value).toBe(false);
    game.value = gameView({ mode: "friend" });
    expect(hasHints.value).toBe(false);
    void hint();
    expect(askHint).not.toHaveBeenCalled();
  });
});

test("a worth is told as surely as it is known", () => {
  expect(worthWords(es, { type: "exact", margin: -3 })).toBe(
    "si nadie falla, pierdes por 3 semillas",
  );
  expect(worthWords(es, { type: "exact", margin: 0 })).toBe("si nadie falla, hay empate");
  expect(worthWords(es, { type: "bounds", lower: 2, upper: 14 })).toBe(
    "si nadie falla, acabas entre +2 y +14",
  );
  expect(worthWords(es, { type: "estimate", margin: 0.8 })).toBe(
    "parece que ganas por más o menos 1 semilla",
  );
});
