import { type Gaze, limited } from "./gaze";

/**
 * The hand on the canvas: a click or tap on a place, a drag that turns, a wheel or two fingers
 * that zoom. A drag never sows, and nothing needs one.
 */

export interface Hand {
  gaze(): Gaze;
  /** The view is turned by hand. */
  turn(gaze: Gaze): void;
  /** The place at a point of the page; null beside the board. */
  placeAt(x_px: number, y_px: number): number | null;
  tap(place: number | null, means: "mouse" | "touch", now_ms: number, clicks: number): void;
  hover(place: number | null): void;
  /** Whether a wheel without a key may be taken from the page. */
  takesWheel(): boolean;
}

const DRAG_PX = { mouse: 5, touch: 10 };
const RAD_PER_PX = 0.005;
const ZOOM_PER_PX = 0.0012;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly place: number | null;
  readonly means: "mouse" | "touch";
}

/** Listens to the canvas; the result stops it. */
export function listen(canvas: HTMLElement, hand: Hand): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let press: Press | null = null;
  let hasDragged = false;
  let spread: number | null = null;
  const controller = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
    passive = true,
  ) => canvas.addEventListener(name, act, { signal: controller.signal, passive });

  const turnBy = (dx: number, dy: number, zoom = 1) => {
    const now = hand.gaze();
    hand.turn(
      limited({
        azimuth_rad: now.azimuth_rad - dx * RAD_PER_PX,
        polar_rad: now.polar_rad - dy * RAD_PER_PX,
        zoom: now.zoom * zoom,
      }),
    );
  };

  on("pointerdown", (event) => {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size > 1) {
      hasDragged = true;
      return;
    }
    hasDragged = false;
    const means = event.pointerType === "mouse" ? "mouse" : "touch";
    const place = hand.placeAt(event.clientX, event.clientY);
    press = { x: event.clientX, y: event.clientY, place, means };
  });

  on("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === "mouse") hand.hover(hand.placeAt(event.clientX, event.clientY));
      return;
    }
    const here = { x: event.clientX, y: event.clientY };
    pointers.set(event.pointerId, here);
    if (pointers.size === 2) {
      const [first, second] = [...pointers.values()];
      if (first === undefined || second === undefined) return;
      const wide = Math.hypot(first.x - second.x, first.y - second.y);
      if (spread !== null && wide > 0) turnBy(0, 0, wide / spread);
      spread = wide;
      return;
    }
    if (press === null) return;
    const way = Math.hypot(here.x - press.x, here.y - press.y);
    if (!hasDragged && way < DRAG_PX[press.means]) return;
    if (!hasDragged) canvas.setPointerCapture(event.pointerId);
    hasDragged = true;
    // A finger that moves up and down scrolls the page.
    turnBy(here.x - before.x, press.means === "mouse" ? here.y - before.y : 0);
  });

  const lift = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    spread = null;
  };
  on("pointerup", lift);
  on("pointercancel", (event) => {
    lift(event);
    press = null;
  });
  on("pointerleave", (event) => {
    if (event.pointerType === "mouse") hand.hover(null);
  });

  on("click", (event) => {
    const pressed = press;
    press = null;
    if (pressed === null || hasDragged) return;
    const place = hand.placeAt(event.clientX, event.clientY);
    // Who leaves the pit before letting go has thought better of it.
    if (place === pressed.place) hand.tap(place, pressed.means, event.timeStamp, event.detail);
  });

  on(
    "wheel",
    (event) => {
      const now = hand.gaze();
      if (!event.ctrlKey && !hand.takesWheel()) return;
      const step_px = event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 6 : 1);
      const next = limited({ ...now, zoom: now.zoom * Math.exp(-step_px * ZOOM_PER_PX) });
      // At its limit the wheel is the page's again.
      if (next.zoom === now.zoom && !event.ctrlKey) return;
      event.preventDefault();
      hand.turn(next);
    },
    false,
  );

  return () => controller.abort();
}
