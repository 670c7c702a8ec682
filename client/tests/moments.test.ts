import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beatsOf, type Moment, onMoment } from "../src/board/moments";
import { plan } from "../src/board/motion";
import { enqueue, present, snap } from "../src/board/stage";
import { deal } from "../src/board/table";
import type { SowingView } from "../src/protocol";
import { settings } from "../src/settings";
import { BEFORE_CAPTURE, BEFORE_SWEEP, CAPTURE, EXTRA_TURN, OPENING, SWEEP } from "./sowings";

let heard: Moment[] = [];
let deafen: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  settings.value = { ...settings.value, speed: 1 };
  present(OPENING, 0, null, "south");
  heard = [];
  deafen = onMoment((moment) => heard.push(moment));
});

afterEach(() => {
  deafen();
  vi.useRealTimers();
});

function kinds(before: readonly number[], sowing: SowingView): string[] {
  return beatsOf(plan(deal(before), sowing, 1), sowing).map(({ moment }) => moment.kind);
}

test("every seed is told as it lands, then the extra turn", () => {
  enqueue({ kind: "sow", sowing: EXTRA_TURN, actor: "you" });
  vi.advanceTimersByTime(400);
  expect(heard).toEqual([{ kind: "landed", place: 3, height: 5 }]);
  vi.advanceTimersByTime(2000);
  expect(heard.slice(1)).toEqual([
    { kind: "landed", place: 4, height: 5 },
    { kind: "landed", place: 5, height: 5 },
    { kind: "landed", place: 6, height: 1 },
    { kind: "extra-turn", place: 6 },
  ]);
});

test("a capture is one moment, a sweep one for each pit", () => {
  expect(kinds(BEFORE_CAPTURE, CAPTURE)).toEqual(["landed", "captured"]);
  expect(kinds(BEFORE_SWEEP, SWEEP)).toEqual(["landed", "swept", "swept"]);
});

test("a film that is snapped to its end falls silent", () => {
  enqueue({ kind: "sow", sowing: EXTRA_TURN, actor: "you" });
  snap();
  vi.advanceTimersByTime(2000);
  expect(heard).toEqual([]);
});

test("a move that is shown at once is told in short", () => {
  settings.value = { ...settings.value, speed: 0 };
  enqueue({ kind: "sow", sowing: EXTRA_TURN, actor: "you" });
  expect(heard.map((moment) => moment.kind)).toEqual(["landed", "extra-turn"]);
});

test("who has stopped listening hears nothing", () => {
  deafen();
  settings.value = { ...settings.value, speed: 0 };
  enqueue({ kind: "sow", sowing: EXTRA_TURN, actor: "you" });
  expect(heard).toEqual([]);
});
