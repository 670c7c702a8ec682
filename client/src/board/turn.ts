import { useEffect, useRef } from "preact/hooks";
import type { Side } from "./places";
import { isMoving } from "./stage";

const TURN_MS = 650;

/** Turns the drawn board half round when the pie rule has exchanged its sides. */
export function useTurn(
  face: { readonly current: HTMLElement | null },
  front: Side,
  game_id: string | undefined,
): void {
  const before = useRef({ front, game_id });
  useEffect(() => {
    const hasTurned = before.current.front !== front && before.current.game_id === game_id;
    before.current = { front, game_id };
    // Without motion the stage has passed on already.
    if (!hasTurned || !isMoving.peek()) return;
    const frames = [
      { transform: "rotate(180deg)" },
      { transform: "rotate(90deg) scale(0.6)" },
      { transform: "none" },
    ];
    face.current?.animate(frames, { duration: TURN_MS, easing: "ease-in-out" });
  }, [face, front, game_id]);
}
