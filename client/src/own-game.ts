import { ApiError, createGame, fetchCurrent } from "./api";
import type { GameView } from "./protocol";
import { formatVariant, USUAL } from "./variant";

/** The game that a visitor finds without an address: his current one, or a fresh one. */

/** Shared by all tabs of the site. */
const LOCK = "naqala.boot";

/**
 * One tab after the other: two that open together on a first visit would each begin a game without
 * a cookie, as two guests, and the first one's game would be nobody's.
 */
export function ownGame(): Promise<GameView> {
  // Browsers give locks to secure contexts only: not to http on a name of the home's network.
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  if (locks === undefined) return currentOrNew();
  return locks.request(LOCK, currentOrNew).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    // Refused, as by a browser that keeps nothing for this site.
    return currentOrNew();
  });
}

async function currentOrNew(): Promise<GameView> {
  const current = await fetchCurrent();
  if (current !== null) return current;
  return createGame({ variant: formatVariant(USUAL), mode: "cpu", level: "medium", seat: 0 });
}
