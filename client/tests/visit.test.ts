import { beforeEach, expect, test, vi } from "vitest";
import * as api from "../src/api";
import type { Surroundings } from "../src/connection";
import { visit } from "../src/friend/visit";
import type { RoomView } from "../src/protocol";
import { phase } from "../src/store";

vi.mock("../src/api", { spy: true });

const sockets: (Surroundings & { isClosed: boolean })[] = [];
vi.mock("../src/connection", () => ({
  openSocket: vi.fn(),
  connect: (surroundings: Surroundings) => {
    const socket = { ...surroundings, isClosed: false };
    sockets.push(socket);
    return {
      close: () => {
        socket.isClosed = true;
      },
    };
  },
}));

const fetchRoom = vi.mocked(api.fetchRoom);
const ROOM: RoomView = {
  type: "room",
  token: "a-token-of-22-letters-",
  inviter: "Ana",
  is_yours: true,
  is_inviter_here: true,
  variant: "kalah(6,4)",
  clock: null,
  game_id: null,
  expires_ms: 0,
};

beforeEach(async () => {
  sockets.length = 0;
  fetchRoom.mockResolvedValue(ROOM);
  await visit(ROOM.token);
});

test("who waits at a link that is gone is told so, and the page asks no more", async () => {
  fetchRoom.mockRejectedValue(new api.ApiError("room_not_found", "", {}));
  sockets[0]?.report("offline");
  await vi.waitFor(() => expect(phase.value).toBe("gone"));
  expect(sockets[0]?.isClosed).toBe(true);
});

test("who waits without a network waits on", async () => {
  fetchRoom.mockRejectedValue(new api.ApiError("network", "", {}));
  sockets[0]?.report("offline");
  await new Promise((resolve) => setTimeout(resolve));
  expect(phase.value).toBe("room");
  expect(sockets[0]?.isClosed).toBe(false);
});
