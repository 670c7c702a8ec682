import {
  BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  Color,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  SRGBColorSpace,
} from "three";
import type { Point } from "../board/layout";
import type { Layout } from "./layout";
import { BRASS, EBONY, IVORY, ORANGE } from "./palette";

/** The counts: numerals from one atlas lying on ebony discs with a brass rim. */

export interface Numerals {
  readonly group: Group;
  show(labels: Labels): void;
  dispose(): void;
}

/** What stands at each place. */
export interface Labels {
  readonly counts: readonly number[];
  /** The places of the last move. */
  readonly marked: ReadonlySet<number>;
  /** What the move in view would add. */
  readonly gains: ReadonlyMap<number, number>;
  /** What a beginner is told: seeds to capture, or null for another turn. */
  readonly tips: ReadonlyMap<number, number | null>;
  /** Whether a count is to be seen. */
  isShown(place: number): boolean;
}

const COLUMNS = 10;
const ROWS = 14;
const GAINS_ROW = 10;
const CELL_PX = 80;
/** Nobody gains nothing: that cell has the arrow of another turn. */
const AGAIN = 0;
const MOST_GAIN = (ROWS - GAINS_ROW) * COLUMNS - 1;

export function makeNumerals(layout: Layout): Numerals {
  const { discs, disc_radius, gain_discs, gain_radius } = layout;
  const group = new Group();
  const disc = new CircleGeometry(disc_radius, 40).rotateX(-Math.PI / 2);
  const rim = new RingGeometry(disc_radius, disc_radius + 0.035, 40).rotateX(-Math.PI / 2);
  const ebony = new MeshBasicMaterial({ color: EBONY, toneMapped: false });
  const brass = new MeshBasicMaterial({ color: BRASS, toneMapped: false });
  // Every place has a disc for its count, and smaller ones for its ghost and its tip.
  const size = 3 * discs.length;
  const plates = new InstancedMesh(disc, ebony, size);
  const rims = new InstancedMesh(rim, brass, size);
  const atlas = new CanvasTexture(paintAtlas());
  atlas.colorSpace = SRGBColorSpace;
  atlas.anisotropy = 8;
  const ink = new MeshBasicMaterial({
    map: atlas,
    transparent: true,
    vertexColors: true,
    depthWrite: false,
    toneMapped: false,
  });
  const quads = quadsOf(size);
  const text = new Mesh(quads, ink);
  for (const part of [plates, rims, text]) part.frustumCulled = false;
  text.renderOrder = 2;
  group.add(plates, rims, text);
  const matrix = new Matrix4();
  const [ivory, orange] = [new Color(IVORY), new Color(ORANGE)];

  const label = (
    index: number,
    centre: Point,
    scale: number,
    cell: number,
    colour: Color = ivory,
  ) => {
    matrix.makeScale(scale, 1, scale).setPosition(centre.x, 0.012, centre.y);
    plates.setMatrixAt(index, matrix);
    rims.setMatrixAt(index, matrix.setPosition(centre.x, 0.01, centre.y));
    write(quads, index, centre, scale * disc_radius * 1.12, cell, colour);
  };

  return {
    group,
    show({ counts, marked, gains, tips, isShown }) {
      for (const [place, centre] of discs.entries()) {
        const colour = marked.has(place) ? orange : ivory;
        label(place, centre, isShown(place) ? 1 : 0, cellOf(counts[place] ?? 0), colour);
        // Beside the count, so that one reads "4 +1".
        const gain = gains.get(place);
        label(
          discs.length + place,
          gain_discs[place] ?? centre,
          gain === undefined ? 0 : gain_radius / disc_radius,
          cellOf(gain ?? 0, true),
        );
        const tip = tips.get(place);
        const tip_at = beside(centre, -disc_radius);
        const tip_cell = cellOf(tip ?? AGAIN, true);
        label(2 * discs.length + place, tip_at, tip === undefined ? 0 : 0.7, tip_cell);
      }
      plates.instanceMatrix.needsUpdate = true;
      rims.instanceMatrix.needsUpdate = true;
      for (const name of ["position", "uv", "color"]) quads.getAttribute(name).needsUpdate = true;
    },
    dispose() {
      for (const part of [disc, rim, quads, ebony, brass, ink, atlas, plates, rims]) part.dispose();
    },
  };
}

function beside(centre: Point, radius: number): Point {
  return { x: centre.x + 1.86 * radius, y: centre.y };
}

function cellOf(number: number, isGain = false): number {
  return isGain
    ? GAINS_ROW * COLUMNS + Math.min(number, MOST_GAIN)
    : Math.min(number, GAINS_ROW * COLUMNS - 1);
}

function quadsOf(count: number): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(count * 12, 3));
  geometry.setAttribute("uv", new Float32BufferAttribute(count * 8, 2));
  geometry.setAttribute("color", new Float32BufferAttribute(count * 12, 3));
  const index = Array.from({ length: count }, (_, quad) =>
    [0, 2, 1, 1, 2, 3].map((corner) => quad * 4 + corner),
  );
  geometry.setIndex(index.flat());
  return geometry;
}

function write(
  quads: BufferGeometry,
  quad: number,
  centre: Point,
  half: number,
  cell: number,
  colour: Color,
): void {
  const [position, uv, tint] = [
    quads.getAttribute("position"),
    quads.getAttribute("uv"),
    quads.getAttribute("color"),
  ];
  const column = cell % COLUMNS;
  const row = Math.floor(cell / COLUMNS);
  for (let corner = 0; corner < 4; corner++) {
    const [right, down] = [corner % 2, corner >> 1];
    const at = quad * 4 + corner;
    position.setXYZ(at, centre.x + (2 * right - 1) * half, 0.022, centre.y + (2 * down - 1) * half);
    uv.setXY(at, (column + right) / COLUMNS, 1 - (row + down) / ROWS);
    tint.setXYZ(at, colour.r, colour.g, colour.b);
  }
}

function paintAtlas(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = CELL_PX * COLUMNS;
  canvas.height = CELL_PX * ROWS;
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  context.fillStyle = "#fff";
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  for (let cell = 0; cell < COLUMNS * ROWS; cell++) {
    const gain = cell - GAINS_ROW * COLUMNS;
    if (gain === AGAIN) {
      paintAgain(context, 0.5 * CELL_PX, (GAINS_ROW + 0.5) * CELL_PX);
      continue;
    }
    const text = gain >= 0 ? `+${gain}` : String(cell);
    const size = CELL_PX * (text.length > 2 ? 0.5 : 0.68);
    context.font = `600 ${size}px "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "Times New Roman", serif`;
    const x = ((cell % COLUMNS) + 0.5) * CELL_PX;
    const y = (Math.floor(cell / COLUMNS) + 0.5) * CELL_PX + size * 0.34;
    context.fillText(text, x, y);
  }
  return canvas;
}

/** An arrow that goes round, as on the flat board. */
function paintAgain(context: CanvasRenderingContext2D, x: number, y: number): void {
  const r = CELL_PX * 0.21;
  context.lineWidth = CELL_PX * 0.075;
  context.lineCap = context.lineJoin = "round";
  context.strokeStyle = "#fff";
  context.beginPath();
  context.arc(x, y, r, 1.15 * Math.PI, 2.95 * Math.PI);
  context.moveTo(x - 1.25 * r, y - 1.2 * r);
  context.lineTo(x - 1.0 * r, y - 0.42 * r);
  context.lineTo(x - 0.2 * r, y - 0.62 * r);
  context.stroke();
}
