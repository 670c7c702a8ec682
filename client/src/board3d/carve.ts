import { BufferGeometry, Float32BufferAttribute, Path, Shape, ShapeGeometry, Vector2 } from "three";
import type { Hollow } from "../board/layout";
import { DEPTH } from "../board/pile";
import { BEVEL, CORNER, type Layout, LIP, THICKNESS } from "./layout";

/**
 * Cuts the board's shapes. Everything but the flat faces is swept: a profile is drawn along a
 * round box (a circle stretched in one or two directions), which gives exact normals everywhere.
 */

interface Box {
  readonly x: number;
  readonly z: number;
  readonly r: number;
  readonly half_x: number;
  readonly half_z: number;
}

/** A point of a profile: how far outwards from the box, how high, and its normal. */
interface ProfilePoint {
  readonly out: number;
  readonly y: number;
  readonly normal_out: number;
  readonly normal_y: number;
  /** How much light reaches it, from 0 to 1. */
  readonly light?: number;
}

/** Width and depth of what one tile of the grain covers. */
export const GRAIN = { width: 19, depth: 9.5 } as const;

/** The upper face with its holes, its rounded edge, the sides and the hollows, all in one. */
export function boardGeometry(layout: Layout, fineness: number): BufferGeometry {
  const outline = outlineOf(layout);
  const parts = [
    faceGeometry(layout, outline, fineness),
    sweep(outline, sideProfile(fineness), fineness * 2),
    ...layout.hollows.map((hollow) =>
      sweep(boxOf(hollow), hollowProfile(hollow, fineness), fineness * 3),
    ),
  ];
  const whole = join(parts);
  for (const part of parts) part.dispose();
  return whole;
}

/** A flattened half tube around a hollow, `out` board units from its rim. */
export function ringGeometry(hollow: Hollow, out: number, tube: number): BufferGeometry {
  return sweep(boxOf(hollow), tubeProfile(out, tube), 12);
}

/** The same, cut into dashes. */
export function dashedGeometry(
  hollow: Hollow,
  out: number,
  tube: number,
  dashes: number,
): BufferGeometry {
  return sweep(boxOf(hollow), tubeProfile(out, tube), 16, dashes);
}

/** A thin line let into the upper face, `inset` from its edge. */
export function inlayGeometry(layout: Layout, inset: number, breadth: number): BufferGeometry {
  return sweep(outlineOf(layout), tubeProfile(-inset, breadth / 2, 0.06), 12);
}

export function outlineOf(layout: Layout): Box {
  const half_x = layout.width / 2 - CORNER;
  return { x: 0, z: 0, r: CORNER, half_x, half_z: layout.depth / 2 - CORNER };
}

function boxOf(hollow: Hollow): Box {
  const { x, y, r, half_x, half_y } = hollow;
  return { x, z: y, r, half_x, half_z: half_y };
}

function tubeProfile(out: number, tube: number, flatness = 0.28): ProfilePoint[] {
  return Array.from({ length: 7 }, (_, index) => {
    const angle = Math.PI * (1 - index / 6);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { out: out + tube * cos, y: tube * flatness * sin, normal_out: cos, normal_y: sin };
  });
}

function sideProfile(fineness: number): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  const corner = (y: number, from: number, inwards: number) => {
    for (let step = 0; step <= fineness; step++) {
      const angle = from - (step / fineness) * (Math.PI / 2);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      points.push({
        out: BEVEL * (cos - 1) - inwards,
        y: y + BEVEL * sin,
        normal_out: cos,
        normal_y: sin,
        light: sin < 0 ? 1 + 0.5 * sin : 1,
      });
    }
  };
  corner(-BEVEL, Math.PI / 2, 0);
  corner(-THICKNESS + BEVEL, 0, 0.1);
  return points;
}

/** From the upper face over the rounded lip down an elliptic bowl. */
function hollowProfile(hollow: Hollow, fineness: number): ProfilePoint[] {
  const points: ProfilePoint[] = [];
  for (let step = 0; step <= fineness; step++) {
    const angle = (1 + step / fineness) * (Math.PI / 2);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    points.push({
      out: LIP + LIP * cos,
      y: -LIP + LIP * sin,
      normal_out: cos,
      normal_y: sin,
      light: 0.84 + 0.16 * sin,
    });
  }
  const depth = hollow.depth ?? DEPTH;
  const steps = fineness * 3;
  for (let step = 1; step <= steps; step++) {
    const angle = (step / steps) * (Math.PI / 2);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const length = Math.hypot(cos / hollow.r, sin / depth);
    points.push({
      out: hollow.r * (cos - 1),
      y: -LIP - depth * sin,
      normal_out: -cos / hollow.r / length,
      normal_y: sin / depth / length,
      light: 0.84 - 0.3 * sin,
    });
  }
  // Outwards, as every profile runs that faces up.
  return points.reverse();
}

