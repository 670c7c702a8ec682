import { prefersLessMotion } from "../appearance";
import { LANGUAGE_NAMES, LANGUAGES, language, t } from "../i18n";
import { speak } from "../page-language";
import { CONFIRMS, COUNTS, change, SPEEDS, settings, THEMES } from "../settings";
import { Dialog } from "./dialog";
import { Radio } from "./modes";

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
      <fieldset>
        <legend>{t("settings.theme")}</legend>
        {THEMES.map((theme) => (
          <Radio
            key={theme}
            name="theme"
            label={t(`settings.theme.${theme}`)}
            isOn={now.theme === theme}
            pick={() => change({ theme })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("settings.counts")}</legend>
        {COUNTS.map((counts) => (
          <Radio
            key={counts}
            name="counts"
            label={t(`settings.counts.${counts}`)}
            isOn={now.counts === counts}
            pick={() => change({ counts })}
          />
        ))}
      </fieldset>
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
