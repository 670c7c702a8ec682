import { computed, signal } from "@preact/signals";
import type { Side } from "./board/places";
import { boardFor, foresee } from "./game";
import type {
  BoardView,
  GameView,
  LegalMove,
  Presence,
  RoomView,
  Said,
  Sow,
  SwapSides,
  Undo,
} from "./protocol";

/** The one state that everything on the page is drawn from: panel, words and, later, 3D board. */

/**
 * `room` is a link that waits for somebody to join; `gone` one that leads nowhere any more; `quiet`
 * the page for watching without a game.
 */
export type Phase = "loading" | "ready" | "failed" | "missing" | "room" | "gone" | "quiet";

export type LinkState = "connecting" | "open" | "offline";

export interface Pending {
  readonly command: Sow | SwapSides | Undo;
  /** The move that is shown already; null for what waits to be seen until the server tells it. */
  readonly move: LegalMove | null;
}

export type DialogName = "settings" | "help" | "resign" | "restart" | "friend" | "abort";

export const phase = signal<Phase>("loading");
/** The game as the server last told it. */
export const game = signal<GameView | null>(null);
/** The command on the board whose events have not come yet: there is never more than one. */
export const pending = signal<Pending | null>(null);
export const link = signal<LinkState>("connecting");

/** The room of the link that the page is at. */
export const room = signal<RoomView | null>(null);
/** Who is there, as the server last told it; null: all are here and nobody watches. */
export const presence = signal<{ readonly view: Presence; readonly at_ms: number } | null>(null);

/** What one of the two people of the game has just said. */
export const said = signal<Said | null>(null);
/** The page shows the best game of others, whichever that is. */
export const isWatching = signal(false);

/** The place of the pit that a first tap has chosen. */
export const selected = signal<number | null>(null);
/** The place of the pit that is pointed at or focused. */
export const hovered = signal<number | null>(null);
/** The place of the pit whose button shows the keyboard's focus. */
export const focused = signal<number | null>(null);

/** The place of a pit that the page points at: a lesson's next one, a hint's. */
export const beacon = signal<number | null>(null);

/** The one pit of each row that the Tab key stops at; null is the first. */
export const stops = signal<Readonly<Record<Side, number | null>>>({ south: null, north: null });

/** A short explanation that is on screen for a while. */
export const notice = signal<string | null>(null);
export const dialog = signal<DialogName | null>(null);

/** How many plies of a finished game are shown while one steps through it; null is all. */
export const viewed = signal<number | null>(null);
/** The board as it was then. */
export const replayed = signal<BoardView | null>(null);

const told = computed(() => (game.value === null ? null : boardFor(game.value)));

/** The board with the move in flight already made, or as it was at the ply that is viewed. */
export const board = computed<BoardView | null>(() => {
  if (replayed.value !== null) return replayed.value;
  const current = told.value;
  const move = pending.value?.move;
  if (current === null || move === null || move === undefined) return current;
  return pending.value?.command.after === current.after ? foresee(current, move) : current;
});
