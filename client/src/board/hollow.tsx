import type { Layout, Point } from "./layout";
import { scene } from "./stage";

interface HollowProps {
  readonly place: number;
  readonly layout: Layout;
  /** The upper left corner of the element that it is drawn in, in board units. */
  readonly corner: Point;
}

/** A carved hollow with its marks and the disc with its count; a picture, the words are elsewhere. */
export function Hollow({ place, layout, corner }: HollowProps) {
  const hollow = layout.hollows[place];
  const disc = layout.discs[place];
  if (hollow === undefined || disc === undefined) return null;
  const marks = scene.value?.marks;
  const isOrigin = marks?.origin === place;
  const isEnd = marks?.end === place;
  const half_width = hollow.r + hollow.half_x;
  const half_height = hollow.r + hollow.half_y;
  return (
    <>
      <span
        class="hollow"
        data-origin={isOrigin ? "" : undefined}
        data-end={isEnd ? "" : undefined}
        data-captured={marks?.captured.includes(place) ? "" : undefined}
        data-extra={isEnd && marks.hasExtraTurn ? "" : undefined}
        style={boxAround(layout, corner, hollow, half_width, half_height)}
      />
      <span
        class="disc"
        data-marked={isOrigin || isEnd ? "" : undefined}
        aria-hidden="true"
        style={boxAround(layout, corner, disc, layout.disc_radius, layout.disc_radius)}
      >
        {scene.value?.counts[place] ?? ""}
      </span>
    </>
  );
}

/** A box of the given half sizes around a point, in lengths that follow the board's width. */
export function boxAround(
  layout: Layout,
  corner: Point,
  centre: Point,
  half_width: number,
  half_height: number,
) {
  const length = (units: number) => `${((units * 100) / layout.width).toFixed(3)}cqw`;
  return {
    left: length(centre.x - half_width - corner.x),
    top: length(centre.y - half_height - corner.y),
    width: length(2 * half_width),
    height: length(2 * half_height),
  };
}
