import { legalAt } from "../choice";
import { board, game, hovered, selected } from "../store";
import { boxAround } from "./hollow";
import type { Layout, Point } from "./layout";
import { gains } from "./preview";
import { isMoving } from "./stage";

const HALF_WIDTH = 0.42;
const HALF_HEIGHT = 0.3;

/** The preview on the board: "+1" where the seeds would fall, and what a store would gain. */
export function Ghosts({ layout }: { readonly layout: Layout }) {
  const [now, view] = [game.value, board.value];
  const place = selected.value ?? hovered.value;
  if (now === null || view === null || place === null || isMoving.value) return null;
  const sowing = legalAt(view, place, now.pits)?.sowing;
  if (sowing == null) return null;
  const corner = { x: -layout.width / 2, y: -layout.height / 2 };
  const last = sowing.visited.at(-1);
  const captured = new Set(sowing.captures.map((capture) => capture.pit));
  return (
    <div class="ghosts" aria-hidden="true">
      {[...gains(sowing)].map(([goal, gain]) => {
        const centre = ghostCentre(layout, goal);
        if (centre === null) return null;
        return (
          <span
            key={goal}
            class="ghost"
            data-last={goal === last ? "" : undefined}
            style={boxAround(layout, corner, centre, HALF_WIDTH, HALF_HEIGHT)}
          >
            +{gain}
          </span>
        );
      })}
      {[...captured].map((goal) => {
        const hollow = layout.hollows[goal];
        if (hollow === undefined) return null;
        const [half_width, half_height] = [hollow.r + hollow.half_x, hollow.r + hollow.half_y];
        return (
          <span
            key={`captured-${goal}`}
            class="ghost-captured"
            style={boxAround(layout, corner, hollow, half_width + 0.06, half_height + 0.06)}
          />
        );
      })}
    </div>
  );
}

/** On a pit's rim on the side of its disc, so that one reads "4 +1"; in the middle of a store. */
function ghostCentre(layout: Layout, place: number): Point | null {
  const hollow = layout.hollows[place];
  const disc = layout.discs[place];
  if (hollow === undefined || disc === undefined) return null;
  if (Math.max(hollow.half_x, hollow.half_y) > 1) return hollow;
  const reach = hollow.r + hollow.half_y - HALF_HEIGHT - 0.04;
  return { x: hollow.x, y: hollow.y + Math.sign(disc.y - hollow.y) * reach };
}
