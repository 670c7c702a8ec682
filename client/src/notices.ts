import { isKey, type Key, t } from "./i18n";
import { warn } from "./live";
import { notice } from "./store";

/** Why something was refused: on screen until the next thing happens, and aloud. */

export function explain(text: string): void {
  notice.value = text;
  warn(text);
}

/** Explains an error of the server by its code; its English text is never shown. */
export function complain(code: string): void {
  explain(t(errorKey(code)));
}

type ErrorKey = Extract<Key, `error.${string}`>;

export function errorKey(code: string): ErrorKey {
  const key = `error.${code}`;
  return isKey(key) ? (key as ErrorKey) : "error.unknown";
}
