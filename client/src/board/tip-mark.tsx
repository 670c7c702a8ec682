import type { LegalMove } from "../protocol";
import { areTipsShown, tipOf } from "../tips";
import { Icon } from "../ui/icon";

/** What a beginner may be told of a pit he can sow: another turn, or a capture. */
export function TipMark({ move }: { readonly move: LegalMove | null }) {
  const tip = move === null || !areTipsShown.value ? null : tipOf(move);
  if (tip === null) return null;
  return (
    <span class="tip" data-tip={tip.kind} aria-hidden="true">
      {tip.kind === "extra-turn" ? <Icon name="again" /> : `+${tip.seeds}`}
    </span>
  );
}
