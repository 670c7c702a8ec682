import type { Timeline } from "../board/motion";
import type { Side } from "../board/places";
import type { Marks as LastMarks } from "../board/stage";
import type { Table } from "../board/table";
import type { Settings } from "../settings";
import type { Shape } from "./layout";

/** Everything that is on the board at a moment. */
export interface Picture {
  readonly pits: number;
  readonly front: Side;
  readonly shape: Shape;
  /** The seeds when the timeline has ended. */
  readonly table: Table;
  readonly timeline: Timeline | null;
  readonly counts: readonly number[];
  readonly last: LastMarks;
  readonly playable: readonly number[];
  readonly selected: number | null;
  readonly hovered: number | null;
  readonly focused: number | null;
  readonly beacon: number | null;
  /** What each place would gain from the move in view. */
  readonly gains: ReadonlyMap<number, number>;
  readonly threatened: readonly number[];
  /** What a beginner is told of a pit: seeds to capture, or null for another turn. */
  readonly tips: ReadonlyMap<number, number | null>;
  readonly wood: Settings["wood"];
  readonly seeds: Settings["seeds"];
  readonly are_counts_shown: boolean;
  readonly is_dark: boolean;
  /** Whether things may move at all. */
  readonly has_motion: boolean;
}

/** Whether two pictures show the same; what the stage hands on is the same object then. */
export function isSamePicture(before: Picture, next: Picture): boolean {
  return (Object.keys(next) as (keyof Picture)[]).every((key) => {
    const [old, now] = [before[key], next[key]];
    if (old instanceof Map && now instanceof Map) return isSameList([...old], [...now]);
    return Array.isArray(old) && Array.isArray(now) ? isSameList(old, now) : old === now;
  });
}

/** Whether both are of one board, which need not be made anew. */
export function isOfSameBoard(before: Picture, next: Picture): boolean {
  return (
    before.pits === next.pits &&
    before.front === next.front &&
    before.shape === next.shape &&
    before.seeds === next.seeds &&
    before.is_dark === next.is_dark &&
    seedCount(before.table) === seedCount(next.table)
  );
}

export function seedCount(table: Table): number {
  return table.piles.reduce((sum, pile) => sum + pile.length, table.off.length);
}

function isSameList(before: readonly unknown[], next: readonly unknown[]): boolean {
  return (
    before.length === next.length && before.every((value, i) => String(value) === String(next[i]))
  );
}
