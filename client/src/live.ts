import { signal } from "@preact/signals";

/** The two live regions: what a screen reader is told, once per whole event. */

export const polite = signal("");
export const assertive = signal("");

const ZERO_WIDTH_SPACE = "\u200b";
const GATHER_MS = 40;

let gathered: string[] = [];

/** Says a sentence in its time; sentences of the same moment are said together. */
export function say(sentence: string): void {
  gathered.push(sentence);
  if (gathered.length > 1) return;
  setTimeout(() => {
    if (gathered.length === 0) return;
    polite.value = again(gathered.join(" "), polite.peek());
    gathered = [];
  }, GATHER_MS);
}

/** Says a sentence at once. */
export function warn(sentence: string): void {
  assertive.value = again(sentence, assertive.peek());
}

/** Says a sentence at once, after what is about to be said; what it contains is not said twice. */
export function conclude(sentence: string): void {
  const before = gathered.filter((said) => !sentence.includes(said));
  gathered = [];
  warn([...before, sentence].join(" "));
}

/** Forgets the last warning: things have moved on. */
export function hush(): void {
  assertive.value = "";
}

/** The text, changed invisibly when it is the same as before, or it would not be read again. */
export function again(text: string, before: string): string {
  return text === before ? text + ZERO_WIDTH_SPACE : text;
}
