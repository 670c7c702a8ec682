import { computed, effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isNarrow, isWide, speed, theme } from "../appearance";
import { gains } from "../board/preview";
import { isMoving, scene } from "../board/stage";
import { tellUnsupported, trouble } from "../board/standing";
import { clearSelection, legalAt, tap } from "../choice";
import { t } from "../i18n";
import { say } from "../live";
import type { BoardView } from "../protocol";
import { QUALITIES, settings } from "../settings";
import { beacon, board, focused, game, hovered, selected } from "../store";
import { areTipsShown, tipOf } from "../tips";
import type { Gaze } from "./gaze";
import { type Api, mount } from "./mount";
import { pace } from "./pace";
import type { Picture } from "./picture";
import { lower, type Quality } from "./quality";

/** The 3D board on the page: its picture of the store, and what the hand does to the same store. */

const asked = new URLSearchParams(location.search).get("quality");
const ASKED = QUALITIES.find((quality) => quality === asked && quality !== "auto") as
  | Quality
  | undefined;

/** How far the canvas reaches beyond its place for the shadow; above, the buttons have their row. */
const BLEED_PX = { narrow: { x: 4, y: 12 }, wide: { x: 40, y: 32 } };
const BUTTONS_PX = 40;

/** What this device has been found to manage, as long as the page lives. */
const managed = signal<Quality | null>(null);
const wanted = computed<Quality | null>(() => {
  const { quality } = settings.value;
  return ASKED ?? (quality === "auto" ? null : quality);
});

/** The element of the canvas; tests and the curious find the board's face there. */
interface Host extends HTMLDivElement {
  board3d?: Api;
}

export function Canvas3d() {
  const host = useRef<Host>(null);
  const gaze = useRef<Gaze | null>(null);
  const quality = wanted.value ?? managed.value;
  const bleed = isNarrow.value ? BLEED_PX.narrow : BLEED_PX.wide;

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    let api: Api;
    try {
      api = mount({
        host: element,
        quality,
        gaze: gaze.current,
        margins_px: { side: bleed.x, above: bleed.y + BUTTONS_PX, below: bleed.y },
        isSteady: wanted.value !== null,
        tap(place, means, now_ms, clicks) {
          const isPit = place !== null && isPitAt(place);
          if (isPit) tap(place, means, now_ms, clicks);
          else if (selected.value !== null) clearSelection();
        },
        hover(place) {
          hovered.value = place !== null && isPitAt(place) ? place : null;
        },
        takesWheel: () => isWide.value,
        ready() {
          element.dataset.ready = "";
        },
        lost() {
          trouble.value = "lost";
          say(t("board.flat.lost"));
        },
        measured(quality, frame_ms) {
          pace.value = { quality, frame_ms };
        },
        slow(quality) {
          managed.value = lower(quality) ?? quality;
        },
      });
    } catch {
      tellUnsupported();
      return;
    }
    element.board3d = api;
    const stop = effect(() => {
      const picture = pictureNow();
      if (picture !== null) api.show(picture);
    });
    return () => {
      stop();
      gaze.current = api.gaze();
      delete element.board3d;
      delete element.dataset.ready;
      api.dispose();
    };
  }, [quality, bleed]);

  const look = (view: "perspective" | "top" | "usual") => host.current?.board3d?.look(view);
  return (
    <>
      <div
        ref={host}
        class="canvas"
        style={{ inset: `${-bleed.y}px ${-bleed.x}px` }}
        role="img"
        aria-label={t("board.picture")}
        data-keeps-selection=""
      />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that act, no form fields */}
      <div class="views" role="group" aria-label={t("view.title")}>
        <button type="button" onClick={() => look("perspective")}>
          {t("view.perspective")}
        </button>
        <button type="button" onClick={() => look("top")}>
          {t("view.top")}
        </button>
        <button
          type="button"
          class="view-reset"
          aria-label={t("view.reset")}
          title={t("view.reset")}
          onClick={() => look("usual")}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d="M4.500 12a7.500 7.500 0 1 0 2.300-5.400M4.500 4v4.500H9" />
          </svg>
        </button>
      </div>
    </>
  );
}

function isPitAt(place: number): boolean {
  const pits = game.value?.pits ?? 0;
  return place !== pits && place !== 2 * pits + 1;
}

/** The store as the board draws it; null until there is a game. */
function pictureNow(): Picture | null {
  const [now, view, shown] = [game.value, board.value, scene.value];
  if (now === null || view === null || shown === null) return null;
  const chosen = selected.value ?? hovered.value;
  const isStill = !isMoving.value;
  const sowing = isStill && chosen !== null ? legalAt(view, chosen, now.pits)?.sowing : null;
  const places = [...view.places.keys()];
  const { seeds, wood, counts } = settings.value;
  return {
    pits: now.pits,
    front: shown.front,
    shape: isNarrow.value ? "deep" : "wide",
    table: shown.table,
    timeline: shown.timeline,
    counts: shown.counts,
    last: shown.marks,
    playable: isStill ? places.filter((place) => legalAt(view, place, now.pits) !== null) : [],
    selected: selected.value,
    hovered: hovered.value,
    focused: focused.value,
    beacon: isStill ? beacon.value : null,
    gains: sowing ? gains(sowing) : new Map(),
    tips: isStill && areTipsShown.value ? tipsNow(places, view, now.pits) : new Map(),
    threatened: sowing ? sowing.captures.map((capture) => capture.pit) : [],
    wood,
    seeds,
    are_counts_shown: counts === "always",
    is_dark: theme.value === "dark",
    has_motion: speed.value > 0,
  };
}

function tipsNow(
  places: readonly number[],
  view: BoardView,
  pits: number,
): ReadonlyMap<number, number | null> {
  const tips = new Map<number, number | null>();
  for (const place of places) {
    const move = legalAt(view, place, pits);
    const tip = move === null ? null : tipOf(move);
    if (tip !== null) tips.set(place, tip.kind === "capture" ? tip.seeds : null);
  }
  return tips;
}
