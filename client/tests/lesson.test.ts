import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { finalCounts, isMoving } from "../src/board/stage";
import { tap, tapNumber } from "../src/choice";
import { language } from "../src/i18n";
import {
  back,
  completions,
  course,
  goTo,
  hint,
  index,
  isAtEnd,
  next,
  open,
  phase,
  progress,
  repeat,
  showSolution,
} from "../src/learn/lesson";
import { LESSON_WORDS } from "../src/learn/words";
import { assertive, polite } from "../src/live";
import { settings } from "../src/settings";
import { beacon, board, game, notice, selected } from "../src/store";
import { LESSON } from "./lessons";
import { BEFORE_CAPTURE, EXTRA_TURN, OPENING } from "./sowings";

const stored = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
const api = vi.hoisted(() => ({ fails: false }));
vi.mock("../src/api", () => ({
  fetchLesson: async () => {
    if (api.fails) throw new Error("offline");
    return LESSON;
  },
}));
vi.mock("../src/session", () => ({
  send: () => {
    throw new Error("a lesson sends nothing");
  },
}));

let now_ms = 0;

/** A tap at least a minute after the one before. */
function touch(place: number): void {
  now_ms += 60_000;
  tap(place, "touch", now_ms);
}

beforeEach(async () => {
  vi.useFakeTimers();
  stored.clear();
  api.fails = false;
  language.value = "es";
  settings.value = { ...settings.value, speed: 0, confirm: "touch" };
  await open("kalah");
});

afterEach(() => {
  vi.runAllTimers();
});

test("the first pit glows on the first board", () => {
  expect(phase.value).toBe("ready");
  expect(beacon.value).toBe(2);
  expect(finalCounts()).toEqual(OPENING);
  expect(board.value?.legal.map((move) => move.move)).toEqual([2, 3]);
});

test("one tap sows, whatever the setting for touch", () => {
  touch(2);
  expect(board.value?.places).toEqual(EXTRA_TURN.places);
  expect(course.value).toMatchObject({ depth: 1, status: "open" });
  expect(beacon.value).toBe(5);
});

test("a wrong tap says what that pit does, shows it, and leads back", () => {
  touch(1);
  expect(notice.value).toBe("El hoyo 2 acaba en tu hoyo 6. rather 3");
  expect(assertive.value).toBe(notice.value);
  expect(selected.value).toBe(1);
  expect(board.value?.places).toEqual(OPENING);
  touch(2);
  expect(notice.value).toBeNull();
  expect(selected.value).toBeNull();
});

test("a pit that cannot be sown says why", () => {
  touch(9);
  expect(notice.value).toBe("Ese hoyo es del otro lado. Siembra uno de los tuyos.");
});

test("the sentences of a step are said in their order, and the last one praises", () => {
  touch(2);
  vi.advanceTimersByTime(100);
  expect(polite.value).toBe("Siembras el hoyo 3: 4 semillas, turno extra. now 6");
  touch(5);
  vi.advanceTimersByTime(100);
  expect(polite.value).toBe("Siembras el hoyo 6: 5 semillas. praise of extra");
});

test("a step that is done takes no move, and says how to go on", () => {
  touch(2);
  touch(5);
  expect(course.value?.status).toBe("done");
  touch(0);
  expect(notice.value).toBe(LESSON_WORDS.es["after.done"]);
});

test("only the keyboard is led on to the next button", () => {
  const before = completions.value;
  touch(2);
  touch(5);
  expect(completions.value).toBe(before);
  repeat();
  tapNumber(3, now_ms + 60_000);
  tapNumber(6, now_ms + 120_000);
  now_ms += 120_000;
  expect(completions.value).toBe(before + 1);
});

