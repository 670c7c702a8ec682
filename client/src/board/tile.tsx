import { legalAt } from "../choice";
import { board, game, hovered, selected } from "../store";
import { gains } from "./preview";
import { isMoving, scene } from "./stage";

/** A place of the compact panel: its count, its marks, and what the move in view would add. */
export function Tile({ place }: { readonly place: number }) {
  const marks = scene.value?.marks;
  const { gain, isThreatened } = previewAt(place);
  return (
    <span
      class="tile"
      aria-hidden="true"
      data-origin={marks?.origin === place ? "" : undefined}
      data-end={marks?.end === place ? "" : undefined}
      data-captured={marks?.captured.includes(place) ? "" : undefined}
      data-threatened={isThreatened ? "" : undefined}
    >
      <span class="disc">{scene.value?.counts[place] ?? ""}</span>
      {gain !== undefined && <span class="gain">+{gain}</span>}
    </span>
  );
}

function previewAt(place: number) {
  const [now, view] = [game.value, board.value];
  const chosen = selected.value ?? hovered.value;
  if (now === null || view === null || chosen === null || isMoving.value) return {};
  const sowing = legalAt(view, chosen, now.pits)?.sowing;
  if (sowing == null) return {};
  return {
    gain: gains(sowing).get(place),
    isThreatened: sowing.captures.some((capture) => capture.pit === place),
  };
}
