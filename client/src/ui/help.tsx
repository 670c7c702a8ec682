import { t } from "../i18n";
import { PrivacyLink } from "../statistics/privacy-link";
import { Dialog } from "./dialog";

export function Help() {
  const keys = [
    [t("help.arrows"), t("help.key.arrows")],
    [t("help.ends"), t("help.key.ends")],
    [t("help.enter"), t("help.key.enter")],
    ["1–6", t("help.key.digits")],
    [t("help.escape"), t("help.key.escape")],
    ["L", t("help.key.l")],
    ["S", t("help.key.s")],
    ["M", t("help.key.m")],
    ["H", t("help.key.h")],
    ["?", t("help.key.help")],
  ] as const;
  return (
    <Dialog title={t("help.title")}>
      <p>{t("help.mouse")}</p>
      <p>{t("help.touch")}</p>
      <p>{t("help.hint")}</p>
      <h3>{t("help.keys")}</h3>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <PrivacyLink>{t("privacy")}</PrivacyLink>
    </Dialog>
  );
}
