import { hasPlayed } from "../game";
import { areModesOpen } from "../opponent";
import { game, isWatching } from "../store";
import { isOverInSight } from "./ending";
import { Live, Modes, Review } from "./later";
import { Moves } from "./moves";

/** Before the first move and on demand the panel of modes, else the moves. */
export function Side() {
  if (areModesShown()) {
    return (
      <div class="side">
        <Modes />
      </div>
    );
  }
  return (
    <div class="side">
      {isWatching.value && <Live />}
      {isOverInSight.value && <Review />}
      <Moves />
    </div>
  );
}

export function areModesShown(): boolean {
  const now = game.value;
  if (now === null || now.you.length === 0) return false;
  return areModesOpen.value ?? !hasPlayed(now);
}
