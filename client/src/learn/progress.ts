import { keep, recall } from "../storage";

/** How far a reader has come in each lesson; kept by the browser, by the steps' keys. */

export interface Progress {
  /** The step that was on the page last, or `END`. */
  readonly step: string | null;
  /** Steps that were done, in any order. */
  readonly done: readonly string[];
}

/** What stands for the page after the last step; no step has such a key. */
export const END = "@end";
const KEY = "naqala.lessons";

export function parseProgress(stored: unknown, lesson: string): Progress {
  const found = fieldsOf(fieldsOf(stored)[lesson]);
  const done = Array.isArray(found.done) ? found.done : [];
  return {
    step: typeof found.step === "string" ? found.step : null,
    done: [...new Set(done.filter((key): key is string => typeof key === "string"))],
  };
}

export function recallProgress(lesson: string): Progress {
  return parseProgress(recall(KEY), lesson);
}

export function keepProgress(lesson: string, progress: Progress): void {
  keep(KEY, { ...fieldsOf(recall(KEY)), [lesson]: progress });
}

export function withDone(progress: Progress, step: string): Progress {
  if (progress.done.includes(step)) return progress;
  return { ...progress, done: [...progress.done, step] };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
