import { ACESFilmicToneMapping, PCFShadowMap, Scene, SRGBColorSpace, WebGLRenderer } from "three";
import type { Point } from "../board/layout";
import { spots } from "../board/motion";
import { type Body, makeBody } from "./body";
import { rendererName, watchContext } from "./context";
import { easeInOut, easeOut, poseAt, type Routes, restAt, routesOf } from "./film";
import type { Gaze } from "./gaze";
import { listen } from "./gestures";
import { makeLifts } from "./lifts";
import { roomTexture } from "./light";
import { isOfSameBoard, isSamePicture, type Picture } from "./picture";
import { makeWood } from "./plank";
import {
  areSlow,
  type Device,
  finenessOf,
  firstQuality,
  frameWatch,
  isSoftware,
  type Quality,
} from "./quality";
import { type Margins, makeView } from "./view";

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
  /** For the board's shadow and for buttons above it. */
  readonly margins_px: Margins;
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

const PULSE_MS = 520;
const TURN_MS = 650;
/** On a processor that draws, other work gets its share between two frames. */
const SOFTWARE_FRAME_MS = 66;
/** How long the first frame of a movement is taken to be. */
const FIRST_STEP_MS = 16;
const LONGEST_STEP_MS = 100;

/** Throws when there is no WebGL. */
export function mount(config: Config): Api {
  const name = rendererName();
  if (name === null) throw new Error("this browser has no WebGL 2");
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  config.host.append(canvas);
  const deviceNow = (): Device => ({
    renderer: name,
    is_coarse: matchMedia("(pointer: coarse)").matches,
    cores: navigator.hardwareConcurrency,
    pixel_ratio: devicePixelRatio,
  });
  const isOnProcessor = isSoftware(name);
  const quality = config.quality ?? firstQuality(deviceNow());
  const fineness = finenessOf(quality, deviceNow());
  const renderer = new WebGLRenderer({ canvas, antialias: fineness.antialias, alpha: true });
  renderer.outputColorSpace = SRGBColorSpace;
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.toneMappingExposure = 1.04;
  renderer.shadowMap.enabled = fineness.shadow_px > 0;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false;

  const scene = new Scene();
  scene.environmentIntensity = 0.46;
  const view = makeView(canvas, config.margins_px, config.gaze);
  const wood = makeWood(fineness, () => invalidate(true));
  const lifts = makeLifts();
  const watch = frameWatch();
  let room: ReturnType<typeof roomTexture> | null = null;
  let body: Body | null = null;
  let picture: Picture | null = null;
  let routes: Routes = new Map();
  let film_start_ms = 0;
  let pulse_start_ms: number | null = null;
  let turn_start_ms: number | null = null;
  let frames = 0;
  let last_frame_ms: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: number | null = null;
  let is_slow = false;
  let is_disposed = false;
  let has_drawn = false;

  function furnish(): void {
    room?.dispose();
    room = fineness.is_rich ? roomTexture(renderer) : null;
    scene.environment = room?.texture ?? null;
  }

  function show(next: Picture): void {
    const before = picture;
    if (before !== null && isSamePicture(before, next)) return;
    picture = next;
    if (body === null || before === null || !isOfSameBoard(before, next)) {
      body?.dispose();
      body = makeBody(scene, next, wood, fineness);
      view.face(body.layout);
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
    if (isExtra && next.has_motion) pulse_start_ms = performance.now();
    label(body, next);
    canvas.style.cursor =
      next.hovered !== null && next.playable.includes(next.hovered) ? "pointer" : "";
    invalidate(true);
  }

  /** Puts every seed where it is now; whether any of them is still on its way. */
  function placeSeeds({ layout, seeds }: Body, now: Picture, now_ms: number): boolean {
    const time_ms = now_ms - film_start_ms;
    for (const [seed, spot] of spots(now.table)) {
      const route = routes.get(seed);
      const pose = route === undefined ? restAt(layout, spot) : poseAt(layout, route, time_ms);
      const place = route === undefined ? spot.place : (route[0]?.from.place ?? null);
      const hasLift = place !== null && (time_ms < 150 || route === undefined);
      const lift = hasLift ? lifts.of(place) : 0;
      seeds.put(seed, lift > 0 ? { ...pose, y: pose.y + lift } : pose);
    }
    seeds.update();
    return now.timeline !== null && time_ms < now.timeline.duration_ms + 80;
  }

  /** The half turn of a board whose sides have been exchanged, and the joy of an extra turn. */
  function placeFlourishes({ root, marks }: Body, now_ms: number): boolean {
    let isMoving = false;
    if (turn_start_ms !== null) {
      const share = Math.min(1, (now_ms - turn_start_ms) / TURN_MS);
      root.rotation.y = Math.PI * (1 - easeInOut(share));
      // Half way round its length must fit where its depth does.
      root.scale.setScalar(1 - 0.56 * Math.sin(Math.PI * share));
      if (share < 1) isMoving = true;
      else turn_start_ms = null;
    }
    if (pulse_start_ms !== null) {
      const share = (now_ms - pulse_start_ms) / PULSE_MS;
      marks.pulse(share < 1 ? easeOut(share) : null);
      if (share < 1) isMoving = true;
      else pulse_start_ms = null;
    }
    return isMoving;
  }

  function draw(): void {
    if (request !== null) cancelAnimationFrame(request);
    request = null;
    if (body === null || picture === null || canvas.width === 0) return;
    if (context.is_lost || is_disposed) return;
    const now_ms = performance.now();
    const since_ms = last_frame_ms === null ? null : now_ms - last_frame_ms;
    const step_ms = Math.min(LONGEST_STEP_MS, since_ms ?? FIRST_STEP_MS);
    const hasShadowMoved = [
      lifts.move(picture, step_ms),
      placeSeeds(body, picture, now_ms),
      placeFlourishes(body, now_ms),
    ].includes(true);
    const isMoving = view.place(now_ms) || hasShadowMoved;
    if (hasShadowMoved) renderer.shadowMap.needsUpdate = true;
    renderer.render(scene, view.camera);
    frames += 1;
    if (!has_drawn) {
      has_drawn = true;
      config.ready();
    }
    if (!isMoving) {
      last_frame_ms = null;
      // What was too slow is changed when nothing moves any more.
      if (is_slow && !config.isSteady) config.slow(quality);
      is_slow = false;
      return;
    }
    const median_ms = since_ms === null ? null : watch.add(since_ms);
    if (median_ms !== null) {
      config.measured(quality, median_ms);
      if (areSlow(median_ms)) is_slow = true;
    }
    last_frame_ms = now_ms;
    if (isOnProcessor) timer = setTimeout(queue, SOFTWARE_FRAME_MS);
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
    renderer.setPixelRatio(finenessOf(quality, deviceNow()).pixel_ratio);
    renderer.setSize(width, height, false);
    view.camera.aspect = width / height;
    view.camera.updateProjectionMatrix();
    invalidate();
  }

  const unlisten = listen(canvas, {
    gaze: view.gaze,
    turn(gaze) {
      view.turn(gaze);
      invalidate();
    },
    placeAt: view.placeAt,
    tap: config.tap,
    hover: config.hover,
    takesWheel: config.takesWheel,
  });
  const context = watchContext(canvas, {
    restored() {
      // What was rendered into a texture is gone with the context.
      furnish();
      invalidate(true);
    },
    missing: config.lost,
  });
  const observer = new ResizeObserver(measure);
  observer.observe(config.host);
  furnish();
  measure();

  return {
    show,
    look(standpoint) {
      view.look(standpoint, picture?.has_motion === true);
      invalidate();
    },
    gaze: view.gaze,
    project: view.project,
    quality,
    draw,
    stats() {
      const isIdle = request === null && timer === undefined && !wood.isPainting();
      return { frames, ...renderer.info.memory, isIdle };
    },
    dispose() {
      if (is_disposed) return;
      is_disposed = true;
      clearTimeout(timer);
      if (request !== null) cancelAnimationFrame(request);
      observer.disconnect();
      unlisten();
      context.stop();
      body?.dispose();
      wood.dispose();
      room?.dispose();
      renderer.dispose();
      if (!context.is_lost) renderer.forceContextLoss();
      canvas.remove();
    },
  };
}

/** Puts rings and numerals where a picture has them. */
function label({ layout, marks, numerals }: Body, picture: Picture): void {
  const { last, selected, hovered, focused } = picture;
  marks.show({ ...picture, origin: last.origin, end: last.end, captured: last.captured });
  numerals.show({
    ...picture,
    marked: new Set([last.origin, last.end].filter((place) => place !== null)),
    isShown: (place) =>
      picture.are_counts_shown ||
      place === layout.front_store ||
      place === layout.back_store ||
      [selected, hovered, focused].includes(place),
  });
}
