import { previewWords } from "../announce";
import { t } from "../i18n";
import type { LegalMove } from "../protocol";
import { beacon, focused, hovered, pending, selected, stops } from "../store";
import { Hollow } from "./hollow";
import type { Layout } from "./layout";
import type { Side } from "./places";
import { isMoving, scene } from "./stage";
import { Tile } from "./tile";
import { TipMark } from "./tip-mark";

interface PitProps {
  readonly place: number;
  readonly side: Side;
  readonly number: number;
  /** Null is the compact panel, where the pit is a plain tile. */
  readonly layout: Layout | null;
  /** As the board will be when all seeds have landed. */
  readonly seeds: number;
  /** The move that a tap makes; null when none is allowed. */
  readonly move: LegalMove | null;
  readonly isStop: boolean;
  readonly isFront: boolean;
}

/** A pit: always a button that can be reached, which says why when it cannot be played. */
export function PitButton(props: PitProps) {
  const { place, side, number, layout, seeds, move, isStop, isFront } = props;
  const marks = scene.value?.marks;
  const isLast = marks?.origin === place || marks?.end === place;
  const isSelected = selected.value === place;
  const name = t("board.pit", { pit: number, n: seeds });
  const sowing = move?.sowing ?? null;
  const preview = sowing === null ? [] : [previewWords(t, sowing)];
  const isBeacon = beacon.value === place && !isMoving.value;
  const description = [
    ...(isBeacon ? [t("board.beacon")] : []),
    ...(isSelected ? [t("board.selected")] : []),
    ...preview,
  ].join(", ");
  return (
    <button
      type="button"
      class="pit"
      data-place={place}
      data-playable={move !== null && !isMoving.value ? "" : undefined}
      data-beacon={isBeacon ? "" : undefined}
      data-selected={isSelected ? "" : undefined}
      data-origin={marks?.origin === place ? "" : undefined}
      tabIndex={isStop ? 0 : -1}
      aria-label={isLast ? `${name}, ${t("board.lastMove")}` : name}
      aria-description={description === "" ? undefined : description}
      aria-disabled={move === null ? "true" : undefined}
      aria-busy={isBusy(place, number) ? "true" : undefined}
      onFocus={(event) => {
        stops.value = { ...stops.value, [side]: place };
        hovered.value = place;
        focused.value = event.currentTarget.matches(":focus-visible") ? place : null;
      }}
      onBlur={() => {
        leave(place);
        if (focused.value === place) focused.value = null;
      }}
      onPointerEnter={(event) => {
        if (event.pointerType === "mouse") hovered.value = place;
      }}
      onPointerLeave={() => leave(place)}
    >
      {layout === null ? (
        <Tile place={place} />
      ) : (
        <Hollow
          place={place}
          layout={layout}
          corner={{
            x: (layout.hollows[place]?.x ?? 0) - layout.cell_width / 2,
            y: isFront ? 0 : -layout.cell_height,
          }}
        />
      )}
      {!isMoving.value && <TipMark move={move} />}
    </button>
  );
}

function leave(place: number): void {
  if (hovered.value === place) hovered.value = null;
}

/** Whether the move in flight began here; its seeds have left, so the marks tell the place. */
function isBusy(place: number, number: number): boolean {
  const command = pending.value?.command;
  return command?.type === "sow" && command.pit === number && scene.value?.marks.origin === place;
}
