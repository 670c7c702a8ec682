import { useState } from "preact/hooks";
import { t } from "../i18n";
import { chosenVariant } from "../opponent";
import { close, Dialog } from "../ui/dialog";
import { Radio } from "../ui/radio";
import { formatVariant, gameName, optionNames } from "../variant";
import { clockName } from "./clock-name";
import { invite } from "./visit";
import "../styles/friend.css";

const CLOCKS = [null, "3+2", "5+5"] as const;

/** Asks which clock a friend is invited to; the game is the one that the panel has chosen. */
export function FriendDialog() {
  const [clock, setClock] = useState<string | null>(null);
  const [isOwn, setOwn] = useState(false);
  const [minutes, setMinutes] = useState(10);
  const [seconds, setSeconds] = useState(0);
  const variant = chosenVariant();
  const options = optionNames(t, variant);
  const control = isOwn ? `${minutes}+${seconds}` : clock;
  return (
    <Dialog title={t("friend.title")}>
      <p>{t("friend.text")}</p>
      <p class="friend-game">
        <b>{gameName(t, variant)}</b>
        {options !== null && <span> {options}</span>}
      </p>
      <fieldset class="friend-clocks">
        <legend>{t("friend.clock")}</legend>
        {CLOCKS.map((choice) => (
          <Radio
            key={choice}
            name="clock"
            label={choice ?? t("friend.noClock")}
            isOn={!isOwn && clock === choice}
            pick={() => {
              setOwn(false);
              setClock(choice);
            }}
          />
        ))}
        <Radio name="clock" label={t("friend.ownClock")} isOn={isOwn} pick={() => setOwn(true)} />
      </fieldset>
      {isOwn && (
        <div class="friend-own">
          <Amount label={t("friend.ownMinutes")} value={minutes} least={1} set={setMinutes} />
          <Amount label={t("friend.ownSeconds")} value={seconds} least={0} set={setSeconds} />
        </div>
      )}
      <p class="friend-clock">{clockName(control)}</p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={close}>
          {t("dialog.cancel")}
        </button>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            close();
            void invite({ variant: formatVariant(variant), clock: control });
          }}
        >
          {t("friend.make")}
        </button>
      </div>
    </Dialog>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  set(value: number): void;
}

function Amount({ label, value, least, set }: AmountProps) {
  return (
    <label>
      {label}
      <input
        type="number"
        inputMode="numeric"
        min={least}
        max={60}
        value={value}
        onInput={(event) => {
          const typed = Math.round(event.currentTarget.valueAsNumber);
          if (typed >= least && typed <= 60) set(typed);
        }}
      />
    </label>
  );
}
