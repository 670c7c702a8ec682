import { hasPlayed } from "../game";
import { areModesOpen } from "../opponent";
import { game } from "../store";
import { Modes } from "./modes";
import { Moves } from "./moves";

/** Before the first move and on demand the panel of modes, else the moves. */
export function Side() {
  return <div class="side">{areModesShown() ? <Modes /> : <Moves />}</div>;
}

export function areModesShown(): boolean {
  const now = game.value;
  if (now === null || now.you.length === 0) return false;
  return areModesOpen.value ?? !hasPlayed(now);
}
