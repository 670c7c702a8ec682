import { prefersLessMotion } from "../appearance";
import { LANGUAGE_NAMES, LANGUAGES, language, t } from "../i18n";
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
  WOODS,
} from "../settings";
import { Dialog } from "./dialog";
import { Radio } from "./modes";

/** The settings that are one choice of a few, each with its possible values. */
const CHOICES = {
  board: BOARDS,
  wood: WOODS,
  seeds: SEED_SETS,
  quality: QUALITIES,
  theme: THEMES,
  counts: COUNTS,
} as const;

export function SettingsDialog() {
  const now = settings.value;
  return (
    <Dialog title={t("settings.title")}>
      <fieldset>
        <legend>{t("settings.speed")}</legend>
        {SPEEDS.map((speed) => (
          <Radio
            key={speed}
            name="speed"
            label={t(`settings.speed.${speed}`)}
            isOn={now.speed === speed}
            pick={() => change({ speed })}
          />
        ))}
        {prefersLessMotion.value && <p class="hint">{t("settings.motion")}</p>}
      </fieldset>
      <fieldset>
        <legend>{t("settings.confirm")}</legend>
        {CONFIRMS.map((confirm) => (
          <Radio
            key={confirm}
            name="confirm"
            label={t(`settings.confirm.${confirm}`)}
            isOn={now.confirm === confirm}
            pick={() => change({ confirm })}
          />
        ))}
      </fieldset>
      <Choice name="board" />
      <Choice name="wood" />
      <Choice name="seeds" />
      {now.board === "3d" && <Choice name="quality" />}
      <Choice name="theme" />
      <Choice name="counts" />
      <fieldset>
        <legend>{t("settings.language")}</legend>
        {LANGUAGES.map((known) => (
          <Radio
            key={known}
            name="language"
            label={LANGUAGE_NAMES[known]}
            isOn={language.value === known}
            pick={() => speak(known)}
          />
        ))}
      </fieldset>
    </Dialog>
  );
}

/** A choice of a few words that the catalogues call `settings.name.value`. */
function Choice({ name }: { readonly name: keyof typeof CHOICES }) {
  const text = t as (key: string) => string;
  return (
    <fieldset>
      <legend>{text(`settings.${name}`)}</legend>
      {CHOICES[name].map((value) => (
        <Radio
          key={value}
          name={name}
          label={text(`settings.${name}.${value}`)}
          isOn={settings.value[name] === value}
          pick={() => change({ [name]: value })}
        />
      ))}
    </fieldset>
  );
}
