/** The graphics context of a canvas: whether there is one, and when it goes and comes back. */

const RESTORE_MS = 3000;

/** How WebGL names what draws; null when there is no WebGL. */
export function rendererName(): string | null {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (gl === null) return null;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return String(name);
}

export interface ContextWatch {
  readonly is_lost: boolean;
  stop(): void;
}

/** Tells when the context has come back, and when it has not for too long. */
export function watchContext(
  canvas: HTMLCanvasElement,
  heard: { restored(): void; missing(): void },
): ContextWatch {
  const controller = new AbortController();
  let is_lost = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A page in the background may be without one as long as it likes. */
  const wait = () => {
    timer = setTimeout(() => {
      if (document.hidden) wait();
      else heard.missing();
    }, RESTORE_MS);
  };
  const on = (name: string, act: (event: Event) => void) =>
    canvas.addEventListener(name, act, { signal: controller.signal });
  on("webglcontextlost", (event) => {
    event.preventDefault();
    is_lost = true;
    wait();
  });
  on("webglcontextrestored", () => {
    clearTimeout(timer);
    is_lost = false;
    heard.restored();
  });
  return {
    get is_lost() {
      return is_lost;
    },
    stop() {
      clearTimeout(timer);
      controller.abort();
    },
  };
}
