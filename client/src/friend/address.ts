/** The address of a room, `/r/TOKEN`: its link and what is shown at it. */

const ROOM_ADDRESS = /^\/r\/([\w-]{8,64})\/?$/;

/** The token of the room that the page is at, or null. */
export function roomToken(): string | null {
  return ROOM_ADDRESS.exec(globalThis.location?.pathname ?? "")?.[1] ?? null;
}

export function goToRoom(token: string): void {
  history.pushState(null, "", `/r/${token}`);
}

export function roomLink(token: string): string {
  return new URL(`/r/${token}`, location.href).href;
}
