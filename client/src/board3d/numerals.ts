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
  /** `gains` are the ghosts' numbers by place; `shown` says which discs are to be seen. */
  show(
    counts: readonly number[],
    marked: ReadonlySet<number>,
    gains: ReadonlyMap<number, number>,
    shown: (place: number) => boolean,
  ): void;
  dispose(): void;
}

const COLUMNS = 10;
const ROWS = 14;
const GAINS_ROW = 10;
const CELL_PX = 80;
const MOST_GAIN = (ROWS - GAINS_ROW) * COLUMNS - 1;

export function makeNumerals(layout: Layout): Numerals {
  const { discs, disc_radius, hollows } = layout;
  const group = new Group();
  const disc = new CircleGeometry(disc_radius, 40).rotateX(-Math.PI / 2);
  const rim = new RingGeometry(disc_radius, disc_radius + 0.035, 40).rotateX(-Math.PI / 2);
  const ebony = new MeshBasicMaterial({ color: EBONY, toneMapped: false });
  const brass = new MeshBasicMaterial({ color: BRASS, toneMapped: false });
  const ghost_at = discs.map((centre, place) => ghostCentre(layout, centre, place));
  // Every place has a disc for its count and a smaller one for its ghost.
  const plates = new InstancedMesh(disc, ebony, 2 * discs.length);
  const rims = new InstancedMesh(rim, brass, 2 * discs.length);
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
  const quads = quadsOf(2 * discs.length);
  const text = new Mesh(quads, ink);
  for (const part of [plates, rims, text]) part.frustumCulled = false;
  text.renderOrder = 2;
  group.add(plates, rims, text);
  const matrix = new Matrix4();
  const [ivory, orange] = [new Color(IVORY), new Color(ORANGE)];

  const lay = (index: number, centre: Point, scale: number) => {
    matrix.makeScale(scale, 1, scale).setPosition(centre.x, 0.012, centre.y);
    plates.setMatrixAt(index, matrix);
    rims.setMatrixAt(index, matrix.setPosition(centre.x, 0.01, centre.y));
  };

  return {
    group,
    show(counts, marked, gains, shown) {
      for (const place of hollows.keys()) {
        const centre = discs[place] as Point;
        const isShown = shown(place);
        lay(place, centre, isShown ? 1 : 0);
        const colour = marked.has(place) ? orange : ivory;
        const size = disc_radius * 1.12;
        write(quads, place, centre, isShown ? size : 0, cellOf(counts[place] ?? 0), colour);
        const gain = gains.get(place);
        const index = discs.length + place;
        const at = ghost_at[place] as Point;
        const scale = gain === undefined ? 0 : 0.78;
        lay(index, at, scale);
        write(quads, index, at, scale * size, cellOf(gain ?? 0, true), ivory);
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

/** Beside the count, so that one reads "4 +1". */
function ghostCentre(layout: Layout, centre: Point, place: number): Point {
  const step = layout.disc_radius * 1.86;
  const isStore = place === layout.front_store || place === layout.back_store;
  return { x: centre.x + (isStore && centre.x > 0 ? -step : step), y: centre.y };
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
    const text = gain >= 0 ? `+${gain}` : String(cell);
    const size = CELL_PX * (text.length > 2 ? 0.5 : 0.68);
    context.font = `600 ${size}px "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", "Times New Roman", serif`;
    const x = ((cell % COLUMNS) + 0.5) * CELL_PX;
    const y = (Math.floor(cell / COLUMNS) + 0.5) * CELL_PX + size * 0.34;
    context.fillText(text, x, y);
  }
  return canvas;
}
