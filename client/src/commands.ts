import { hush } from "./live";
import type { LegalMove, Say } from "./protocol";
import { send, tell } from "./session";
import { showOwnMove } from "./showing";
import { board, game, notice, pending, selected } from "./store";

/** What a person asks of the server. Only one command on the board is in flight. */

export function sow(move: LegalMove): void {
  const now = game.value;
  const seat = now?.board.seat_to_move ?? null;
  if (now === null || seat === null || pending.value !== null) return;
  const { after } = now.board;
  const command =
    move.move === 0
      ? ({ type: "swap", id: newId(), seat, after } as const)
      : ({ type: "sow", id: newId(), seat, after, pit: move.move } as const);
  notice.value = null;
  selected.value = null;
  hush();
  showOwnMove(now, move);
  pending.value = { command, move };
  send(command);
}

export function undo(): void {
  const now = game.value;
  const seat = now?.you[0];
  if (now === null || seat === undefined || pending.value !== null) return;
  if (board.value?.can_undo !== true) return;
  const command = { type: "undo", id: newId(), seat, after: now.board.after } as const;
  notice.value = null;
  selected.value = null;
  pending.value = { command, move: null };
  send(command);
}

export function resign(seat: number): void {
  send({ type: "resign", id: newId(), seat });
}

export function abort(seat: number): void {
  send({ type: "abort", id: newId(), seat });
}

export function claimAbandonment(seat: number): void {
  send({ type: "claim_abandonment", id: newId(), seat });
}

export function handToCpu(seat: number): void {
  send({ type: "hand_to_cpu", id: newId(), seat });
}

export function speakUp(seat: number, phrase: Say["phrase"]): void {
  tell({ type: "say", id: newId(), seat, phrase });
}

/** 128 random bits, as text for the wire. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
