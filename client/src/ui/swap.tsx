import { useComputed } from "@preact/signals";
import { isMoving } from "../board/stage";
import { sow } from "../commands";
import { t } from "../i18n";
import type { LegalMove } from "../protocol";
import { board } from "../store";
import { Icon } from "./icon";

/** The pie rule's offer, for as long as it stands. */
export function useSwapOffer(): LegalMove | null {
  const swap = useComputed(() => board.value?.legal.find((move) => move.move === 0));
  return isMoving.value ? null : (swap.value ?? null);
}

export function SwapButton({ swap }: { readonly swap: LegalMove }) {
  return (
    <button
      type="button"
      class="button primary"
      aria-label={t("swap.button")}
      onClick={() => sow(swap)}
    >
      <Icon name="swap" />
      <span class="long">{t("swap.button")}</span>
      <span class="short">{t("swap.short")}</span>
    </button>
  );
}
