import { seatOfSide } from "../board/places";
import type { GameView, OutcomeView } from "../protocol";
import { parseVariant } from "../variant";
import type { Clock, Ending, Played, Result, Seeds } from "./schema";

/** What statistics say of a game; pure. */

const ENDINGS: Readonly<Record<OutcomeView["reason"], Ending>> = {
  pits_empty: "played_out",
  no_moves: "played_out",
  repetition: "played_out",
  majority: "played_out",
  resignation: "resigned",
  time: "time",
  abandonment: "abandoned",
  aborted: "aborted",
};
const SEEDS: readonly Seeds[] = ["3", "4", "5", "6"];
const USUAL_PITS = 6;
const USUAL_PLIES = 40;
const LONG_S = 8 * 60;

export function playedOf(game: GameView): Played {
  const variant = parseVariant(game.variant);
  const seeds = SEEDS.find((seeds) => seeds === String(variant.seeds)) ?? "other";
  const level = game.seats.find((seat) => seat.kind === "cpu")?.level ?? "none";
  return {
    game: variant.game,
    mode: game.mode,
    // A CPU that has taken an absent friend's seat is no opponent that somebody has chosen.
    level: game.mode === "cpu" ? level : "none",
    seeds: variant.pits === USUAL_PITS ? seeds : "other",
    pie: variant.switches.includes("pie"),
    empty_capture: variant.switches.includes("empty-capture"),
    by_turns: variant.switches.includes("by-turns"),
    rest: variant.remainder,
    clock: clockOf(game.board.clock?.control ?? null),
  };
}

/** The band of a clock such as `5+5`. */
function clockOf(control: string | null): Clock {
  if (control === null) return "none";
  const [minutes = 0, increment_s = 0] = control.split("+").map(Number);
  return minutes * 60 + increment_s * USUAL_PLIES >= LONG_S ? "long" : "short";
}

/** How a game ended, and how for the reader; both are `aborted` and `none` while it has not. */
export function endOf(game: GameView): { readonly ending: Ending; readonly result: Result } {
  const { outcome } = game.board;
  if (outcome === null || outcome.reason === "aborted")
    return { ending: "aborted", result: "none" };
  return { ending: ENDINGS[outcome.reason], result: resultOf(game, outcome) };
}

function resultOf(game: GameView, outcome: OutcomeView): Result {
  if (outcome.winner === null) return "drawn";
  const seat = outcome.winner_seat ?? seatOfSide(game.board, outcome.winner);
  if (game.mode === "local") return seat === 0 ? "first_won" : "second_won";
  return game.you.includes(seat) ? "won" : "lost";
}
