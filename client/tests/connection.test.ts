import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ANSWER_MS, backoff_ms, connect, type SocketListener } from "../src/connection";
import type { ServerMessage, Sow } from "../src/protocol";
import { boardView } from "./sowings";

const SOW: Sow = { type: "sow", id: "abcdefgh", seat: 0, after: 1, pit: 3 };
const HELLO: ServerMessage = { type: "hello", protocol: 1, heartbeat_ms: 1000 };

function surroundings(random = 1) {
  const sockets: { listener: SocketListener; sent: unknown[]; isClosed: boolean }[] = [];
  const states: string[] = [];
  const received: string[] = [];
  const accepted = vi.fn();
  const link = connect({
    open(listener) {
      const socket = { listener, sent: [] as unknown[], isClosed: false };
      sockets.push(socket);
      return {
        send: (text) => socket.sent.push(JSON.parse(text)),
        close: () => {
          socket.isClosed = true;
        },
      };
    },
    receive: (message) => received.push(message.type),
    accepted,
    report: (state) => states.push(state),
    random: () => random,
  });
  const hear = (message: ServerMessage, index = sockets.length - 1) =>
    sockets[index]?.listener.message(JSON.stringify(message));
  return { link, sockets, states, received, accepted, hear };
}

function undoneBy(command: string): ServerMessage {
  const event = { type: "undone", seq: 2, at_ms: 0, seat: 0, plies: 1, command } as const;
  return { type: "events", events: [event], board: boardView({ seq: 2, after: 2 }) };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("commands", () => {
  test("wait for the hello", () => {
    const { link, sockets, hear } = surroundings();
    link.send(SOW);
    expect(sockets[0]?.sent).toEqual([]);
    hear(HELLO);
    expect(sockets[0]?.sent).toEqual([SOW]);
    link.close();
  });

  test("without an answer are sent again with the same id after a reconnect", () => {
    const { link, sockets, hear } = surroundings();
    hear(HELLO);
    link.send(SOW);
    sockets[0]?.listener.closed();
    vi.advanceTimersByTime(1000);
    hear(HELLO);
    expect(sockets).toHaveLength(2);
    expect(sockets[1]?.sent).toEqual([SOW]);
    link.close();
  });

  test("and what is worth nothing later is sent once or not at all", () => {
    const { link, sockets, hear } = surroundings();
    const phrase = { type: "say", id: "say-00001", seat: 0, phrase: "hello" } as const;
    link.tell(phrase);
    hear(HELLO);
    expect(sockets[0]?.sent).toEqual([]);
    link.tell(phrase);
    expect(sockets[0]?.sent).toEqual([phrase]);
    link.resync();
    hear(HELLO);
    expect(sockets[1]?.sent).toEqual([]);
    link.close();
  });

  test("with an answer are not sent again", () => {
    const { link, sockets, hear } = surroundings();
    hear(HELLO);
    link.send(SOW);
    hear({ type: "accepted", id: SOW.id, seq: 2 });
    link.resync();
    hear(HELLO);
    expect(sockets[1]?.sent).toEqual([]);
    link.close();
  });

  test("are answered by the event that names them, not by somebody else's", () => {
    const { link, sockets, accepted, hear } = surroundings();
    hear({ ...HELLO, heartbeat_ms: 60_000 });
    link.send(SOW);
    hear(undoneBy("somebody-else"));
    expect(accepted).not.toHaveBeenCalled();
    hear(undoneBy(SOW.id));
    expect(accepted).toHaveBeenCalledTimes(1);
    // Nor is it waited for any longer.
    vi.advanceTimersByTime(ANSWER_MS);
    expect(sockets[0]?.isClosed).toBe(false);
    link.resync();
    hear(HELLO);
    expect(sockets[1]?.sent).toEqual([]);
    link.close();
  });

  test("without an answer in time open a new socket", () => {
    const { link, sockets, states, hear } = surroundings();
    hear({ ...HELLO, heartbeat_ms: 60_000 });
    link.send(SOW);
    vi.advanceTimersByTime(ANSWER_MS);
    expect(sockets[0]?.isClosed).toBe(true);
    expect(states.at(-1)).toBe("offline");
    vi.advanceTimersByTime(1000);
    expect(sockets).toHaveLength(2);
    link.close();
  });
});

describe("the socket", () => {
  test("answers a ping", () => {
    const { link, sockets, received, hear } = surroundings();
    hear(HELLO);
    hear({ type: "ping", n: 7 });
    expect(sockets[0]?.sent).toEqual([{ type: "pong", n: 7 }]);
    expect(received).toEqual(["hello"]);
    link.close();
  });

  test("is given up after three silent heartbeats", () => {
    const { link, sockets, hear } = surroundings();
    hear(HELLO);
    vi.advanceTimersByTime(2900);
    hear({ type: "ping", n: 1 });
    vi.advanceTimersByTime(2900);
    expect(sockets[0]?.isClosed).toBe(false);
    vi.advanceTimersByTime(200);
    expect(sockets[0]?.isClosed).toBe(true);
    link.close();
  });

  test.each([
    [0, 2000],
    [0.5, 3500],
    [1, 5000],
  ])("comes back after a goodbye when the server asks and up to 3 s later (%d)", (chance, ms) => {
    const { link, sockets, hear } = surroundings(chance);
    hear(HELLO);
    hear({ type: "goodbye", retry_ms: 2000 });
    vi.advanceTimersByTime(ms - 1);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
    link.close();
  });

  test("is tried at once when the network is back", () => {
    const { link, sockets } = surroundings();
    sockets[0]?.listener.closed();
    link.wake();
    expect(sockets).toHaveLength(2);
    link.wake();
    expect(sockets).toHaveLength(2);
    link.close();
  });

  test("stays closed once it is closed", () => {
    const { link, sockets } = surroundings();
    link.close();
    sockets[0]?.listener.closed();
    link.wake();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  test("is deaf to what an older one says", () => {
    const { link, received, hear } = surroundings();
    link.resync();
    hear(HELLO, 0);
    expect(received).toEqual([]);
    link.close();
  });
});

test("waits grow from half a second to three, with chance", () => {
  expect([0, 1, 2, 3, 4, 5, 20].map((failures) => backoff_ms(failures, 1))).toEqual([
    500, 1000, 2000, 3000, 3000, 3000, 3000,
  ]);
  expect(backoff_ms(2, 0)).toBe(1000);
});
