import { t } from "../i18n";
import { explain } from "../notices";
import { roomLink } from "./address";

/** Copies a room's link; where the browser does not allow it, it is shown instead. */
export async function copyRoomLink(token: string): Promise<void> {
  const href = roomLink(token);
  try {
    await navigator.clipboard.writeText(href);
    explain(t("friend.copied"));
  } catch {
    explain(href);
  }
}
