import { capturedBy } from "../announce";
import { pitAt, storeOf } from "../board/places";
import type { LessonMoveView } from "../protocol";
import { w } from "./words";

/** What a move does, in one sentence, told from its sowing. */
export function factOf(move: LessonMoveView, pits: number): string {
  const { sowing } = move;
  const captured = capturedBy(sowing);
  const last = sowing.visited.at(-1) ?? sowing.origin;
  if (last === storeOf("south", pits)) return w("fact.store", { pit: move.move });
  if (captured > 0) return w("fact.capture", { pit: move.move, n: captured });
  const goal = pitAt(last, pits);
  const key = goal?.side === "south" ? "fact.own" : "fact.rival";
  return w(key, { pit: move.move, goal: goal?.number ?? 0 });
}
