import { legalAt } from "../choice";
import type { Person } from "../game";
import { t } from "../i18n";
import { board, stops } from "../store";
import type { Layout } from "./layout";
import { PitButton } from "./pit";
import { pitAt, rowOf, type Side } from "./places";

interface RowProps {
  readonly side: Side;
  readonly front: Side;
  readonly pits: number;
  readonly person: Person;
  /** Null is the compact panel, where the rows are lines of tiles. */
  readonly layout: Layout | null;
}

/** One side's pits in the order in which they are seen; one stop of the Tab key. */
export function Row({ side, front, pits, person, layout }: RowProps) {
  const view = board.value;
  const places = rowOf(side, front, pits);
  const stop = stops.value[side] ?? places[0];
  const isFront = side === front;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of pits is no set of form fields
    <div
      role="group"
      aria-label={t(person === "you" ? "board.yours" : `board.${person}`)}
      class={`row ${isFront ? "row-front" : "row-back"}`}
      style={layout === null ? undefined : boxOf(layout, pits, isFront)}
    >
      {places.map((place) => (
        <PitButton
          key={place}
          place={place}
          side={side}
          number={pitAt(place, pits)?.number ?? 0}
          layout={layout}
          seeds={view?.places[place] ?? 0}
          move={legalAt(view, place, pits)}
          isStop={place === stop}
          isFront={isFront}
        />
      ))}
    </div>
  );
}

function boxOf(layout: Layout, pits: number, isFront: boolean) {
  const length = (units: number) => `${((units * 100) / layout.width).toFixed(3)}cqw`;
  const width = layout.cell_width * pits;
  return {
    left: length((layout.width - width) / 2),
    top: length(layout.height / 2 - (isFront ? 0 : layout.cell_height)),
    width: length(width),
    height: length(layout.cell_height),
  };
}
