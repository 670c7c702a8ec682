import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { allow, follow, refusal } from "./consent";
import { PrivacyLink } from "./privacy-link";

/** The switch of statistics, and why it is off where the person has not done it. */
export function StatisticsSwitch() {
  const [refused, setRefused] = useState(refusal());
  const look = () => setRefused(refusal());
  useEffect(() => follow(look), []);
  const isFixed = refused === "operator" || refused === "browser";
  return (
    <>
      <label class="option">
        <input
          type="checkbox"
          checked={refused === null}
          disabled={isFixed}
          onChange={(event) => {
            allow(event.currentTarget.checked);
            look();
          }}
        />
        <span>
          <b>{t("settings.statistics")}</b>{" "}
          {t(isFixed ? `settings.statistics.${refused}` : "settings.statistics.text")}
        </span>
      </label>
      <PrivacyLink>{t("settings.privacy")}</PrivacyLink>
    </>
  );
}
