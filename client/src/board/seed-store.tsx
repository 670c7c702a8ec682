import type { Person } from "../game";
import { t } from "../i18n";
import { Hollow } from "./hollow";
import type { Layout } from "./layout";
import { Tile } from "./tile";

interface SeedStoreProps {
  readonly place: number;
  /** Null is the compact panel. */
  readonly layout: Layout | null;
  readonly isFront: boolean;
  readonly person: Person;
  readonly seeds: number;
}

/** A store: nothing to press, its count is text. */
export function SeedStore({ place, layout, person, seeds, isFront }: SeedStoreProps) {
  return (
    <p class={`store ${isFront ? "store-front" : "store-back"}`}>
      <span class="hidden">{t(`board.store.${person}`, { n: seeds })}</span>
      {layout === null ? (
        <>
          <span class="store-name" aria-hidden="true">
            {t(`person.${person}`)}
          </span>
          <Tile place={place} />
        </>
      ) : (
        <Hollow
          place={place}
          layout={layout}
          corner={{ x: -layout.width / 2, y: -layout.height / 2 }}
        />
      )}
    </p>
  );
}
