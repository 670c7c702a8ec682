import { t } from "../i18n";

/** A time control in words: `3+2` is three minutes and two seconds more with every move. */
export function clockName(control: string | null): string {
  if (control === null) return t("clock.none");
  const [minutes = "0", seconds = "0"] = control.split("+");
  const each = t("clock.minutes", { n: Number(minutes) });
  return seconds === "0" ? each : `${each} ${t("clock.increment", { n: Number(seconds) })}`;
}
