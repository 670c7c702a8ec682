import type { ComponentChildren } from "preact";
import { prefersLessMotion } from "../appearance";
import { type Key, LANGUAGE_NAMES, LANGUAGES, language, t } from "../i18n";
import { speak } from "../page-language";
import {
  BOARDS,
  CONFIRMS,
  COUNTS,
  change,
  QUALITIES,
  SEED_SETS,
  SPEEDS,
  settings,
  THEMES,
  VOLUMES,
  WOODS,
} from "../settings";
import { StatisticsSwitch } from "../statistics/switch";
import { areTipsOn } from "../tips";
import { Dialog } from "./dialog";
import { Radio } from "./radio";
import "../styles/settings.css";

/** The messages of this dialog have no names in braces. */
const text = t as (key: string) => string;

/** The settings that are one choice of a few, each with its possible values. */
const CHOICES = {
  speed: SPEEDS,
  confirm: CONFIRMS,
  board: BOARDS,
  wood: WOODS,
  seeds: SEED_SETS,
  quality: QUALITIES,
  theme: THEMES,
  counts: COUNTS,
} as const;

/** Those whose values are shown by a little picture as well. */
const PICTURED: readonly string[] = ["wood", "seeds"];

export function SettingsDialog() {
  const now = settings.value;
  return (
    <Dialog title={t("settings.title")}>
      <Group title="settings.group.play">
        <Choice name="speed">
          {prefersLessMotion.value && <p class="hint">{t("settings.motion")}</p>}
        </Choice>
        <Choice name="confirm" />
        <Switch title="settings.tips" isOn={areTipsOn.value} turn={(tips) => change({ tips })} />
        <Switch title="settings.talk" isOn={now.talk} turn={(talk) => change({ talk })} />
      </Group>
      <Group title="settings.group.board">
        <Choice name="board" />
        {now.board === "3d" && <Choice name="quality" />}
        <Choice name="wood" />
        <Choice name="seeds" />
        <Choice name="counts" />
      </Group>
      <Group title="settings.group.sound">
        <Switch title="settings.sound" isOn={now.sound} turn={(sound) => change({ sound })} />
        <label class="volume">
          <span>{t("settings.volume")}</span>
          <input
            type="range"
            min={VOLUMES[0]}
            max={VOLUMES.at(-1)}
            step={2}
            value={now.volume}
            aria-valuetext={`${now.volume * 10} %`}
            onInput={(event) => {
              const volume = VOLUMES.find((each) => each === Number(event.currentTarget.value));
              if (volume !== undefined) change({ volume });
            }}
          />
        </label>
        {canBuzz() && (
          <Switch
            title="settings.vibration"
            isOn={now.vibration}
            turn={(vibration) => change({ vibration })}
          />
        )}
      </Group>
      <Group title="settings.group.page">
        <Choice name="theme" />
        <fieldset class="choice">
          <legend>{t("settings.language")}</legend>
          {LANGUAGES.map((known) => (
            <Radio
              key={known}
              name="language"
              label={LANGUAGE_NAMES[known]}
              isOn={language.value === known}
              pick={() => void speak(known)}
            />
          ))}
        </fieldset>
      </Group>
      <Group title="settings.group.privacy">
        <StatisticsSwitch />
      </Group>
    </Dialog>
  );
}

interface GroupProps {
  readonly title: Key;
  readonly children: ComponentChildren;
}

function Group({ title, children }: GroupProps) {
  return (
    <section class="settings-group">
      <h3>{text(title)}</h3>
      {children}
    </section>
  );
}

interface ChoiceProps {
  readonly name: keyof typeof CHOICES;
  readonly children?: ComponentChildren;
}

/** A choice of a few words that the catalogues call `settings.name.value`. */
function Choice({ name, children }: ChoiceProps) {
  return (
    <fieldset class="choice">
      <legend>{text(`settings.${name}`)}</legend>
      {CHOICES[name].map((value) => (
        <Radio
          key={value}
          name={name}
          label={text(`settings.${name}.${value}`)}
          picture={PICTURED.includes(name) ? String(value) : null}
          isOn={settings.value[name] === value}
          pick={() => change({ [name]: value })}
        />
      ))}
      {children}
    </fieldset>
  );
}

interface SwitchProps {
  /** The key of its name; that of its explanation ends with `.text`. */
  readonly title: Key;
  readonly isOn: boolean;
  turn(isOn: boolean): void;
}

function Switch({ title, isOn, turn }: SwitchProps) {
  return (
    <label class="option">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <span>
        <b>{text(title)}</b> {text(`${title}.text`)}
      </span>
    </label>
  );
}

/** Whether the device may have a buzzer: a phone whose browser lets pages use it. */
function canBuzz(): boolean {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}
