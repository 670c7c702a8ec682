import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { language, learnAll } from "../i18n";
import { complain } from "../notices";

/** A part of the page whose code is fetched when it is drawn first; until then it draws nothing. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { fetch(): void } {
  const loaded = signal<ComponentType<Props> | null>(null);
  let isAsked = false;
  const fetch = (isWanted: boolean) => {
    if (isAsked) return;
    isAsked = true;
    Promise.all([load(), learnAll(language.peek())]).then(
      ([part]) => {
        loaded.value = part;
      },
      () => {
        isAsked = false;
        if (isWanted) complain("network");
      },
    );
  };
  const Part = (props: Props) => {
    if (loaded.value === null) fetch(true);
    const Loaded = loaded.value;
    return Loaded === null ? null : <Loaded {...props} />;
  };
  return Object.assign(Part, { fetch: () => fetch(false) });
}