describe("progress", () => {
  test("is kept by the step's key and found again", async () => {
    touch(2);
    touch(5);
    next();
    expect(progress.value).toEqual({ step: "opened", done: ["extra"] });
    goTo(0);
    next();
    await open("kalah");
    expect(index.value).toBe(1);
    expect(progress.value.done).toEqual(["extra"]);
  });

  test("leads back to the end of a lesson that was gone through", async () => {
    goTo(LESSON.steps.length);
    await open("kalah");
    expect(isAtEnd.value).toBe(true);
    back();
    expect(course.value?.step.key).toBe("save");
  });

  test("that cannot be read begins at the first step", async () => {
    stored.set("naqala.lessons", '{"kalah": {"step": "gone", "done": [1, null, "extra"]}}');
    await open("kalah");
    expect(index.value).toBe(0);
    expect(progress.value.done).toEqual(["extra"]);
  });
});

test("steps are gone through in both directions and no further", () => {
  back();
  expect(index.value).toBe(0);
  for (let times = 0; times < 9; times++) next();
  expect(isAtEnd.value).toBe(true);
  expect(index.value).toBe(LESSON.steps.length);
  expect(course.value).toBeNull();
  expect(beacon.value).toBeNull();
});

test("the rival's move is made before the reader's first", () => {
  goTo(1);
  expect(finalCounts()).toEqual(BEFORE_CAPTURE);
  expect(game.value?.plies).toMatchObject([{ side: "north", move: 6 }]);
  expect(beacon.value).toBe(0);
});

test("a tap while seeds travel only brings them home", () => {
  settings.value = { ...settings.value, speed: 1 };
  touch(2);
  expect(isMoving.value).toBe(true);
  expect(beacon.value).toBeNull();
  touch(5);
  expect(isMoving.value).toBe(false);
  expect(course.value).toMatchObject({ depth: 1, status: "open" });
  expect(beacon.value).toBe(5);
});

test("a step that is left while seeds travel does not reach into the next one", () => {
  settings.value = { ...settings.value, speed: 1 };
  touch(2);
  next();
  vi.advanceTimersByTime(10_000);
  expect(course.value).toMatchObject({ step: { key: "opened" }, depth: 0, status: "open" });
  expect(finalCounts()).toEqual(BEFORE_CAPTURE);
});

describe("a puzzle", () => {
  beforeEach(() => goTo(2));

  test("lets nothing glow", () => {
    expect(beacon.value).toBeNull();
  });

  test("tells what was missed and the tries that are left, then offers the solution", () => {
    touch(1);
    expect(notice.value).toBe(
      "El turno se acaba con 0 turnos extra de 1. Te queda 1 intento: pulsa Repetir.",
    );
    touch(2);
    expect(notice.value).toBe(LESSON_WORDS.es["after.missed"]);
    repeat();
    expect(notice.value).toBeNull();
    touch(1);
    expect(notice.value).toContain(LESSON_WORDS.es["miss.solution"]);
  });

  test("gives its hint without ending the turn", () => {
    hint();
    expect(notice.value).toBe("think of the store");
    touch(2);
    expect(course.value?.status).toBe("done");
    expect(progress.value.done).toContain("chain");
  });

  test("shows its solution, which counts as no success", () => {
    showSolution();
    expect(finalCounts()).toEqual(EXTRA_TURN.places);
    expect(course.value?.status).toBe("shown");
    expect(notice.value).toBe(LESSON_WORDS.es.shown);
    expect(progress.value.done).not.toContain("chain");
    repeat();
    touch(2);
    expect(course.value?.status).toBe("done");
  });
});

test("a server that does not answer fails the page, which can be opened again", async () => {
  api.fails = true;
  await open("kalah");
  expect(phase.value).toBe("failed");
  api.fails = false;
  await open("kalah");
  expect(phase.value).toBe("ready");
});

test("the page's own words are the same in both languages, with the same names in braces", () => {
  const names = (message: unknown) =>
    [
      ...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map((match) => match[1])),
    ].sort();
  const { es, en } = LESSON_WORDS;
  expect(Object.keys(en).sort()).toEqual(Object.keys(es).sort());
  for (const key of Object.keys(es) as (keyof typeof es)[]) {
    expect(names(en[key])).toEqual(names(es[key]));
  }
});
