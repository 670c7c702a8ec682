import { signal } from "@preact/signals";
import type { Quality } from "./quality";

/** How long the board's frames take while it moves, in the middle, as it was last measured. */
export const pace = signal<{ readonly quality: Quality; readonly frame_ms: number } | null>(null);
