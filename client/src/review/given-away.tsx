import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError, fetchReview } from "../api";
import { t } from "../i18n";
import { say } from "../live";
import { keyOf, losses } from "../losses";
import type { GameView, GivenAway as Given, ReviewView } from "../protocol";
import { game } from "../store";

/** How many seeds each player gave away; the server works it out once, in the background. */

const AGAIN_MS = 3_000;

/** The game whose review could not be had. */
const failed = signal<string | null>(null);

interface GivenAwayProps {
  readonly game: GameView;
  /** The seats in the order in which they are told, and how they are called. */
  readonly seats: readonly [number, number];
  readonly names: readonly [string, string];
}

export function GivenAway({ game: now, seats, names }: GivenAwayProps) {
  const key = keyOf(now);
  useEffect(() => {
    void follow(now, (review) => say(sentence(review, seats, names)));
  }, [key]);
  if (failed.value === key) return null;
  const review = losses.value?.key === key ? losses.value.review : null;
  const [first, second] = seats.map((seat) => review?.given_away?.[seat]);
  return (
    <>
      <h3>{t("given.title")}</h3>
      {first === undefined || second === undefined ? (
        <p class="given-wait">{t("given.wait", { percent: percentOf(review) })}</p>
      ) : (
        <div class="review-stores given">
          <p>
            <b>{amount(first)}</b> <span>{names[0]}</span>
          </p>
          <p>
            <span>{names[1]}</span> <b>{amount(second)}</b>
          </p>
        </div>
      )}
      <p class="given-text">{t("given.text")}</p>
    </>
  );
}

/** Asks until all is known, the game is another one, or it cannot be had. */
async function follow(now: GameView, done: (review: ReviewView) => void): Promise<void> {
  const key = keyOf(now);
  const isWanted = () => game.value !== null && keyOf(game.value) === key;
  failed.value = null;
  while (isWanted() && !(losses.value?.key === key && losses.value.review.given_away !== null)) {
    try {
      const review = await fetchReview(now.id);
      if (!isWanted() || review.seq !== now.board.seq) return;
      losses.value = { key, review };
      if (review.given_away !== null) done(review);
    } catch (error) {
      // When it is busy, the server works at other players' games first.
      if (!(error instanceof ApiError && error.code === "busy")) {
        failed.value = key;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

function sentence(
  { given_away }: ReviewView,
  seats: GivenAwayProps["seats"],
  names: GivenAwayProps["names"],
): string {
  const told = seats.map((seat, index) => {
    const given = given_away?.[seat];
    return given === undefined ? "" : `${names[index]}: ${amount(given)}`;
  });
  return `${t("given.title")}. ${told.join(". ")}.`;
}

function amount({ seeds, is_exact }: Given): string {
  const n = Math.round(seeds);
  return is_exact ? String(n) : t("given.about", { n });
}

function percentOf(review: ReviewView | null): number {
  if (review === null || review.plies.length === 0) return 0;
  const known = review.plies.filter((ply) => ply !== null).length;
  return Math.round((100 * known) / review.plies.length);
}
