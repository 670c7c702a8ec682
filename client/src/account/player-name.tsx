import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { playerAddress } from "../addresses";
import { ask } from "../api";
import { language, t } from "../i18n";
import type { GameRatings } from "../protocol";
import { game } from "../store";
import { isOverInSight } from "../ui/ending";
import "./player-name.css";

/** The ratings of the game on the page, fetched when it begins and when it is over. */
const ratings = signal<{ readonly key: string; readonly seats: GameRatings["seats"] } | null>(null);
let asked = "";

function fetchRatings(id: string, key: string): void {
  if (asked === key) return;
  asked = key;
  ask<GameRatings>("GET", `/api/games/${encodeURIComponent(id)}/ratings`).then(
    ({ seats }) => {
      if (asked === key) ratings.value = { key, seats };
    },
    () => {
      // Nothing that the game needs; it is asked for again with the next game or the end.
      asked = "";
    },
  );
}

/** What a person at a seat is called, with a way to his page and, in rated games, his rating. */
export function PlayerName({ seat }: { readonly seat: number }) {
  const now = game.value;
  // Not before the last move has been seen: the change would tell how it ends.
  const isOver = isOverInSight.value;
  const id = now?.mode === "rated" ? now.id : null;
  const key = `${id} ${isOver}`;
  useEffect(() => {
    if (id !== null) fetchRatings(id, key);
  }, [id, key]);
  const view = now?.seats[seat];
  if (view === undefined) return null;
  const known = ratings.value;
  const rating = id !== null && known?.key.startsWith(`${id} `) ? known.seats[seat] : null;
  return (
    <span class="player-level player-who">
      {view.has_account && view.name !== null ? (
        <a href={playerAddress(view.name, language.value)} target="_blank" rel="noopener">
          <bdi>{view.name}</bdi>
        </a>
      ) : (
        <bdi>{view.name ?? t("player.deleted")}</bdi>
      )}
      {rating != null && (
        <span class="player-rating" title={t("player.rating", { n: rating.deviation })}>
          {rating.rating}
          {rating.is_provisional && "?"}
          {rating.change !== null && (
            <b data-way={rating.change < 0 ? "down" : "up"}>{signed(rating.change)}</b>
          )}
        </span>
      )}
    </span>
  );
}

function signed(change: number): string {
  return change < 0 ? `\u2212${-change}` : `+${change}`;
}
