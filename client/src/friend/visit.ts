import {
  ApiError,
  createRematch,
  createRoom,
  fetchGame,
  fetchRoom,
  joinRoom,
  roomSocketUrl,
} from "../api";
import { connect, type Link, openSocket } from "../connection";
import { t } from "../i18n";
import { say } from "../live";
import { complain } from "../notices";
import { areModesOpen } from "../opponent";
import type { NewRoom, RoomView, ServerMessage } from "../protocol";
import { adopt, leave } from "../session";
import { bringBoardBack } from "../sight";
import { game, link, phase, room } from "../store";
import { goToRoom } from "./address";

/** Rooms on the page: making one, waiting in it, coming to one by its link. */

let waiting: Link | null = null;
let isBusy = false;

/** Shows what a link leads to: the invitation, or the game once it has begun. */
export async function visit(token: string): Promise<void> {
  await enter(await fetchRoom(token));
}

/** Makes a room and goes to it. */
export async function invite(wish: NewRoom): Promise<void> {
  await once(async () => {
    const made = await createRoom(wish);
    goToRoom(made.token);
    await enter(made);
    say(t("friend.say.made"));
  });
}

/** Takes the second seat. */
export async function join(): Promise<void> {
  const token = room.value?.token;
  if (token === undefined) return;
  await once(async () => {
    try {
      await begin(await joinRoom(token));
    } catch (error) {
      // Somebody else was faster: one can still watch.
      if (!(error instanceof ApiError && error.code === "seat_taken")) throw error;
      await visit(token);
    }
  });
}

/** Begins the next game with the sides exchanged; whoever is second follows the first. */
export async function rematch(): Promise<void> {
  const id = game.value?.id;
  if (id === undefined) return;
  await once(async () => {
    try {
      adopt(await createRematch(id));
    } catch (error) {
      const newer = error instanceof ApiError && error.code === "stale" ? error.detail.game_id : 0;
      if (typeof newer !== "string") throw error;
      adopt(await fetchGame(newer));
    }
    bringBoardBack();
  });
}

async function enter(view: RoomView): Promise<void> {
  room.value = view;
  if (view.game_id !== null) {
    await begin(await fetchGame(view.game_id));
    return;
  }
  leave();
  phase.value = "room";
  // Of the room's socket nothing is known yet; what stands there is that of the game before.
  link.value = "connecting";
  waiting?.close();
  waiting = connect({
    open: (listener) => openSocket(roomSocketUrl(view.token), listener),
    receive: hear,
    report: (state) => {
      link.value = state;
      if (state === "offline") void doubt(view.token);
    },
    random: Math.random,
  });
}

/** A socket that was lost may belong to a link that leads nowhere any more. */
async function doubt(token: string): Promise<void> {
  await fetchRoom(token).catch((error: unknown) => {
    const isGone = error instanceof ApiError && error.code === "room_not_found";
    if (!isGone || phase.value !== "room" || room.value?.token !== token) return;
    waiting?.close();
    phase.value = "gone";
  });
}

function hear(message: ServerMessage): void {
  if (message.type !== "room") return;
  room.value = message;
  if (message.game_id === null) return;
  waiting?.close();
  void once(() => enter(message));
}

async function begin(adopted: Parameters<typeof adopt>[0]): Promise<void> {
  waiting?.close();
  waiting = null;
  areModesOpen.value = false;
  adopt(adopted);
  say(t(adopted.you.length === 0 ? "friend.say.watching" : "friend.say.begins"));
}

/** One thing at a time; what fails is told. */
async function once(act: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    await act();
  } catch (error) {
    complain(error instanceof ApiError ? error.code : "unknown");
  } finally {
    isBusy = false;
  }
}
