/**
 * Where the camera stands: two angles and a zoom, and the distance that shows the whole board from
 * there. Pure; angles in radians.
 */

export interface Gaze {
  /** Round the board; 0 is from the front, positive to the right. */
  readonly azimuth_rad: number;
  /** From the vertical; 0 looks straight down. */
  readonly polar_rad: number;
  /** 1 just fits the board. */
  readonly zoom: number;
}

export type Vector = readonly [number, number, number];

const MAX_AZIMUTH_RAD = Math.PI / 3;
const MAX_POLAR_RAD = Math.PI / 3;
export const ZOOMS = { least: 0.7, most: 1.6 } as const;

export const TOP: Gaze = { azimuth_rad: 0, polar_rad: 0, zoom: 1 };

/** From the chair; a low, broad canvas is looked at from further above. */
export function perspective(isNarrow: boolean): Gaze {
  return { azimuth_rad: 0, polar_rad: isNarrow ? 0.3 : 0.45, zoom: 1 };
}

export function limited(gaze: Gaze): Gaze {
  return {
    azimuth_rad: clamp(gaze.azimuth_rad, -MAX_AZIMUTH_RAD, MAX_AZIMUTH_RAD),
    polar_rad: clamp(gaze.polar_rad, 0, MAX_POLAR_RAD),
    zoom: clamp(gaze.zoom, ZOOMS.least, ZOOMS.most),
  };
}

/** `share` of the way from one gaze to another. */
export function between(from: Gaze, to: Gaze, share: number): Gaze {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    azimuth_rad: mix(from.azimuth_rad, to.azimuth_rad),
    polar_rad: mix(from.polar_rad, to.polar_rad),
    zoom: mix(from.zoom, to.zoom),
  };
}

/** The camera's right, up and backward directions. */
export function axesOf(gaze: Gaze): readonly [Vector, Vector, Vector] {
  const [sin_a, cos_a] = [Math.sin(gaze.azimuth_rad), Math.cos(gaze.azimuth_rad)];
  const [sin_p, cos_p] = [Math.sin(gaze.polar_rad), Math.cos(gaze.polar_rad)];
  return [
    [cos_a, 0, -sin_a],
    [-sin_a * cos_p, sin_p, -cos_a * cos_p],
    [sin_a * sin_p, cos_p, cos_a * sin_p],
  ];
}

/** How far a picture reaches from its axis: tangents of the angles to its edges. */
export interface Frame {
  readonly side: number;
  readonly above: number;
  readonly below: number;
}

/**
 * The nearest position from which every point is seen, in the middle of the frame: each edge of
 * the frame is a plane through the camera, and the extreme point of each gives one equation.
 */
export function standpoint(points: readonly Vector[], gaze: Gaze, frame: Frame): Vector {
  const { side, above, below } = frame;
  const [right, up, back] = axesOf(gaze);
  let [east, west, north, south] = [-Infinity, -Infinity, -Infinity, -Infinity];
  for (const point of points) {
    const [x, y, z] = [dot(point, right), dot(point, up), dot(point, back)];
    east = Math.max(east, x + side * z);
    west = Math.max(west, side * z - x);
    north = Math.max(north, y + above * z);
    south = Math.max(south, below * z - y);
  }
  const fit = Math.max((east + west) / (2 * side), (north + south) / (above + below));
  const x = (east - west) / 2;
  const y = (north - south + (below - above) * fit) / 2;
  // Zooming leaves what lies at the height of the board's face in its place.
  const z = fit / gaze.zoom;
  return [
    x * right[0] + y * up[0] + z * back[0],
    x * right[1] + y * up[1] + z * back[1],
    x * right[2] + y * up[2] + z * back[2],
  ];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
