import { useState } from "preact/hooks";
import { ClockChoice } from "../clock/clock-choice";
import { t } from "../i18n";
import { chosenVariant } from "../opponent";
import { Answer, Dialog } from "../ui/dialog";
import { formatVariant, gameName, optionNames } from "../variant";
import { invite } from "./visit";

/** Asks which clock a friend is invited to; the game is the one that the panel has chosen. */
export function FriendDialog() {
  const [clock, setClock] = useState<string | null>(null);
  const variant = chosenVariant();
  const options = optionNames(t, variant);
  return (
    <Dialog title={t("friend.title")}>
      <p>{t("friend.text")}</p>
      <p class="friend-game">
        <b>{gameName(t, variant)}</b>
        {options !== null && <span> {options}</span>}
      </p>
      <ClockChoice name="friend-clock" clock={clock} pick={setClock} />
      <Answer
        yes={t("friend.make")}
        act={() => void invite({ variant: formatVariant(variant), clock })}
      />
    </Dialog>
  );
}
