import { batch } from "@preact/signals";
import { isWatchAddress } from "./addresses";
import { ApiError, createGame, fetchGame, socketUrl } from "./api";
import { present } from "./board/stage";
import { connect, type Link, openSocket } from "./connection";
import { roomToken } from "./friend/address";
import { frontSide, isRivalEmpty, receive } from "./game";
import { language, t } from "./i18n";
import { hush, say, warn } from "./live";
import { complain, explain } from "./notices";
import { ownGame } from "./own-game";
import {
  type Events,
  type GameCommand,
  type GameView,
  type NewGame,
  PROTOCOL_VERSION,
  type Rejected,
  type Say,
  type ServerMessage,
} from "./protocol";
import { forget, restore, showNews } from "./showing";
import { bringBoardBack } from "./sight";
import {
  dialog,
  game,
  hovered,
  isWatching,
  type LinkState,
  link,
  notice,
  pending,
  phase,
  presence,
  replayed,
  said,
  selected,
  stops,
  viewed,
} from "./store";
import { gameName, parseVariant } from "./variant";

/** Brings the server's games to the page: the first one, its socket, its events. */

let open_link: Link | null = null;
let isStarting = false;
/** The newer game that the server has told of, until that one or another is on the page. */
let newer_id: string | null = null;
/** The page was set up anew because its seats were not known; no command was accepted since. */
let isRenewed = false;
/** How often the socket was lost in a row. */
let losses = 0;

/** When the page asks again for its first game. */
let again: ReturnType<typeof setTimeout> | undefined;

const AGAIN_MS = 5000;
const LOSSES_UNTIL_DOUBT = 4;
const RELOADED_KEY = "naqala.reloaded";
const OWN_ADDRESS = /^\/g\/([\w-]+)\/?$/;

/** The first game of the page: the address's, the current one, or a fresh one against the CPU. */
export async function boot(): Promise<void> {
  clearTimeout(again);
  // What has failed stays on the screen until there is something else to show.
  if (phase.value !== "failed") phase.value = "loading";
  newer_id = null;
  const id = OWN_ADDRESS.exec(location.pathname)?.[1];
  const token = roomToken();
  isWatching.value = isWatchAddress(location.pathname);
  try {
    if (isWatching.value) {
      await (await import("./watch/visit")).watch();
      return;
    }
    if (token !== null) {
      await (await import("./friend/visit")).visit(token);
      return;
    }
    adopt(id === undefined ? await ownGame() : await fetchGame(id));
  } catch (error) {
    if (token !== null && error instanceof ApiError && error.code === "room_not_found") {
      phase.value = "gone";
      return;
    }
    const isMissing = id !== undefined && error instanceof ApiError && error.code !== "network";
    phase.value = isMissing ? "missing" : "failed";
    if (!isMissing) again = setTimeout(() => void boot(), AGAIN_MS);
  }
}

export function send(command: GameCommand): void {
  open_link?.send(command);
}

/** Says a phrase to the other person of the game. */
export function tell(phrase: Say): void {
  open_link?.tell(phrase);
}

/** The network or the page is back. */
export function wake(): void {
  if (phase.value === "failed") void boot();
  open_link?.wake();
}

/** Starts a game in place of the one on the page. */
export async function startGame(choice: Omit<NewGame, "previous">): Promise<void> {
  if (isStarting) return;
  isStarting = true;
  const previous = game.value?.you.length === 0 ? null : (game.value?.id ?? null);
  try {
    const adopted = await createGame({ ...choice, previous }).catch((error: unknown) =>
      isStranger(error) ? createGame({ ...choice, previous: null }) : followNewer(error),
    );
    // A room is left behind with the friend in it.
    if (roomToken() !== null) history.pushState(null, "", `/${language.value}/`);
    adopt(adopted);
    say(t("say.newGame", { game: gameName(t, parseVariant(adopted.variant)) }));
  } catch (error) {
    complain(error instanceof ApiError ? error.code : "unknown");
  } finally {
    isStarting = false;
    if (newer_id !== null) void showNewer(newer_id);
  }
}

/** Leaves an address whose game is gone or somebody else's for a game of one's own. */
export async function playOwn(): Promise<void> {
  open_link?.close();
  history.replaceState(null, "", `/${language.value}/`);
  await boot();
}

/** Closes what is open: something else takes its place. */
export function leave(): void {
  open_link?.close();
  open_link = null;
}

/** Another tab has been faster: its game is the one to go on with. */
function followNewer(error: unknown): Promise<GameView> {
  const newer = error instanceof ApiError && error.code === "stale" ? error.detail.game_id : null;
  if (typeof newer !== "string") throw error;
  return fetchGame(newer);
}

/** The game on the page is another guest's: the next one cannot follow in its room. */
function isStranger(error: unknown): boolean {
  return error instanceof ApiError && error.code === "not_your_game";
}