interface RimPoint {
  /** The point of the box's axis that it belongs to. */
  readonly x: number;
  readonly z: number;
  readonly cos: number;
  readonly sin: number;
}

/** Once round a box, with the first point again at the end. */
function rimOf(box: Box, steps: number): RimPoint[] {
  const points: RimPoint[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    const x = box.x + (quarter === 0 || quarter === 3 ? 1 : -1) * box.half_x;
    const z = box.z + (quarter < 2 ? 1 : -1) * box.half_z;
    for (let step = 0; step <= steps; step++) {
      const angle = ((quarter + step / steps) * Math.PI) / 2;
      points.push({ x, z, cos: Math.cos(angle), sin: Math.sin(angle) });
    }
  }
  points.push(points[0] as RimPoint);
  return points;
}

/** Draws a profile along a box, `steps` to a quarter; with `dashes`, only every other piece. */
function sweep(
  box: Box,
  profile: readonly ProfilePoint[],
  steps: number,
  dashes = 0,
): BufferGeometry {
  const rim = rimOf(box, steps);
  const [position, normal, uv, colour]: number[][] = [[], [], [], []];
  for (const { x, z, cos, sin } of rim) {
    for (const { out, y, normal_out, normal_y, light = 1 } of profile) {
      const point = [x + (box.r + out) * cos, y, z + (box.r + out) * sin] as const;
      position?.push(...point);
      normal?.push(normal_out * cos, normal_y, normal_out * sin);
      uv?.push(...grainAt(point[0], point[1], point[2]));
      colour?.push(light, light, light);
    }
  }
  const index: number[] = [];
  const size = profile.length;
  const pieces = rim.length - 1;
  for (let i = 0; i < pieces; i++) {
    if (dashes > 0 && Math.floor((i / pieces) * 2 * dashes) % 2 === 1) continue;
    for (let j = 0; j < size - 1; j++) {
      const a = i * size + j;
      const b = a + size;
      index.push(a, b, a + 1, b, b + 1, a + 1);
    }
  }
  return geometryOf(position ?? [], normal ?? [], uv ?? [], colour ?? [], index);
}

function faceGeometry(layout: Layout, outline: Box, fineness: number): BufferGeometry {
  const shape = new Shape(pointsOf(outline, fineness * 2, -BEVEL));
  for (const hollow of layout.hollows) {
    shape.holes.push(new Path(pointsOf(boxOf(hollow), fineness * 3, LIP)));
  }
  const flat = new ShapeGeometry(shape);
  const points = flat.getAttribute("position");
  const [position, normal, uv, colour]: number[][] = [[], [], [], []];
  for (let i = 0; i < points.count; i++) {
    const [x, z] = [points.getX(i), -points.getY(i)];
    position?.push(x, 0, z);
    normal?.push(0, 1, 0);
    uv?.push(...grainAt(x, 0, z));
    colour?.push(1, 1, 1);
  }
  const index = Array.from(flat.index?.array ?? []);
  flat.dispose();
  return geometryOf(position ?? [], normal ?? [], uv ?? [], colour ?? [], index);
}

/** The rim moved outwards, in the plane of the face (whose y is -z), each point once. */
function pointsOf(box: Box, steps: number, out: number): Vector2[] {
  const points: Vector2[] = [];
  for (const { x, z, cos, sin } of rimOf(box, steps).slice(0, -1)) {
    const point = new Vector2(x + (box.r + out) * cos, -z - (box.r + out) * sin);
    const last = points.at(-1);
    if (last === undefined || last.distanceToSquared(point) > 1e-9) points.push(point);
  }
  return points;
}

function grainAt(x: number, y: number, z: number): readonly [number, number] {
  return [x / GRAIN.width + 0.5, 0.5 - (z - y * 0.6) / GRAIN.depth];
}

function geometryOf(
  position: readonly number[],
  normal: readonly number[],
  uv: readonly number[],
  colour: readonly number[],
  index: number[],
): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(position, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normal, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(uv, 2));
  geometry.setAttribute("color", new Float32BufferAttribute(colour, 3));
  geometry.setIndex(index);
  return geometry;
}

function join(parts: readonly BufferGeometry[]): BufferGeometry {
  const index: number[] = [];
  const [position, normal, uv, colour]: number[][] = [[], [], [], []];
  const lists = { position, normal, uv, color: colour };
  let base = 0;
  for (const part of parts) {
    for (const i of part.index?.array ?? []) index.push(base + i);
    for (const [name, list] of Object.entries(lists)) {
      for (const value of part.getAttribute(name).array) list?.push(value);
    }
    base += part.getAttribute("position").count;
  }
  return geometryOf(position ?? [], normal ?? [], uv ?? [], colour ?? [], index);
}
