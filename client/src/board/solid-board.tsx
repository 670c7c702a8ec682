import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { isNarrow } from "../appearance";
import { trouble } from "./standing";

/** The place of the 3D board, kept free until its code has come; the buttons play meanwhile. */

const Canvas = signal<ComponentType | null>(null);
let isLoading = false;

export function SolidBoard() {
  useEffect(load, []);
  return (
    <div class="solid" data-shape={isNarrow.value ? "deep" : "wide"}>
      {Canvas.value !== null && <Canvas.value />}
    </div>
  );
}

function load(): void {
  if (isLoading || Canvas.value !== null) return;
  isLoading = true;
  import("../board3d/canvas").then(
    ({ Canvas3d }) => {
      Canvas.value = Canvas3d;
      isLoading = false;
    },
    () => {
      trouble.value = "failed";
      isLoading = false;
    },
  );
}
