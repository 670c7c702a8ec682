import { useState } from "preact/hooks";
import { t } from "../i18n";
import { Radio } from "../ui/radio";
import { clockName } from "./clock-name";
import "../styles/friend.css";

const CLOCKS = [null, "3+2", "5+5"] as const;

interface ClockChoiceProps {
  /** Tells two choices on one page apart. */
  readonly name: string;
  /** A time control such as `3+2`; null is none. */
  readonly clock: string | null;
  pick(clock: string | null): void;
}

/** No clock, one of the usual ones, or one's own. */
export function ClockChoice({ name, clock, pick }: ClockChoiceProps) {
  const [isOwn, setOwn] = useState(!CLOCKS.some((usual) => usual === clock));
  const [minutes = 10, seconds = 0] = isOwn ? (clock ?? "").split("+").map(Number) : [];
  return (
    <fieldset class="friend-clocks">
      <legend>{t("clock.title")}</legend>
      {CLOCKS.map((choice) => (
        <Radio
          key={choice}
          name={name}
          label={choice ?? t("clock.none")}
          isOn={!isOwn && clock === choice}
          pick={() => {
            setOwn(false);
            pick(choice);
          }}
        />
      ))}
      <Radio
        name={name}
        label={t("clock.own")}
        isOn={isOwn}
        pick={() => {
          setOwn(true);
          pick("10+0");
        }}
      />
      {isOwn && (
        <div class="friend-own">
          <Amount
            label={t("clock.ownMinutes")}
            value={minutes}
            least={1}
            set={(value) => pick(`${value}+${seconds}`)}
          />
          <Amount
            label={t("clock.ownSeconds")}
            value={seconds}
            least={0}
            set={(value) => pick(`${minutes}+${value}`)}
          />
        </div>
      )}
      <p class="friend-clock">{clockName(clock)}</p>
    </fieldset>
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
