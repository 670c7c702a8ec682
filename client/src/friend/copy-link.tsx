import { useState } from "preact/hooks";
import { t } from "../i18n";
import { say } from "../live";
import { Icon } from "../ui/icon";
import { roomLink } from "./address";

/** A room's link, to copy and, where the device has it, to share. */
export function CopyLink({ token }: { readonly token: string }) {
  const [isCopied, setCopied] = useState(false);
  const href = roomLink(token);
  const canShare = typeof navigator.share === "function";
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(href);
    } catch {
      // Not every page may write there: the text is selected, to be copied by hand.
      const field = document.getElementById("room-link") as HTMLInputElement | null;
      field?.select();
      return;
    }
    setCopied(true);
    say(t("friend.copied"));
  };
  return (
    <div class="room-link">
      <label for="room-link">{t("friend.link")}</label>
      <input
        id="room-link"
        readOnly
        value={href}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="room-buttons">
        <button type="button" class="button primary" onClick={() => void copy()}>
          <Icon name={isCopied ? "done" : "share"} />
          {t(isCopied ? "friend.copied" : "friend.copy")}
        </button>
        {canShare && (
          <button
            type="button"
            class="button"
            onClick={() => {
              // Whoever closes the device's own window has changed his mind: no error.
              navigator.share({ title: t("friend.shareTitle"), url: href }).catch(() => {});
            }}
          >
            {t("friend.share")}
          </button>
        )}
      </div>
    </div>
  );
}
