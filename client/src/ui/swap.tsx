import { useComputed } from "@preact/signals";
import { isMoving } from "../board/stage";
import { sow } from "../commands";
import { t } from "../i18n";
import { board } from "../store";
import { Icon } from "./icon";

/** The pie rule's offer, for as long as it stands. */
export function SwapOffer() {
  const swap = useComputed(() => board.value?.legal.find((move) => move.move === 0));
  if (swap.value === undefined || isMoving.value) return null;
  return (
    <div class="swap">
      <h3>{t("swap.title")}</h3>
      <p>{t("swap.text")}</p>
      <button
        type="button"
        class="button primary"
        onClick={() => {
          if (swap.value !== undefined) sow(swap.value);
        }}
      >
        <Icon name="swap" />
        {t("swap.button")}
      </button>
    </div>
  );
}
