import { PerspectiveCamera, Plane, Raycaster, Vector2, Vector3 } from "three";
import type { Point } from "../board/layout";
import { easeInOut } from "./film";
import { axesOf, between, type Gaze, perspective, standpoint, TOP, type Vector } from "./gaze";
import { type Layout, placeAt, THICKNESS } from "./layout";

/** The camera before the board: where it stands, how it gets there, and which pixel shows what. */
export interface View {
  readonly camera: PerspectiveCamera;
  gaze(): Gaze;
  /** Another board is looked at, from the usual place if that one was. */
  face(layout: Layout): void;
  /** The hand has turned it. */
  turn(gaze: Gaze): void;
  /** Goes to a standpoint, at once where nothing may move; `usual` takes the zoom back as well. */
  look(view: "perspective" | "top" | "usual", has_motion: boolean): void;
  /** Puts the camera where it is now; whether it is still on its way. */
  place(now_ms: number): boolean;
  /** The place of the board at a point of the page; null beside it. */
  placeAt(x_px: number, y_px: number): number | null;
  /** The middle of a place, in pixels of the page. */
  project(place: number): Point;
}

/** What the canvas leaves free round the board. */
export interface Margins {
  readonly side: number;
  readonly above: number;
  readonly below: number;
}

const FIELD_OF_VIEW_DEG = 26;
const TANGENT = Math.tan((FIELD_OF_VIEW_DEG * Math.PI) / 360);
const LOOK_MS = 380;
const FACE = new Plane(new Vector3(0, 1, 0), 0);

/** `first` is where to look from; null is the usual place. */
export function makeView(canvas: HTMLCanvasElement, margins_px: Margins, first: Gaze | null): View {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEG, 1, 4, 140);
  const ray = new Raycaster();
  let layout: Layout | null = null;
  let gaze = first ?? perspective(false);
  let is_usual = first === null;
  let way: { readonly from: Gaze; readonly to: Gaze; readonly start_ms: number } | null = null;

  function place(now_ms: number): boolean {
    if (layout === null) return false;
    let isMoving = false;
    if (way !== null) {
      const share = Math.min(1, (now_ms - way.start_ms) / LOOK_MS);
      gaze = between(way.from, way.to, easeInOut(share));
      if (share < 1) isMoving = true;
      else way = null;
    }
    const { clientWidth: width, clientHeight: height } = canvas;
    const at = standpoint(hullOf(layout), gaze, {
      side: TANGENT * camera.aspect * (1 - (2 * margins_px.side) / width),
      above: TANGENT * (1 - (2 * margins_px.above) / height),
      below: TANGENT * (1 - (2 * margins_px.below) / height),
    });
    const [right, up, back] = axesOf(gaze);
    camera.position.set(...at);
    camera.matrix.makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back));
    camera.quaternion.setFromRotationMatrix(camera.matrix);
    return isMoving;
  }

  return {
    camera,
    gaze: () => gaze,
    face(next) {
      layout = next;
      if (is_usual) gaze = perspective(next.shape === "deep");
    },
    turn(next) {
      way = null;
      is_usual = false;
      gaze = next;
    },
    look(view, has_motion) {
      const usual = perspective(layout?.shape === "deep");
      const zoom = view === "usual" ? 1 : gaze.zoom;
      const to = { ...(view === "top" ? TOP : usual), zoom };
      is_usual = view !== "top" && zoom === 1;
      way = has_motion ? { from: gaze, to, start_ms: performance.now() } : null;
      if (!has_motion) gaze = to;
    },
    place,
    placeAt(x_px, y_px) {
      if (layout === null) return null;
      const box = canvas.getBoundingClientRect();
      const x = ((x_px - box.left) / box.width) * 2 - 1;
      const y = 1 - ((y_px - box.top) / box.height) * 2;
      ray.setFromCamera(new Vector2(x, y), camera);
      const hit = ray.ray.intersectPlane(FACE, new Vector3());
      return hit === null ? null : placeAt(layout, hit.x, hit.z);
    },
    project(target) {
      const hollow = layout?.hollows[target];
      place(performance.now());
      camera.updateMatrixWorld();
      const at = new Vector3(hollow?.x ?? 0, 0, hollow?.y ?? 0).project(camera);
      const box = canvas.getBoundingClientRect();
      return {
        x: box.left + ((at.x + 1) / 2) * box.width,
        y: box.top + ((1 - at.y) / 2) * box.height,
      };
    },
  };
}

/** The points that the picture must hold: the corners of the board, above and below. */
function hullOf(layout: Layout): Vector[] {
  const [x, z] = [layout.width / 2, layout.depth / 2];
  const [low, high] = [-THICKNESS, 0.1];
  return [-x, x].flatMap((px) =>
    [-z, z].flatMap((pz): Vector[] => [
      [px, low, pz],
      [px, high, pz],
    ]),
  );
}
