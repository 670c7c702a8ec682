import { useLayoutEffect, useRef } from "preact/hooks";
import { legalAt } from "../choice";
import { settings } from "../settings";
import { board, game, hovered, selected } from "../store";
import { animateSeeds, transformAt } from "./animate";
import type { Layout } from "./layout";
import { spots } from "./motion";
import { KINDS, kindOf, PATTERN_COLOURS, PATTERNS, SEED_COLOURS } from "./seed-sets";
import { isMoving, scene } from "./stage";

/** All seeds, drawn over the hollows; each keeps its element and its colour as it travels. */
export function Seeds({ layout }: { readonly layout: Layout }) {
  const elements = useRef(new Map<number, HTMLElement>());
  const now = scene.value;
  const timeline = now?.timeline ?? null;

  useLayoutEffect(() => {
    if (timeline === null || timeline.duration_ms === 0) return;
    return animateSeeds(elements.current, layout, timeline);
  }, [timeline, layout]);

  if (now === null) return null;
  const lifted = liftedPlace();
  const seeds = [...spots(now.table)].sort(([first], [second]) => first - second);
  return (
    <div class="seeds" aria-hidden="true" data-set={settings.value.seeds} style={coloursOf()}>
      {seeds.map(([seed, spot]) => (
        <i
          key={seed}
          ref={(element) => {
            if (element === null) elements.current.delete(seed);
            else elements.current.set(seed, element);
          }}
          data-pattern={settings.value.seeds === "forms" ? PATTERNS[kindOf(seed)] : undefined}
          data-lift={lifted !== null && spot.place === lifted ? "" : undefined}
          class={`seed seed-${kindOf(seed)}`}
          style={{
            transform: transformAt(layout, spot),
            zIndex: spot.slot,
            opacity: spot.place === null ? 0 : 1,
          }}
        />
      ))}
    </div>
  );
}

/** The pit whose seeds rise a little because a tap would sow them. */
function liftedPlace(): number | null {
  const place = selected.value ?? hovered.value;
  const pits = game.value?.pits ?? 0;
  if (place === null || isMoving.value) return null;
  return legalAt(board.value, place, pits) === null ? null : place;
}

/** The colours of the kinds in the chosen set, for styles/board.css. */
function coloursOf(): Record<string, string> {
  const colours = SEED_COLOURS[settings.value.seeds];
  const names = Array.from({ length: KINDS }, (_, kind) => [
    [`--seed-${kind}`, colours[kind] ?? ""],
    [`--ink-${kind}`, PATTERN_COLOURS[kind] ?? ""],
  ]);
  return Object.fromEntries(names.flat());
}
