import { isBetweenPeople } from "../game";
import type { GameView } from "../protocol";
import type { LinkState } from "../store";
import { bandOf } from "./bands";
import { type Connected, type People, RECONNECTIONS } from "./schema";

/** How a page is tied to somebody else's: by the socket of their game or of their room; pure. */

export interface Tie {
  /** Another one is another tie. */
  readonly key: string;
  /** Null waits in a room: of that only a connection that never came about is told. */
  readonly mode: People | null;
  readonly since_ms: number;
  readonly state: LinkState;
  readonly came_about: boolean;
  readonly reconnections: number;
}

/** A connection that has not come about until then has failed; before, somebody has just left. */
export const TRY_MS = 10_000;

/** The tie of a page with this game on it, or in this room; null when nobody else is there. */
export function tieOf(game: GameView | null, room: string | null, now_ms: number): Tie | null {
  const begun = {
    since_ms: now_ms,
    state: "connecting",
    came_about: false,
    reconnections: 0,
  } as const;
  if (room !== null) return { key: `room ${room}`, mode: null, ...begun };
  if (game === null || game.you.length === 0 || !isBetweenPeople(game)) return null;
  return { key: game.id, mode: game.mode as People, ...begun };
}

/** The tie after its socket's state was seen. */
export function see(tie: Tie, state: LinkState): Tie {
  const isBack = tie.came_about && tie.state !== "open" && state === "open";
  return {
    ...tie,
    state,
    came_about: tie.came_about || state === "open",
    reconnections: tie.reconnections + (isBack ? 1 : 0),
  };
}

/** What is to be told of a tie that ends; null: nothing. */
export function told(tie: Tie, now_ms: number): Omit<Connected, "type" | "device"> | null {
  const { mode, came_about } = tie;
  if (!came_about) {
    if (now_ms - tie.since_ms < TRY_MS) return null;
    return { mode: mode ?? "friend", came_about, reconnections: "0" };
  }
  if (mode === null) return null;
  return { mode, came_about, reconnections: bandOf(RECONNECTIONS, tie.reconnections) };
}
