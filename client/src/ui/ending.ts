import { computed } from "@preact/signals";
import { isMoving } from "../board/stage";
import { board, game, viewed } from "../store";

/** Whether the game is over and has been seen to its end; stepping through it takes nothing back. */
export const isOverInSight = computed(
  () =>
    game.value?.board.outcome != null &&
    board.value?.outcome != null &&
    (!isMoving.value || viewed.value !== null),
);
