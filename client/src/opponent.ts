import { signal } from "@preact/signals";
import { hasPlayed, isBetweenPeople } from "./game";
import type { GameView, NewGame } from "./protocol";
import { startGame } from "./session";
import { bringBoardBack, isBoardOutOfSight } from "./sight";
import { dialog, game } from "./store";
import { formatVariant, parseVariant, USUAL, type Variant } from "./variant";

/** Which game comes next, and against whom. */

export type Opponent = Pick<NewGame, "mode" | "level" | "seat">;

/** The game that the panel of modes has chosen; null is the one on the page. */
export const chosen = signal<Variant | null>(null);

/** The clock that the panel has chosen, null for none; undefined is that of the game on the page. */
export const chosenClock = signal<string | null | undefined>(undefined);

/** Whether the panel of modes is open; null opens it for a game without moves. */
export const areModesOpen = signal<boolean | null>(null);

/** What waits for the answer to "start another game?". */
let asked: Omit<NewGame, "previous"> | null = null;

export function chosenVariant(): Variant {
  const now = game.value;
  return chosen.value ?? (now === null ? USUAL : parseVariant(now.variant));
}

/** The time control of a game, null without clocks. */
export function clockOf(now: GameView): string | null {
  return now.board.clock?.control ?? null;
}

/** The time control of the next game. A friend's clock is not taken along. */
export function nextClock(): string | null {
  if (chosenClock.value !== undefined) return chosenClock.value;
  const now = game.value;
  return now === null || isBetweenPeople(now) ? null : clockOf(now);
}

/** Against whom the game on the page is played. */
export function opponentOf(now: GameView): Opponent {
  if (now.mode === "local") return { mode: "local" };
  const level = now.seats.find((seat) => seat.kind === "cpu")?.level ?? "medium";
  return { mode: "cpu", level, seat: now.you[0] ?? 0 };
}

export function isSameOpponent(first: Opponent, second: Opponent): boolean {
  return first.mode === second.mode && first.level === second.level && first.seat === second.seat;
}

/** The game that the panel has chosen, or the same again, against the same opponent. */
export function proposeNext(now: GameView): void {
  propose(opponentOf(now), formatVariant(chosenVariant()));
}

/** The same game again, with the other one beginning. */
export function rematch(now: GameView): void {
  const opponent = opponentOf(now);
  const seat = opponent.mode === "cpu" ? 1 - (opponent.seat ?? 0) : undefined;
  propose(seat === undefined ? opponent : { ...opponent, seat }, now.variant);
}

/** Starts a game, at once when nothing is lost by it. */
export function propose(opponent: Opponent, variant: string): void {
  const choice = { variant, clock: nextClock(), ...opponent };
  const now = game.value;
  if (now !== null && now.board.outcome === null && hasPlayed(now)) {
    asked = choice;
    dialog.value = "restart";
  } else {
    begin(choice);
  }
}

/** The answer was yes. */
export function confirmed(): void {
  if (asked !== null) begin(asked);
  asked = null;
}

function begin(choice: Omit<NewGame, "previous">): void {
  chosen.value = null;
  chosenClock.value = undefined;
  // A panel below the board has done its work; beside it, it stays.
  areModesOpen.value = isBoardOutOfSight() ? false : null;
  void startGame(choice).then(bringBoardBack);
}
