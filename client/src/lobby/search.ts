import { signal } from "@preact/signals";
import { ApiError, becomeGuest, fetchGame, lobbySocketUrl } from "../api";
import { newId } from "../commands";
import { connect, type Link, openSocket, type Socket } from "../connection";
import { t } from "../i18n";
import { say } from "../live";
import { complain, explain } from "../notices";
import { areModesOpen } from "../opponent";
import type { LobbyView, Seek, ServerMessage } from "../protocol";
import { adopt } from "../session";
import { bringBoardBack } from "../sight";
import { isWatching } from "../store";

/** The lobby on the page: who is there, looking for an opponent, games to watch. */

export const lobby = signal<LobbyView | null>(null);
/** What is looked for; it is asked for again whenever the socket opens anew. */
export const wish = signal<Seek | null>(null);

let link: Link | null = null;
let socket: Socket | null = null;
let readers = 0;

/** Keeps the lobby's socket open while somebody reads it or looks for an opponent. */
export function enterLobby(): () => void {
  readers += 1;
  open();
  return () => {
    readers -= 1;
    closeIfDone();
  };
}

/** Looks for somebody who wants the same. */
export async function seek(mode: Seek["mode"], variant: string, clock: string): Promise<void> {
  try {
    // A search belongs to somebody: a new visitor becomes a guest, and his socket is opened anew.
    if ((await becomeGuest()).isNew) reopen();
  } catch (error) {
    complain(error instanceof ApiError ? error.code : "unknown");
    return;
  }
  wish.value = { type: "seek", id: newId(), mode, variant, clock };
  open();
  transmit(wish.value);
  say(t("lobby.say.seeking"));
}

export function cancelSeek(): void {
  wish.value = null;
  transmit({ type: "cancel_seek", id: newId() });
  closeIfDone();
}

function open(): void {
  if (link !== null) return;
  link = connect({
    open: (listener) => {
      socket = openSocket(lobbySocketUrl(), listener);
      return socket;
    },
    receive: hear,
    report: () => {},
    random: Math.random,
  });
}

function reopen(): void {
  link?.close();
  link = socket = null;
  open();
}

function closeIfDone(): void {
  if (readers > 0 || wish.value !== null) return;
  link?.close();
  link = socket = null;
  lobby.value = null;
}

function transmit(message: object): void {
  try {
    socket?.send(JSON.stringify(message));
  } catch {
    // Not open yet: it is sent with the greeting.
  }
}

function hear(message: ServerMessage): void {
  switch (message.type) {
    case "hello":
      if (wish.value !== null) transmit(wish.value);
      break;
    case "lobby":
      lobby.value = message;
      break;
    case "found":
      void found(message.game_id);
      break;
    case "rejected":
      wish.value = null;
      complain(message.error.code);
      break;
  }
}

/** The game that was looked for has begun: it takes the place of what is on the page. */
async function found(id: string): Promise<void> {
  wish.value = null;
  try {
    const game = await fetchGame(id);
    history.pushState(null, "", `/g/${id}`);
    isWatching.value = false;
    areModesOpen.value = false;
    adopt(game);
    explain(t("lobby.say.found"));
    bringBoardBack();
  } catch (error) {
    complain(error instanceof ApiError ? error.code : "unknown");
  }
  closeIfDone();
}
