import { useState } from "preact/hooks";
import { t } from "../i18n";
import { say } from "../live";
import { Icon } from "../ui/icon";

type State = "offered" | "copied" | "shown";

/** The link to a game, for others to look at: by the device's own means, else copied, else shown. */
export function Share({ id }: { readonly id: string }) {
  const [state, setState] = useState<State>("offered");
  const address = new URL(`/g/${id}`, location.href).href;
  const share = async () => {
    if (navigator.share !== undefined && matchMedia("(pointer: coarse)").matches) {
      try {
        await navigator.share({ title: t("share.title"), url: address });
        return;
      } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    try {
      await navigator.clipboard.writeText(address);
      say(t("share.copied"));
      setState("copied");
    } catch {
      setState("shown");
    }
  };
  return (
    <div class="share">
      <button type="button" class="button" onClick={() => void share()}>
        <Icon name={state === "copied" ? "done" : "share"} />
        {t(state === "copied" ? "share.copied" : "share.button")}
      </button>
      {state === "shown" && (
        <a class="share-link" href={address}>
          {address}
        </a>
      )}
    </div>
  );
}
