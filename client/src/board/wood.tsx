import { useEffect, useRef } from "preact/hooks";
import { settings } from "../settings";

/** The plank of the flat board; until it is painted the board shows a plain colour. */

const AREA_PX = 520_000;

export function Wood({ ratio }: { readonly ratio: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { wood } = settings.value;
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    delete current.dataset.ready;
    let stop: (() => void) | null = () => undefined;
    import("./grain").then(
      ({ paintGrain }) => {
        if (stop === null) return;
        stop = paintGrain(current, wood, () => {
          current.dataset.ready = "";
        });
      },
      () => undefined, // It stays a plain colour.
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [ratio, wood]);
  const width_px = Math.round(Math.sqrt(AREA_PX * ratio));
  const height_px = Math.round(width_px / ratio);
  return <canvas ref={canvas} class="wood" width={width_px} height={height_px} />;
}
