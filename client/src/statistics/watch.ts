import { effect } from "@preact/signals";
import { trouble } from "../board/standing";
import { pace } from "../board3d/pace";
import type { GameView } from "../protocol";
import { game, link, phase, room } from "../store";
import { bandOf } from "./bands";
import { claim } from "./claim";
import { type Course, courseOf, follow, left, type Told } from "./course";
import { thisDevice } from "./device";
import { FRAMES_PER_SECOND } from "./schema";
import { send } from "./send";
import { see, type Tie, tieOf, told } from "./tie";

/** Watches the page's state for what statistics tell; nothing else of the page knows of them. */

/** `first` is the game as the page was opened with it: moves may have been made since. */
export function watch(first: GameView | null): void {
  watchGames(first);
  watchTies();
  watchBoard();
}

function watchGames(first: GameView | null): void {
  let course: Course | null = first === null ? null : courseOf(first);
  effect(() => {
    const now = game.value;
    if (course !== null && now?.id !== course.game.id) {
      tell(course.game.id, left(course, performance.now()));
      course = null;
    }
    if (now === null) return;
    const step = follow(course ?? courseOf(now), now, performance.now());
    course = step.course;
    tell(now.id, step.told);
  });
}

function tell(id: string, events: readonly Told[]): void {
  if (events.length === 0) return;
  void claim(id).then((isMine) => {
    if (!isMine) return;
    for (const event of events) send({ ...event, device: thisDevice() });
  });
}

function watchTies(): void {
  let tie: Tie | null = null;
  let told_key: string | null = null;
  const end = () => {
    const connection = tie === null || tie.key === told_key ? null : told(tie, performance.now());
    told_key = tie?.key ?? null;
    if (connection !== null) send({ type: "connection", ...connection, device: thisDevice() });
  };
  effect(() => {
    const isRoom = phase.value === "room";
    const waited = isRoom && room.value?.is_yours === true ? room.value.token : null;
    const now = isRoom ? null : game.value;
    const here = tieOf(now, waited, performance.now());
    if (here?.key !== tie?.key) {
      end();
      tie = here;
    }
    if (tie === null) return;
    tie = see(tie, link.value);
    if (now !== null && now.board.outcome !== null) end();
  });
  addEventListener("pagehide", end);
}

function watchBoard(): void {
  let hasFailed = false;
  effect(() => {
    if (trouble.value === null || hasFailed) return;
    hasFailed = true;
    send({ type: "board3d_failed", trouble: trouble.value, device: thisDevice() });
  });
  const measured = new Set<string>();
  effect(() => {
    if (pace.value === null || measured.has(pace.value.quality)) return;
    const { quality, frame_ms } = pace.value;
    measured.add(quality);
    const speed = bandOf(FRAMES_PER_SECOND, 1000 / frame_ms);
    send({ type: "board3d_speed", quality, speed, device: thisDevice() });
  });
}
