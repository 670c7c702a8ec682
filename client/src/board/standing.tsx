import { computed, signal } from "@preact/signals";
import { hasSystemColours } from "../appearance";
import { t } from "../i18n";
import { change, settings } from "../settings";
import { keep, recall } from "../storage";

/** Which board stands on the page: the 3D one, or the flat panel and why. */

export type Trouble = "unsupported" | "lost" | "failed";

/** The address may ask for a board: `?board=2d`, `?board=3d`. */
const asked = new URLSearchParams(globalThis.location?.search).get("board");

const KEY = "naqala.webgl";

/** What keeps the 3D board from standing. A browser without WebGL is remembered, so that its page
 * does not have to find out anew each time, before everybody's eyes. */
export const trouble = signal<Trouble | null>(recall(KEY) === false ? "unsupported" : null);
/** The person wants the 3D board on this page, whatever the system's colours or the address. */
const isWanted = signal(asked === "3d");
const isAskedFlat = signal(asked === "2d");

export const whyFlat = computed<Trouble | "chosen" | "colours" | null>(() => {
  if (trouble.value !== null) return trouble.value;
  if (isAskedFlat.value) return "chosen";
  if (isWanted.value) return null;
  if (settings.value.board === "2d") return "chosen";
  return hasSystemColours.value ? "colours" : null;
});

export const isSolid = computed(() => whyFlat.value === null);

export function tellUnsupported(): void {
  trouble.value = "unsupported";
  keep(KEY, false);
}

function wantSolid(): void {
  trouble.value = null;
  keep(KEY, true);
  isAskedFlat.value = false;
  isWanted.value = true;
  change({ board: "3d" });
}

/** The one line that says why the board is flat, and the way back. */
export function FlatNote() {
  const why = whyFlat.value;
  if (why === null) return null;
  return (
    <p class="flat-note">
      {t(`board.flat.${why}`)}
      <button type="button" class="text-button" onClick={wantSolid}>
        {t("board.solid")}
      </button>
    </p>
  );
}