/** Puts a game on the page and opens its socket. */
export function adopt(adopted: GameView): void {
  open_link?.close();
  newer_id = null;
  forget();
  hush();
  batch(() => {
    game.value = adopted;
    pending.value = null;
    selected.value = null;
    hovered.value = null;
    stops.value = { south: null, north: null };
    notice.value = null;
    leaveReplay();
    // What they ask was asked about the game before.
    if (dialog.value === "resign" || dialog.value === "restart") dialog.value = null;
    presence.value = null;
    said.value = null;
    link.value = "connecting";
    phase.value = "ready";
    const { places, unscored, last } = adopted.board;
    present(places, unscored, last, frontSide(adopted, adopted.board));
  });
  if (OWN_ADDRESS.test(location.pathname)) history.replaceState(null, "", `/g/${adopted.id}`);
  open_link = connect({
    open: (listener) => openSocket(socketUrl(adopted.id, game.value?.board.seq ?? 0), listener),
    receive: (message) => batch(() => hear(message)),
    accepted: () => {
      isRenewed = false;
    },
    report,
    random: Math.random,
  });
}

function report(state: LinkState): void {
  if (state === "offline" && link.value === "open") warn(t("status.offline"));
  if (state === "open" && link.value === "offline") say(t("say.back"));
  link.value = state;
  losses = state === "open" ? 0 : losses + 1;
  if (losses > 0 && losses % LOSSES_UNTIL_DOUBT === 0) void doubt();
}

/** A socket that cannot be opened may belong to a game that is gone. */
async function doubt(): Promise<void> {
  const id = game.value?.id;
  if (id === undefined) return;
  await fetchGame(id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "game_not_found" && id === game.value?.id) {
      open_link?.close();
      phase.value = "missing";
    }
  });
}

function hear(message: ServerMessage): void {
  switch (message.type) {
    case "hello":
      if (message.protocol > PROTOCOL_VERSION) reloadFor(message.protocol);
      break;
    case "events":
      follow(message);
      break;
    case "snapshot":
      replace(message.game);
      break;
    case "rejected":
      refuse(message);
      break;
    case "continued":
      moveOn(message.game_id);
      break;
    case "presence":
      presence.value = { view: message, at_ms: performance.now() };
      break;
    case "said":
      said.value = message;
      break;
  }
}

/** Loads the page anew, once for each version that it does not speak. */
function reloadFor(protocol: number): void {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === String(protocol)) return;
    sessionStorage.setItem(RELOADED_KEY, String(protocol));
    location.reload();
  } catch {
    // Without a memory a reload could go on for ever; the old page still shows the game.
  }
}

function follow(message: Events): void {
  const before = game.value;
  if (before === null) return;
  const receipt = receive(before, message);
  if (receipt.kind === "gap") {
    open_link?.resync();
    return;
  }
  hold(receipt.game);
  showNews(before, receipt.game, receipt.news);
}

/** Keeps the game as the server tells it; a command for a position that is gone is done with. */
function hold(fresh: GameView): void {
  if (fresh.board.seq !== game.value?.board.seq) leaveReplay();
  game.value = fresh;
  if (pending.value?.command.after !== fresh.board.after) pending.value = null;
}

/** What happens now goes on from the end of the game. */
function leaveReplay(): void {
  viewed.value = null;
  replayed.value = null;
}

function refuse(message: Rejected): void {
  const { code, detail } = message.error;
  const isPending = pending.value?.command.id === message.id;
  if (isPending) pending.value = null;
  if (message.game) replace(message.game);
  // Nothing of another message is shown before it is accepted.
  else if (game.value !== null && (isPending || message.id === null)) restore(game.value);
  const isUnknown = code === "not_your_seat" || code === "no_session";
  // Once only: a browser that keeps no cookie is never known.
  if (isUnknown && !isRenewed && game.value?.you.length !== 0) void renew();
  else if (code === "illegal_move" && detail.reason === "must_feed") explain(t(feedReason()));
  else complain(code);
}

function feedReason(): "why.feed" | "why.feedEmpty" {
  const now = game.value;
  return now !== null && isRivalEmpty(now.board, now.pits) ? "why.feedEmpty" : "why.feed";
}

/** The whole game anew: what was missed is not shown step by step. */
function replace(fresh: GameView): void {
  if (fresh.id !== game.value?.id) return;
  hold(fresh);
  const isMoveOnItsWay = pending.value?.command.after === fresh.board.after;
  if (!isMoveOnItsWay) restore(fresh);
}

/** The seats are not this browser's any more: another cookie took the place of theirs. */
async function renew(): Promise<void> {
  isRenewed = true;
  open_link?.close();
  await boot();
  if (phase.value === "ready") explain(t("status.renewed"));
}

function moveOn(id: string): void {
  if (id === game.value?.id) return;
  newer_id = id;
  void showNewer(id);
}

/** A start that is under way leads to the newest game by itself; if it fails, this is done then. */
async function showNewer(id: string): Promise<void> {
  // What was adopted or told since it was asked for is newer still.
  const isWanted = () => id === newer_id && !isStarting;
  if (!isWanted()) return;
  try {
    const newer = await fetchGame(id);
    if (!isWanted()) return;
    adopt(newer);
    // Its clock runs for whoever reads on below, too.
    if (newer.you.length > 0) bringBoardBack();
  } catch {
    if (isWanted()) complain("network");
  }
}
