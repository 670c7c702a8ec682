import { describe, expect, test } from "vitest";
import { boardFor, foresee, frontSide, personOf, receive } from "../src/game";
import type { Ended, Events, Played, Undone } from "../src/protocol";
import { boardView, CAPTURE, EXTRA_TURN, gameView, LAST_SEED, SWEEP } from "./sowings";

function played(seq: number, seat = 0): Played {
  const ply = {
    seat,
    side: "south",
    move: 3,
    seeds: 4,
    captured: 0,
    extra_turn: true,
    stores: [1, 0],
  } as const;
  return { type: "played", seq, at_ms: 0, ply, sowing: EXTRA_TURN };
}

function events(list: Events["events"], seq: number): Events {
  return { type: "events", events: list, board: boardView({ seq, after: seq }) };
}

describe("events", () => {
  test("whoever takes a seat over is the one who sits there", () => {
    const sitter = { kind: "cpu", level: "medium", name: null } as const;
    const event = { type: "replaced", seq: 2, at_ms: 5, seat: 0, sitter } as const;
    const message = { type: "events", events: [event], board: boardView({ seq: 2 }) } as const;
    const receipt = receive(gameView(), message);
    expect(receipt).toMatchObject({ game: { seats: [sitter, gameView().seats[1]] } });
    // Whoever sat there before only looks on.
    expect(receive({ ...gameView(), you: [0] }, message)).toMatchObject({ game: { you: [] } });
    expect(receive({ ...gameView(), you: [1] }, message)).toMatchObject({ game: { you: [1] } });
  });

  const game = gameView();

  test("that follow are applied", () => {
    const receipt = receive(game, events([played(2), played(3)], 3));
    if (receipt.kind === "gap") throw new Error("no gap was expected");
    expect(receipt.game.plies).toHaveLength(2);
    expect(receipt.game.board.seq).toBe(3);
    expect(receipt.news).toHaveLength(2);
  });

  test("with a gap ask for what is missing", () => {
    expect(receive(game, events([played(3)], 3)).kind).toBe("gap");
    expect(receive(game, events([], 4)).kind).toBe("gap");
  });

  test("that were seen are no news, whole or in part", () => {
    const first = receive(game, events([played(2)], 2));
    if (first.kind === "gap") throw new Error("no gap was expected");
    const again = receive(first.game, events([played(2)], 2));
    expect(again).toMatchObject({ kind: "applied", news: [] });
    const more = receive(first.game, events([played(2), played(3)], 3));
    expect(more).toMatchObject({ kind: "applied", news: [{ seq: 3 }] });
  });

  test("an old message leaves the board as it is", () => {
    const first = receive(game, events([played(2), played(3)], 3));
    if (first.kind === "gap") throw new Error("no gap was expected");
    const old = receive(first.game, events([played(2)], 2));
    expect(old).toEqual({ kind: "applied", game: first.game, news: [] });
  });

  test("nothing missed refreshes the board", () => {
    const message = { ...events([], 1), board: boardView({ can_undo: true }) };
    const receipt = receive(game, message);
    expect(receipt).toMatchObject({ kind: "applied", game: { board: { can_undo: true } } });
  });

  test("undone takes plies back, ended keeps them", () => {
    const undone: Undone = { type: "undone", seq: 4, at_ms: 0, seat: 0, plies: 2 };
    const receipt = receive(game, events([played(2), played(3), undone], 4));
    expect(receipt).toMatchObject({ kind: "applied", game: { plies: [] } });
    const outcome = {
      winner: "north",
      winner_seat: 1,
      reason: "resignation",
      margin: 0,
      stores: [0, 0],
      unscored: 0,
    } as const;
    const ended: Ended = { type: "ended", seq: 3, at_ms: 0, outcome };
    const over = receive(game, events([played(2), ended], 3));
    if (over.kind === "gap") throw new Error("no gap was expected");
    expect(over.game.plies).toHaveLength(1);
  });
});

describe("a move in flight", () => {
  const board = boardView();

  test("with an extra turn leaves the mover to move", () => {
    const seen = foresee(board, { move: 3, sowing: EXTRA_TURN });
    expect(seen).toMatchObject({ seat_to_move: 0, to_move: "south", extra_turn: true, legal: [] });
    expect(seen.places).toEqual(EXTRA_TURN.places);
  });

  test("without one passes the turn", () => {
    const seen = foresee(board, { move: 1, sowing: CAPTURE });
    expect(seen).toMatchObject({ seat_to_move: 1, to_move: "north", extra_turn: false });
  });

  test.each([
    ["with a sweep", SWEEP],
    ["with nothing to sweep", LAST_SEED],
  ])("that ends the game %s promises no turn to anybody", (_, sowing) => {
    for (const extra_turn of [true, false]) {
      const seen = foresee(board, { move: 6, sowing: { ...sowing, extra_turn } });
      expect(seen).toMatchObject({ extra_turn: false, seat_to_move: null, legal: [] });
    }
  });

  test("a swap waits for the server", () => {
    const seen = foresee(board, { move: 0, sowing: null });
    expect(seen).toMatchObject({ places: board.places, legal: [] });
  });
});

describe("sides and persons", () => {
  const swapped = boardView({ south_seat: 1 });

  test("one's own side is in front, also after a swap", () => {
    expect(frontSide(gameView(), boardView())).toBe("south");
    expect(frontSide(gameView(), swapped)).toBe("north");
    expect(frontSide(gameView({ you: [1] }), boardView())).toBe("north");
  });

  test("South stays in front on one device and for who watches", () => {
    expect(frontSide(gameView({ you: [0, 1] }), swapped)).toBe("south");
    expect(frontSide(gameView({ you: [] }), swapped)).toBe("south");
  });

  test("players are called by who they are to the reader", () => {
    expect(personOf(gameView(), "south", 0)).toBe("you");
    expect(personOf(gameView(), "north", 1)).toBe("cpu");
    const people = [
      { kind: "human", level: null, name: "Ceiba 482" },
      { kind: "human", level: null, name: "Olivo 120" },
    ] as const;
    expect(personOf(gameView({ seats: people }), "north", 1)).toBe("rival");
    expect(personOf(gameView({ you: [0, 1] }), "north", 1)).toBe("north");
    expect(personOf(gameView({ you: [] }), "south", 0)).toBe("south");
  });
});

describe("what may be done", () => {
  const board = {
    ...boardView(),
    seat_to_move: 0,
    can_undo: true,
    legal: [{ move: 1, sowing: null }],
  };

  test("is the reader's if he is to move", () => {
    const game = { ...gameView(), board, you: [0] };
    expect(boardFor(game)).toBe(board);
    expect(boardFor({ ...game, you: [0, 1] })).toBe(board);
  });

  test("is not his who waits, but he may take back", () => {
    const seen = boardFor({ ...gameView(), board, you: [1] });
    expect(seen).toEqual({ ...board, legal: [] });
  });

  test("is not his who only watches, nor anybody's when the game is over", () => {
    expect(boardFor({ ...gameView(), board, you: [] })).toMatchObject({
      legal: [],
      can_undo: false,
    });
    const over = { ...board, seat_to_move: null, can_undo: false };
    expect(boardFor({ ...gameView(), board: over, you: [0] })).toMatchObject({ legal: [] });
  });
});
