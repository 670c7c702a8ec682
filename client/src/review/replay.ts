import { batch, signal } from "@preact/signals";
import { plySentence, sweepOf } from "../announce";
import { fetchEvents } from "../api";
import { enqueue, present, snap } from "../board/stage";
import { frontSide, personOf } from "../game";
import { t } from "../i18n";
import { say } from "../live";
import { complain } from "../notices";
import type { GameView } from "../protocol";
import { game, hovered, notice, replayed, viewed } from "../store";
import { boardAt, courseOf, type Station } from "./course";

/** Steps through the plies of a finished game on the board. */

let course: { readonly key: string; readonly stations: readonly Station[] } | null = null;
/** Whether the events are on their way; further steps wait for the next press. */
const isLoading = signal(false);

/** Shows the game after so many plies; out of range is the first or the last. */
export async function viewPly(wanted: number): Promise<void> {
  const now = game.value;
  if (now === null || isLoading.value) return;
  const stations = await stationsOf(now);
  if (stations === null || game.value !== now) return;
  const from = viewed.value ?? stations.length - 1;
  const index = Math.max(0, Math.min(stations.length - 1, wanted));
  const station = stations[index];
  if (station === undefined) return;
  snap();
  batch(() => {
    viewed.value = index;
    notice.value = null;
    hovered.value = null;
    replayed.value = index === stations.length - 1 ? null : boardAt(now, station);
  });
  const sentence = sentenceOf(now, station);
  const front = frontSide(now, station);
  if (index === from + 1 && station.sowing !== null && station.ply !== null) {
    const actor = personOf(now, station.ply.side, station.ply.seat);
    enqueue({ kind: "sow", sowing: station.sowing, actor, done: () => say(sentence) });
  } else {
    present(station.places, station.unscored, station.last, front);
    say(sentence);
  }
}

/** What happened at a station, with its number. */
export function sentenceOf(now: GameView, { ply, sowing }: Station): string {
  if (ply === null) return t("replay.start");
  const who = personOf(now, ply.side, ply.seat);
  return plySentence(t, who, ply, sweepOf(sowing), null);
}

async function stationsOf(now: GameView): Promise<readonly Station[] | null> {
  const key = `${now.id} ${now.board.seq}`;
  if (course?.key === key) return course.stations;
  isLoading.value = true;
  try {
    course = { key, stations: courseOf(now, await fetchEvents(now.id)) };
    return course.stations;
  } catch {
    complain("network");
    return null;
  } finally {
    isLoading.value = false;
  }
}
