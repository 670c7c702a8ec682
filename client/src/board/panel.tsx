import { Fragment } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isNarrow } from "../appearance";
import { type Means, tap } from "../choice";
import { type Person, personOf } from "../game";
import { t } from "../i18n";
import { board, game } from "../store";
import { Ghosts } from "./ghosts";
import { pressKey } from "./keys";
import { type Layout, layoutOf } from "./layout";
import { other, type Side, seatOfSide, storeOf } from "./places";
import { Row } from "./row";
import { SeedStore } from "./seed-store";
import { Seeds } from "./seeds";
import { scene } from "./stage";
import { useTurn } from "./turn";
import { Wood } from "./wood";

/** What is drawn before the game has come. */
const USUAL_PITS = 6;
/** The least breadth of a pit on a screen that is too low for the whole board. */
const LEAST_PIT_PX = { wide: 50, tall: 46 };

/** The board: real buttons in the places of the pits, and over them the seeds. */
export function Board() {
  return <Panel isCompact={false} />;
}

/** The buttons alone, beside a board that is drawn elsewhere. */
export function Buttons() {
  return <Panel isCompact />;
}

function Panel({ isCompact }: { readonly isCompact: boolean }) {
  const now = game.value;
  const pits = now?.pits ?? USUAL_PITS;
  const front = scene.value?.front ?? "south";
  const shape = isNarrow.value ? "tall" : "wide";
  const layout = useMemo(() => layoutOf(shape, pits, front), [shape, pits, front]);
  const last_means = useRef<Means>("mouse");
  const face = useRef<HTMLDivElement>(null);
  useFocusKept(face);
  useTurn(face, front, isCompact ? undefined : now?.id);

  const onClick = (event: MouseEvent) => {
    const place = placeOfEvent(event);
    if (place === null) return;
    // The browser's click of a key or a screen reader counts no clicks.
    const means = event.detail === 0 ? "keyboard" : last_means.current;
    tap(place, means, event.timeStamp, event.detail);
  };

  const drawn = isCompact ? null : layout;
  return (
    <section
      class={isCompact ? "buttons" : "board"}
      aria-labelledby="board-title"
      data-shape={isCompact ? undefined : shape}
    >
      <h2 id="board-title" class={isCompact ? undefined : "hidden"} tabIndex={-1}>
        {t(isCompact && now?.you.length !== 0 ? "board.buttons" : "board.title")}
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for its buttons */}
      <div
        ref={face}
        class="face"
        style={isCompact ? { "--pits": String(pits) } : measures(layout, pits)}
        onClick={onClick}
        onPointerDown={(event) => {
          last_means.current = event.pointerType === "mouse" ? "mouse" : "touch";
        }}
        onKeyDown={(event) => {
          const place = placeOfEvent(event);
          if (place !== null && now !== null) pressKey(event, place, front, pits);
        }}
        onKeyUp={(event) => {
          // Some browsers click on the way up, whatever was made of the way down.
          if (event.key === " ") event.preventDefault();
        }}
      >
        {drawn !== null && (
          <>
            <div class="shade" />
            <div class="plank">
              <Wood ratio={drawn.width / drawn.height} />
            </div>
          </>
        )}
        {[front, other(front)].map((side) => {
          const person = personAt(side);
          const place = storeOf(side, pits);
          const seeds = board.value?.places[place] ?? 0;
          return (
            <Fragment key={side}>
              <Row side={side} front={front} pits={pits} person={person} layout={drawn} />
              <SeedStore
                place={place}
                layout={drawn}
                person={person}
                seeds={seeds}
                isFront={side === front}
              />
            </Fragment>
          );
        })}
        {drawn !== null && (
          <>
            <Seeds layout={drawn} />
            <Ghosts layout={drawn} />
          </>
        )}
      </div>
    </section>
  );
}

/** The pit that had the focus when one panel made way for the other. */
let focus_left: string | null = null;

/** Whoever is at a pit stays there when the flat board and the compact panel change places. */
function useFocusKept(face: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    if (focus_left !== null) {
      face.current?.querySelector<HTMLElement>(`[data-place="${focus_left}"]`)?.focus();
    }
    focus_left = null;
    return () => {
      const { activeElement } = document;
      if (face.current?.contains(activeElement) !== true) return;
      focus_left = activeElement?.closest<HTMLElement>("[data-place]")?.dataset.place ?? null;
    };
  }, [face]);
}

function measures(layout: Layout, pits: number) {
  const { shape, width, height, seed_radius, numeral } = layout;
  return {
    aspectRatio: `${width} / ${height}`,
    "--ratio": String(width / height),
    "--least": `${LEAST_PIT_PX[shape] * (shape === "wide" ? pits + 2 : pits)}px`,
    "--u": `calc(100cqw / ${width})`,
    "--seed": String(seed_radius * 2),
    "--numeral": String(numeral),
  };
}

function placeOfEvent(event: Event): number | null {
  const button = (event.target as Element | null)?.closest<HTMLElement>("[data-place]");
  return button === null || button === undefined ? null : Number(button.dataset.place);
}

function personAt(side: Side): Person {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return side === "south" ? "you" : "cpu";
  return personOf(now, side, seatOfSide(view, side));
}
