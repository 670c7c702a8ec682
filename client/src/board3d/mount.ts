import {
  ACESFilmicToneMapping,
  Group,
  PCFShadowMap,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import type { Point } from "../board/layout";
import { spots, type Timeline } from "../board/motion";
import type { Side } from "../board/places";
import type { Marks as LastMarks } from "../board/stage";
import type { Table } from "../board/table";
import type { Settings } from "../settings";
import { easeInOut, easeOut, poseAt, type Routes, restAt, routesOf } from "./film";
import { axesOf, between, type Gaze, perspective, standpoint, TOP, type Vector } from "./gaze";
import { listen } from "./gestures";
import { type Layout, layoutOf, placeAt, type Shape, THICKNESS } from "./layout";
import { lights, roomTexture, tableShadow } from "./light";
import { type Marks, makeMarks } from "./marks";
import { makeNumerals, type Numerals } from "./numerals";
import { makePlank, makeWood, type Plank } from "./plank";
import {
  areSlow,
  type Device,
  finenessOf,
  firstQuality,
  frameWatch,
  isSoftware,
  type Quality,
} from "./quality";
import { makeSeeds, type Seeds } from "./seeds";

/**
 * The 3D board: `mount` puts a canvas into an element, `show` gives it what to draw, and what the
 * hand does comes back through the config. It knows no rule and asks nobody. It draws a frame when
 * something has changed and while something moves, else none.
 */

export interface Config {
  readonly host: HTMLElement;
  /** Null follows the device. */
  readonly quality: Quality | null;
  /** Whether the quality is kept even where its frames are slow. */
  readonly isSteady: boolean;
  /** What the canvas leaves free round the board, for its shadow and for buttons above it. */
  readonly margins_px: { readonly side: number; readonly above: number; readonly below: number };
  /** Where to look from at first; null is the usual place. */
  readonly gaze: Gaze | null;
  /** A place was clicked or tapped; null is beside the board. */
  tap(place: number | null, means: "mouse" | "touch", now_ms: number, clicks: number): void;
  hover(place: number | null): void;
  takesWheel(): boolean;
  /** The first frame is drawn. */
  ready(): void;
  /** The context is gone and has not come back. */
  lost(): void;
  /** So long a frame took in the middle of some. */
  measured(quality: Quality, frame_ms: number): void;
  /** The frames of an animation took too long for this quality. */
  slow(quality: Quality): void;
}

/** Everything that is on the board at a moment. */
export interface Picture {
  readonly pits: number;
  readonly front: Side;
  readonly shape: Shape;
  /** The seeds when the timeline has ended. */
  readonly table: Table;
  readonly timeline: Timeline | null;
  readonly counts: readonly number[];
  readonly last: LastMarks;
  readonly playable: readonly number[];
  readonly selected: number | null;
  readonly hovered: number | null;
  readonly focused: number | null;
  readonly beacon: number | null;
  /** What each place would gain from the move in view. */
  readonly gains: ReadonlyMap<number, number>;
  readonly threatened: readonly number[];
  /** What a beginner is told of a pit: seeds to capture, or null for another turn. */
  readonly tips: ReadonlyMap<number, number | null>;
  readonly wood: Settings["wood"];
  readonly seeds: Settings["seeds"];
  readonly are_counts_shown: boolean;
  readonly is_dark: boolean;
  /** Whether things may move at all. */
  readonly has_motion: boolean;
}

export interface Api {
  show(picture: Picture): void;
  /** Turns the view; `usual` takes the zoom back as well. */
  look(view: "perspective" | "top" | "usual"): void;
  gaze(): Gaze;
  /** The middle of a place, in pixels of the page's view. */
  project(place: number): Point;
  readonly quality: Quality;
  /** Draws a frame at once, for whoever wants to read its pixels. */
  draw(): void;
  /** Frames drawn so far, what the graphics memory holds, whether nothing is left to be drawn. */
  stats(): { frames: number; geometries: number; textures: number; isIdle: boolean };
  dispose(): void;
}

const FIELD_OF_VIEW_DEG = 26;
const RESTORE_MS = 3000;
const LOOK_MS = 380;
const LIFT_MS = 120;
const PULSE_MS = 520;
const TURN_MS = 650;
/** On a processor that draws, other work gets its share between two frames. */
const SOFTWARE_FRAME_MS = 66;
const LIFTS = { selected: 0.18, hovered: 0.06 };

/** What has to be made anew for another board. */
interface Built {
  readonly layout: Layout;
  readonly root: Group;
  readonly plank: Plank;
  readonly numerals: Numerals;
  readonly marks: Marks;
  readonly seeds: Seeds;
  dispose(): void;
}

/** Throws when there is no WebGL. */
export function mount(config: Config): Api {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  config.host.append(canvas);
  const deviceNow = (renderer: string): Device => ({
    renderer,
    is_coarse: matchMedia("(pointer: coarse)").matches,
    cores: navigator.hardwareConcurrency,
    pixel_ratio: devicePixelRatio,
  });
  const name = rendererName();
  if (name === null) {
    canvas.remove();
    throw new Error("this browser has no WebGL 2");
  }
  const device = deviceNow(name);
  const quality = config.quality ?? firstQuality(device);
  const fineness = finenessOf(quality, device);
  const renderer = new WebGLRenderer({ canvas, antialias: fineness.antialias, alpha: true });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.toneMappingExposure = 1.04;
  renderer.shadowMap.enabled = fineness.shadow_px > 0;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;

  const scene = new Scene();
  scene.environmentIntensity = 0.46;
  const camera = new PerspectiveCamera(FIELD_OF_VIEW_DEG, 1, 4, 140);
  const wood = makeWood(fineness, () => invalidate(true));
  const watch = frameWatch();
  let room: ReturnType<typeof roomTexture> | null = null;
  let built: Built | null = null;
  let picture: Picture | null = null;
  let routes: Routes = new Map();
  let film_start_ms = 0;
  let gaze = config.gaze ?? perspective(false);
  let is_gaze_usual = config.gaze === null;
  let look: { readonly from: Gaze; readonly to: Gaze; readonly start_ms: number } | null = null;
  let pulse_start_ms: number | null = null;
  let turn_start_ms: number | null = null;
  const lifts = new Map<number, number>();
  let frames = 0;
  let last_frame_ms: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: number | null = null;
  let is_slow = false;
  let is_lost = false;
  let is_disposed = false;
  let has_drawn = false;

  function furnish(): void {
    room?.dispose();
    room = fineness.is_rich ? roomTexture(renderer) : null;
    scene.environment = room?.texture ?? null;
  }

  function build(now: Picture): Built {
    const layout = layoutOf(now.shape, now.pits, now.front);
    const root = new Group();
    const plank = makePlank(layout, wood, fineness);
    const numerals = makeNumerals(layout);
    const marks = makeMarks(layout);
    const count = seedCount(now.table);
    const seeds = makeSeeds(count, layout.seed_radius, now.seeds, fineness);
    const lamps = lights(layout, fineness);
    const shadow = tableShadow(layout, now.is_dark);
    root.add(plank.group, numerals.group, marks.group, seeds.mesh, shadow);
    scene.add(root, lamps);
    return {
      layout,
      root,
      plank,
      numerals,
      marks,
      seeds,
      dispose() {
        scene.remove(root, lamps);
        for (const part of [plank, numerals, marks, seeds]) part.dispose();
        lamps.traverse((lamp) => (lamp as { dispose?: () => void }).dispose?.());
        disposeShadow(shadow);
      },
    };
  }

  function show(next: Picture): void {
    const before = picture;
    if (before !== null && isSamePicture(before, next)) return;
    picture = next;
    const isSame =
      built !== null &&
      before !== null &&
      before.pits === next.pits &&
      before.front === next.front &&
      before.shape === next.shape &&
      before.seeds === next.seeds &&
      before.is_dark === next.is_dark &&
      seedCount(before.table) === seedCount(next.table);
    if (!isSame) {
      built?.dispose();
      built = build(next);
      if (is_gaze_usual) gaze = perspective(next.shape === "deep");
      lifts.clear();
      const hasTurned = before !== null && before.front !== next.front && next.has_motion;
      turn_start_ms = hasTurned ? performance.now() : null;
    }
    if (before?.wood !== next.wood) wood.paint(next.wood);
    if (before?.timeline !== next.timeline) {
      // A board that has just come shows where a film leads that began without it.
      const timeline = before === null ? null : next.timeline;
      routes = timeline === null ? new Map() : routesOf(timeline);
      film_start_ms = performance.now();
    }
    const isExtra = next.last.hasExtraTurn && before?.last.hasExtraTurn === false;
    if (isExtra && next.has_motion) {
      pulse_start_ms = performance.now();
    }
    const { last } = next;
    built?.marks.show({ ...next, origin: last.origin, end: last.end, captured: last.captured });
    const marked = new Set([last.origin, last.end].filter((place) => place !== null));
    const isShown = (place: number) =>
      next.are_counts_shown ||
      place === built?.layout.front_store ||
      place === built?.layout.back_store ||
      [next.selected, next.hovered, next.focused].includes(place);
    built?.numerals.show({ ...next, marked, isShown });
    canvas.style.cursor =
      next.hovered !== null && next.playable.includes(next.hovered) ? "pointer" : "";
    invalidate(true);
  }

  /** Puts every seed where it is now; whether any of them is still on its way. */
  function placeSeeds(now_ms: number): boolean {
    if (built === null || picture === null) return false;
    const { layout, seeds } = built;
    const time_ms = now_ms - film_start_ms;
    let isMoving = picture.timeline !== null && time_ms < picture.timeline.duration_ms + 80;
    isMoving = moveLifts() || isMoving;
    for (const [seed, spot] of spots(picture.table)) {
      const route = routes.get(seed);
      const pose = route === undefined ? restAt(layout, spot) : poseAt(layout, route, time_ms);
      const place = route === undefined ? spot.place : (route[0]?.from.place ?? null);
      const lift = time_ms < 150 || route === undefined ? (lifts.get(place ?? -1) ?? 0) : 0;
      seeds.put(seed, lift > 0 ? { ...pose, y: pose.y + lift } : pose);
    }
    seeds.update();
    return isMoving;
  }

  /** Lets the piles that a tap would sow rise and sink; whether one still does. */
  function moveLifts(): boolean {
    if (picture === null) return false;
    const { selected, hovered, focused, playable, has_motion } = picture;
    const goals = new Map<number, number>();
    for (const place of [hovered, focused]) {
      if (place !== null && playable.includes(place)) goals.set(place, LIFTS.hovered);
    }
    if (selected !== null) goals.set(selected, LIFTS.selected);
    let isMoving = false;
    for (const place of new Set([...lifts.keys(), ...goals.keys()])) {
      const goal = has_motion ? (goals.get(place) ?? 0) : 0;
      const now = lifts.get(place) ?? 0;
      const step = (LIFTS.selected * (last_step_ms || 16)) / LIFT_MS;
      const next = has_motion ? now + Math.max(-step, Math.min(step, goal - now)) : goal;
      if (next === 0) lifts.delete(place);
      else lifts.set(place, next);
      if (next !== goal) isMoving = true;
    }
    return isMoving;
  }
  let last_step_ms = 0;

  function placeCamera(now_ms: number): boolean {
    if (built === null) return false;
    let isMoving = false;
    if (look !== null) {
      const share = Math.min(1, (now_ms - look.start_ms) / LOOK_MS);
      gaze = between(look.from, look.to, easeInOut(share));
      if (share < 1) isMoving = true;
      else look = null;
    }
    const { layout } = built;
    const tangent = Math.tan((FIELD_OF_VIEW_DEG * Math.PI) / 360);
    const { clientWidth: width, clientHeight: height } = config.host;
    const margins = config.margins_px;
    const at = standpoint(hullOf(layout), gaze, {
      side: tangent * camera.aspect * (1 - (2 * margins.side) / width),
      above: tangent * (1 - (2 * margins.above) / height),
      below: tangent * (1 - (2 * margins.below) / height),
    });
    const [right, up, back] = axesOf(gaze).map((axis) => new Vector3(...axis));
    camera.position.set(...at);
    if (right && up && back) camera.matrix.makeBasis(right, up, back);
    camera.quaternion.setFromRotationMatrix(camera.matrix);
    return isMoving;
  }

  /** The half turn of a board whose sides have been exchanged, and the joy of an extra turn. */
  function placeFlourishes(now_ms: number): boolean {
    if (built === null) return false;
    let isMoving = false;
    if (turn_start_ms !== null) {
      const share = Math.min(1, (now_ms - turn_start_ms) / TURN_MS);
      built.root.rotation.y = Math.PI * (1 - easeInOut(share));
      // Half way round its length must fit where its depth does.
      built.root.scale.setScalar(1 - 0.56 * Math.sin(Math.PI * share));
      if (share < 1) isMoving = true;
      else turn_start_ms = null;
    }
    if (pulse_start_ms !== null) {
      const share = (now_ms - pulse_start_ms) / PULSE_MS;
      built.marks.pulse(share < 1 ? easeOut(share) : null);
      if (share < 1) isMoving = true;
      else pulse_start_ms = null;
    }
    return isMoving;
  }

  function draw(): void {
    if (request !== null) cancelAnimationFrame(request);
    request = null;
    if (built === null || is_lost || is_disposed || canvas.width === 0) return;
    const now_ms = performance.now();
    last_step_ms = last_frame_ms === null ? 0 : Math.min(100, now_ms - last_frame_ms);
    const moving = [placeSeeds(now_ms), placeCamera(now_ms), placeFlourishes(now_ms)];
    if (moving[0] || moving[2]) renderer.shadowMap.needsUpdate = true;
    renderer.render(scene, camera);
    frames += 1;
    if (!has_drawn) {
      has_drawn = true;
      config.ready();
    }
    if (!moving.includes(true)) {
      last_frame_ms = null;
      // What was too slow is changed when nothing moves any more.
      if (is_slow && !config.isSteady) config.slow(quality);
      is_slow = false;
      return;
    }
    const median_ms = last_frame_ms === null ? null : watch.add(now_ms - last_frame_ms);
    if (median_ms !== null) {
      config.measured(quality, median_ms);
      if (areSlow(median_ms)) is_slow = true;
    }
    last_frame_ms = now_ms;
    if (isSoftware(device.renderer)) timer = setTimeout(queue, SOFTWARE_FRAME_MS);
    else queue();
  }

  function queue(): void {
    clearTimeout(timer);
    timer = undefined;
    if (request === null && !is_disposed) request = requestAnimationFrame(draw);
  }

  function invalidate(hasMoved = false): void {
    if (hasMoved) renderer.shadowMap.needsUpdate = true;
    queue();
  }

  function measure(): void {
    const { clientWidth: width, clientHeight: height } = config.host;
    if (width === 0 || height === 0) return;
    // Another screen or the browser's zoom may have changed it.
    renderer.setPixelRatio(finenessOf(quality, deviceNow(device.renderer)).pixel_ratio);
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    invalidate();
  }

  const ray = new Raycaster();
  const face = new Plane(new Vector3(0, 1, 0), 0);
  const unlisten = listen(canvas, {
    gaze: () => gaze,
    turn(next) {
      look = null;
      is_gaze_usual = false;
      gaze = next;
      invalidate();
    },
    placeAt(x_px, y_px) {
      if (built === null) return null;
      const box = canvas.getBoundingClientRect();
      const x = ((x_px - box.left) / box.width) * 2 - 1;
      const y = 1 - ((y_px - box.top) / box.height) * 2;
      ray.setFromCamera(new Vector2(x, y), camera);
      const hit = ray.ray.intersectPlane(face, new Vector3());
      return hit === null ? null : placeAt(built.layout, hit.x, hit.z);
    },
    tap: config.tap,
    hover: config.hover,
    takesWheel: config.takesWheel,
  });

  let restore_timer: ReturnType<typeof setTimeout> | undefined;
  const onLost = (event: Event) => {
    event.preventDefault();
    is_lost = true;
    waitForContext();
  };
  /** A page in the background may be without one as long as it likes. */
  const waitForContext = () => {
    restore_timer = setTimeout(() => {
      if (document.hidden) waitForContext();
      else config.lost();
    }, RESTORE_MS);
  };
  const onRestored = () => {
    clearTimeout(restore_timer);
    is_lost = false;
    // What was rendered into a texture is gone with the context.
    furnish();
    invalidate(true);
  };
  canvas.addEventListener("webglcontextlost", onLost);
  canvas.addEventListener("webglcontextrestored", onRestored);
  const observer = new ResizeObserver(measure);
  observer.observe(config.host);
  furnish();
  measure();

  return {
    show,
    look(view) {
      const usual = perspective(built?.layout.shape === "deep");
      const zoom = view === "usual" ? 1 : gaze.zoom;
      const to = { ...(view === "top" ? TOP : usual), zoom };
      is_gaze_usual = view !== "top" && zoom === 1;
      if (picture?.has_motion !== true) {
        look = null;
        gaze = to;
      } else {
        look = { from: gaze, to, start_ms: performance.now() };
      }
      invalidate();
    },
    gaze: () => gaze,
    project(place) {
      const hollow = built?.layout.hollows[place];
      placeCamera(performance.now());
      camera.updateMatrixWorld();
      const at = new Vector3(hollow?.x ?? 0, 0, hollow?.y ?? 0).project(camera);
      const box = canvas.getBoundingClientRect();
      return {
        x: box.left + ((at.x + 1) / 2) * box.width,
        y: box.top + ((1 - at.y) / 2) * box.height,
      };
    },
    quality,
    draw,
    stats() {
      const isIdle = request === null && timer === undefined && !wood.isPainting();
      return { frames, ...renderer.info.memory, isIdle };
    },
    dispose() {
      if (is_disposed) return;
      is_disposed = true;
      clearTimeout(restore_timer);
      clearTimeout(timer);
      if (request !== null) cancelAnimationFrame(request);
      observer.disconnect();
      unlisten();
      canvas.removeEventListener("webglcontextlost", onLost);
      canvas.removeEventListener("webglcontextrestored", onRestored);
      built?.dispose();
      wood.dispose();
      room?.dispose();
      renderer.dispose();
      if (!is_lost) renderer.forceContextLoss();
      canvas.remove();
    },
  };
}

/** How WebGL names what draws; null when there is no WebGL. */
function rendererName(): string | null {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return null;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return String(name);
}

/** Whether two pictures show the same; what the stage hands on is the same object then. */
function isSamePicture(before: Picture, next: Picture): boolean {
  return (Object.keys(next) as (keyof Picture)[]).every((key) => {
    const [old, now] = [before[key], next[key]];
    if (old instanceof Map && now instanceof Map) return isSameList([...old], [...now]);
    return Array.isArray(old) && Array.isArray(now) ? isSameList(old, now) : old === now;
  });
}

function isSameList(before: readonly unknown[], next: readonly unknown[]): boolean {
  return (
    before.length === next.length && before.every((value, i) => String(value) === String(next[i]))
  );
}

function seedCount(table: Table): number {
  return table.piles.reduce((sum, pile) => sum + pile.length, table.off.length);
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

function disposeShadow({ geometry, material }: ReturnType<typeof tableShadow>): void {
  geometry.dispose();
  material.alphaMap?.dispose();
  material.dispose();
}
