import type { Person } from "../game";
import { t } from "../i18n";
import { Hollow } from "./hollow";
import type { Layout } from "./layout";

interface SeedStoreProps {
  readonly place: number;
  readonly layout: Layout;
  readonly person: Person;
  readonly seeds: number;
}

/** A store: nothing to press, its count is text. */
export function SeedStore({ place, layout, person, seeds }: SeedStoreProps) {
  return (
    <p class="store">
      <span class="hidden">{t(`board.store.${person}`, { n: seeds })}</span>
      <Hollow
        place={place}
        layout={layout}
        corner={{ x: -layout.width / 2, y: -layout.height / 2 }}
      />
    </p>
  );
}
