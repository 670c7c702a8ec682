import { theme } from "../appearance";
import { LANGUAGE_NAMES, LANGUAGES, language, t } from "../i18n";
import { speak } from "../page-language";
import { change } from "../settings";
import { dialog } from "../store";
import { Icon } from "./icon";

export function Header() {
  const isDark = theme.value === "dark";
  const theme_label = t(isDark ? "header.toLight" : "header.toDark");
  return (
    <header class="header">
      <h1 class="name">
        <Mark />
        Naqala
      </h1>
      <nav class="tools" aria-label={t("header.language")}>
        {LANGUAGES.map((known) => (
          <button
            key={known}
            type="button"
            class="language"
            lang={known}
            aria-label={LANGUAGE_NAMES[known]}
            aria-pressed={language.value === known}
            onClick={() => speak(known)}
          >
            {known.toUpperCase()}
          </button>
        ))}
      </nav>
      <button
        type="button"
        class="tool"
        aria-label={theme_label}
        title={theme_label}
        onClick={() => change({ theme: isDark ? "light" : "dark" })}
      >
        <Icon name={isDark ? "sun" : "moon"} />
      </button>
      <button
        type="button"
        class="tool"
        aria-label={t("header.help")}
        title={t("header.help")}
        onClick={() => {
          dialog.value = "help";
        }}
      >
        <Icon name="help" />
      </button>
      <button
        type="button"
        class="tool"
        aria-label={t("header.settings")}
        title={t("header.settings")}
        onClick={() => {
          dialog.value = "settings";
        }}
      >
        <Icon name="settings" />
      </button>
    </header>
  );
}

/** The site's mark: seeds on their way round. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect class="mark-board" x="1" y="7" width="30" height="18" rx="9" />
      <circle class="mark-seed-1" cx="9" cy="16" r="3.6" />
      <circle class="mark-seed-2" cx="16" cy="16" r="3.6" />
      <circle class="mark-seed-3" cx="23" cy="16" r="3.6" />
    </svg>
  );
}
