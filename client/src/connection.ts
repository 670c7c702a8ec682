import type { GameCommand, Say, ServerMessage } from "./protocol";
import type { LinkState } from "./store";

/**
 * One game's socket, kept alive. Commands that have no answer are sent again with the same id
 * whenever a new socket opens: the server never plays one twice.
 */

export interface Link {
  send(command: GameCommand): void;
  /** Sends what is worth nothing later: once, or not at all while the socket is closed. */
  tell(message: Say): void;
  /** Opens a new socket: events are missing. */
  resync(): void;
  /** Tries at once instead of waiting: the network or the page is back. */
  wake(): void;
  close(): void;
}

/** What is needed of a WebSocket. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface SocketListener {
  message(text: string): void;
  closed(): void;
}

export interface Surroundings {
  /** Opens a socket that asks for what has not been seen. */
  open(listener: SocketListener): Socket;
  receive(message: ServerMessage): void;
  /** A command of this page was accepted. */
  accepted?(): void;
  report(state: LinkState): void;
  random(): number;
}

/** A browser's WebSocket in these words. */
export function openSocket(url: string, listener: SocketListener): Socket {
  const socket = new WebSocket(url);
  socket.onmessage = (event) => listener.message(String(event.data));
  socket.onclose = () => listener.closed();
  return socket;
}

export const ANSWER_MS = 5_000;
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 3_000;
/** So long after the moment that a goodbye names all pages are back: not all at once. */
const JITTER_MS = 3_000;
/** Until the first hello; then the server's heartbeat counts. */
const HELLO_MS = 8_000;
const SILENT_HEARTBEATS = 3;

/** How long to wait before attempt `failures` + 1: twice as long each time, with chance. */
export function backoff_ms(failures: number, random: number): number {
  const most_ms = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return most_ms * (0.5 + random / 2);
}

export function connect(surroundings: Surroundings): Link {
  const unanswered = new Map<string, GameCommand>();
  let socket: Socket | null = null;
  let isOpen = false;
  let isClosed = false;
  let failures = 0;
  let silence_ms = HELLO_MS;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let answer: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function start(): void {
    clearTimeout(retry);
    drop();
    silence_ms = HELLO_MS;
    const opened: Socket = surroundings.open({
      message: (text) => {
        if (socket === opened) hear(JSON.parse(text) as ServerMessage);
      },
      closed: () => {
        if (socket === opened) lose();
      },
    });
    socket = opened;
    listen();
  }

  function hear(message: ServerMessage): void {
    listen();
    if (message.type === "hello") {
      silence_ms = message.heartbeat_ms * SILENT_HEARTBEATS;
      listen();
      isOpen = true;
      failures = 0;
      surroundings.report("open");
      for (const command of unanswered.values()) transmit(command);
    } else if (message.type === "ping") {
      socket?.send(JSON.stringify({ type: "pong", n: message.n }));
      return;
    } else if (message.type === "goodbye") {
      lose(message.retry_ms + JITTER_MS * surroundings.random());
    } else if (message.type === "events") {
      for (const event of message.events) {
        if ("command" in event && event.command) accept(event.command);
      }
    } else if (message.type === "accepted") {
      accept(message.id);
    } else if (message.type === "rejected" && message.id) {
      settle(message.id);
    }
    surroundings.receive(message);
  }

  /** An event names the command that has caused it; most are somebody else's. */
  function accept(id: string): void {
    if (settle(id)) surroundings.accepted?.();
  }

  /** A command has its answer; false if it is none of this page's, or had one before. */
  function settle(id: string): boolean {
    const isMine = unanswered.delete(id);
    if (isMine && unanswered.size === 0) clearTimeout(answer);
    return isMine;
  }

  function listen(): void {
    clearTimeout(silence);
    silence = setTimeout(() => lose(), silence_ms);
  }

  function transmit(command: GameCommand): void {
    socket?.send(JSON.stringify(command));
    clearTimeout(answer);
    answer = setTimeout(() => lose(), ANSWER_MS);
  }

  function lose(delay_ms = backoff_ms(failures, surroundings.random())): void {
    drop();
    failures += 1;
    if (isClosed) return;
    surroundings.report("offline");
    clearTimeout(retry);
    retry = setTimeout(start, delay_ms);
  }

  function drop(): void {
    clearTimeout(silence);
    clearTimeout(answer);
    isOpen = false;
    const old = socket;
    socket = null;
    old?.close();
  }

  start();
  return {
    send(command) {
      unanswered.set(command.id, command);
      if (isOpen) transmit(command);
    },
    tell(message) {
      if (isOpen) socket?.send(JSON.stringify(message));
    },
    resync: start,
    wake() {
      if (socket === null && !isClosed) start();
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      drop();
    },
  };
}
