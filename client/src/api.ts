import { roomToken } from "./friend/address";
import type {
  CurrentGame,
  ErrorBody,
  EventView,
  GameView,
  HintView,
  LessonView,
  LiveGames,
  Me,
  NewGame,
  NewRoom,
  ReviewView,
  RoomView,
} from "./protocol";

/** The server's answer was an error; `code` picks the words, `detail` may say how to go on. */
export class ApiError extends Error {
  readonly code: string;
  readonly detail: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, detail: Readonly<Record<string, unknown>>) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

const TIMEOUT_MS = 10_000;

export function fetchGame(id: string): Promise<GameView> {
  return ask("GET", `/api/games/${encodeURIComponent(id)}${withRoom("?")}`);
}

/** The next game of two people, with their seats exchanged. */
export function createRematch(id: string): Promise<GameView> {
  return ask("POST", `/api/games/${encodeURIComponent(id)}/rematch`);
}

export function createRoom(body: NewRoom): Promise<RoomView> {
  return ask("POST", "/api/rooms", body);
}

export function fetchRoom(token: string): Promise<RoomView> {
  return ask("GET", `/api/rooms/${encodeURIComponent(token)}`);
}

/** Takes the second seat of a room. */
export function joinRoom(token: string): Promise<GameView> {
  return ask("POST", `/api/rooms/${encodeURIComponent(token)}/join`);
}

/** The games of others that are played now, the strongest first. */
export async function fetchLive(): Promise<LiveGames["games"]> {
  return (await ask<LiveGames>("GET", "/api/live")).games;
}

export async function fetchCurrent(): Promise<GameView | null> {
  return (await ask<CurrentGame>("GET", "/api/games/current")).game;
}

/** All events of a game, from its first. */
export async function fetchEvents(id: string): Promise<readonly EventView[]> {
  const response = await fetch(`/api/games/${encodeURIComponent(id)}/events${withRoom("?")}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new ApiError("network", response.statusText, {});
  const lines = (await response.text()).split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as EventView);
}

export function createGame(body: NewGame): Promise<GameView> {
  return ask("POST", "/api/games", body);
}

/** The best move for the board with this `after`. */
export function askHint(id: string, after: number): Promise<HintView> {
  return ask("POST", `/api/games/${encodeURIComponent(id)}/hint`, { after });
}

/** What each ply of a finished game gave away, as far as the server knows yet. */
export function fetchReview(id: string): Promise<ReviewView> {
  return ask("GET", `/api/games/${encodeURIComponent(id)}/review${withRoom("?")}`);
}

export function fetchLesson(name: string): Promise<LessonView> {
  return ask("GET", `/api/lessons/${encodeURIComponent(name)}`);
}

export function socketUrl(id: string, seen: number): string {
  const url = new URL(`/api/games/${encodeURIComponent(id)}/socket`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("seen", String(seen));
  const token = roomToken();
  if (token !== null) url.searchParams.set("room", token);
  return url.href;
}

/** Becomes a guest, if the browser has no session yet; `isNew` says that it had none. */
export async function becomeGuest(): Promise<{ readonly isNew: boolean }> {
  if ((await ask<Me>("GET", "/api/me")).player !== null) return { isNew: false };
  await ask<Me>("POST", "/api/me");
  return { isNew: true };
}

export function lobbySocketUrl(): string {
  const url = new URL("/api/lobby/socket", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

export function roomSocketUrl(token: string): string {
  const url = new URL(`/api/rooms/${encodeURIComponent(token)}/socket`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url.href;
}

/** The link of the page opens a friend's game for who does not play in it. */
function withRoom(mark: "?" | "&"): string {
  const token = roomToken();
  return token === null ? "" : `${mark}room=${encodeURIComponent(token)}`;
}

/** Raises `ApiError`, with code `network` when there was no answer at all. */
export async function ask<T>(method: "GET" | "POST", path: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new ApiError("network", String(cause), {});
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  const error = (answer as ErrorBody | null)?.error;
  if (error === undefined) {
    throw new ApiError(response.status >= 500 ? "network" : "unknown", response.statusText, {});
  }
  throw new ApiError(error.code, error.message, error.detail);
}
