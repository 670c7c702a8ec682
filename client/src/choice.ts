import { previewWords } from "./announce";
import { pitAt, placeOf, type Side } from "./board/places";
import { sow } from "./commands";
import { isRivalEmpty } from "./game";
import type { Key } from "./i18n";
import { t } from "./i18n";
import { say } from "./live";
import { explain } from "./notices";
import type { BoardView, GameView, LegalMove } from "./protocol";
import { settings } from "./settings";
import { board, game, link, notice, pending, selected } from "./store";

/** From a tap on a pit to a move: select, explain or play. Views of the board only call these. */

export type Means = "mouse" | "touch" | "keyboard";

/** A second click so soon after a move belongs to the first one. */
const DOUBLE_CLICK_MS = 450;
/** The same when the system, too, counts it as a second click. */
const SLOW_DOUBLE_CLICK_MS = 1000;

/** Who decides what becomes of a tap: the game on the server, or a lesson. */
export interface Hand {
  /** Whether a first tap only selects. */
  waits(means: Means): boolean;
  sow(move: LegalMove): void;
  /** Answers a tap on a pit that cannot be sown. */
  refuse(now: GameView, view: BoardView, place: number): void;
}

const OF_THE_GAME: Hand = {
  waits: (means) => {
    const { confirm } = settings.value;
    return confirm === "always" || (confirm === "touch" && means === "touch");
  },
  sow,
  refuse: (now, view, place) => {
    const [key, pit] = whyNot(now, view, place);
    explain(t(key, { pit }));
  },
};

let hand = OF_THE_GAME;
let last_sown: { readonly place: number; readonly at_ms: number } | null = null;

/** From now on all taps are somebody else's to answer; no click belongs to an earlier move. */
export function handTo(other: Hand): void {
  hand = other;
  last_sown = null;
}

export function legalAt(view: BoardView | null, place: number, pits: number): LegalMove | null {
  const pit = pitAt(place, pits);
  if (view === null || pit === null || pit.side !== view.to_move) return null;
  return view.legal.find((move) => move.move === pit.number) ?? null;
}

/** A tap on a pit; `now_ms` is the event's time, `clicks` how many the system counts in a row. */
export function tap(place: number, means: Means, now_ms: number, clicks = 1): void {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null) return;
  if (pending.value !== null) {
    if (link.value !== "open") explain(t("why.sending"));
    return;
  }
  const move = legalAt(view, place, now.pits);
  const isSelected = selected.value === place;
  const isFirstOfTwo = hand.waits(means) && move !== null && !isSelected;
  // What was selected since the last move is meant, however fast the hand.
  const isDeliberate = isFirstOfTwo || isSelected || means === "keyboard";
  if (!isDeliberate && isSecondClick(place, now_ms, clicks)) return;
  if (move?.sowing == null) {
    selected.value = null;
    hand.refuse(now, view, place);
    return;
  }
  if (isFirstOfTwo) {
    selected.value = place;
    notice.value = null;
    say(t("say.selected", { pit: move.move, preview: previewWords(t, move.sowing) }));
    return;
  }
  last_sown = { place, at_ms: now_ms };
  hand.sow(move);
}

/** Plays the pit of the side to move with this number, as if it were tapped. */
export function tapNumber(number: number, now_ms: number): void {
  const [now, view] = [game.value, board.value];
  if (now === null || view === null || number > now.pits) return;
  tap(placeOf(view.to_move, number, now.pits), "keyboard", now_ms);
}

export function clearSelection(): void {
  selected.value = null;
  notice.value = null;
}

type Reason = Extract<Key, `why.${string}`>;

/** Why a pit cannot be played; the number is the pit to speak of. */
export function whyNot(now: GameView, view: BoardView, place: number): readonly [Reason, number] {
  const pit = pitAt(place, now.pits);
  const number = pit?.number ?? 0;
  const side: Side = view.to_move;
  if (now.you.length === 0) return ["why.watching", number];
  if (view.outcome !== null) return ["why.over", number];
  const isMine = view.seat_to_move !== null && now.you.includes(view.seat_to_move);
  if (!isMine) return ["why.notYourTurn", number];
  if (pit?.side !== side) return ["why.notYourPit", number];
  if (view.places[place] === 0) return ["why.empty", number];
  if (view.forced_pit !== null) return ["why.forced", view.forced_pit];
  return [isRivalEmpty(view, now.pits) ? "why.feedEmpty" : "why.feed", number];
}

function isSecondClick(place: number, now_ms: number, clicks: number): boolean {
  if (last_sown?.place !== place) return false;
  const limit_ms = clicks > 1 ? SLOW_DOUBLE_CLICK_MS : DOUBLE_CLICK_MS;
  return now_ms - last_sown.at_ms < limit_ms;
}
