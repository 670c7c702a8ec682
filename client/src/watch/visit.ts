import { effect } from "@preact/signals";
import { fetchGame, fetchLive } from "../api";
import { language, learnAll, t } from "../i18n";
import { say } from "../live";
import { enterLobby, lobby } from "../lobby/search";
import type { LiveGameView } from "../protocol";
import { adopt } from "../session";
import { game, isWatching, phase } from "../store";

/** The page for watching: the best game on the board until it is over, then the next one. */

/** How long the end of a game stays before the next one takes its place. */
const REST_MS = 8_000;

let stop: (() => void) | null = null;
let isFetching = false;

/** Shows the best game of those that are played, as long as the page is for watching. */
export async function watch(): Promise<void> {
  stop?.();
  // Without an answer there is no page: whoever asked for it tries again.
  const [first] = await Promise.all([fetchLive(), learnAll(language.peek())]);
  await feature(first);
  const leave = enterLobby();
  let rest: ReturnType<typeof setTimeout> | undefined;
  // Asked for again and again while the lobby goes on; the first time counts.
  const later = () => {
    rest ??= setTimeout(() => {
      rest = undefined;
      void feature(lobby.peek()?.live ?? []);
    }, REST_MS);
  };
  const end = effect(() => {
    if (!isWatching.value) {
      stop?.();
      return;
    }
    const view = lobby.value;
    const now = game.value;
    if (view === null) return;
    if (now === null) void feature(view.live);
    else if (now.board.outcome !== null) later();
  });
  stop = () => {
    stop = null;
    clearTimeout(rest);
    // Not while the effect runs that asks for it.
    queueMicrotask(end);
    leave();
  };
}

/** Puts the best game on the board; one's own is not for watching. */
async function feature(live: readonly LiveGameView[]): Promise<void> {
  if (isFetching) return;
  isFetching = true;
  let hasFailed = false;
  try {
    for (const { id } of live) {
      if (id === game.peek()?.id) continue;
      const found = await fetchGame(id).catch(() => null);
      if (!isWatching.peek()) return;
      hasFailed ||= found === null;
      if (found === null || found.you.length > 0 || found.board.outcome !== null) continue;
      adopt(found);
      say(t("watch.say", namesOf(found.seats)));
      return;
    }
    if (game.peek() === null && !hasFailed) phase.value = "quiet";
  } finally {
    isFetching = false;
  }
}

function namesOf(seats: readonly { readonly name: string | null }[]) {
  const nameAt = (seat: number) => seats[seat]?.name ?? t("player.deleted");
  return { first: nameAt(0), second: nameAt(1) };
}
