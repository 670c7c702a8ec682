import { addressOf, PAGES, type PageName } from "../addresses";
import { theme } from "../appearance";
import { LANGUAGE_NAMES, LANGUAGES, language, t } from "../i18n";
import { speak } from "../page-language";
import { change, settings } from "../settings";
import { dialog } from "../store";
import { Icon } from "./icon";

const MENU = "menu";

/** The bar over the page; those for reading draw the same one (styles/header.css). */
export function Header({ page }: { readonly page: PageName }) {
  return (
    <header class="header">
      <h1 class="name">
        <a href={addressOf("play", language.value)}>
          <Mark />
          Naqala
        </a>
      </h1>
      <div class="menu" id={MENU} popover="auto">
        <nav class="nav" aria-label={t("header.pages")}>
          {PAGES.map((other) => (
            <a
              key={other}
              href={addressOf(other, language.value)}
              aria-current={other === page ? "page" : undefined}
            >
              {t(`header.${other}`)}
            </a>
          ))}
        </nav>
        <div class="tools">
          <Languages />
          <ThemeButton />
          <a
            class="tool"
            data-tool="account"
            href={addressOf("account", language.value)}
            aria-label={t("header.account")}
            title={t("header.account")}
          >
            <Icon name="person" />
          </a>
          <button
            type="button"
            class="tool"
            data-tool="help"
            aria-label={t("help.title")}
            title={t("help.title")}
            onClick={() => {
              dialog.value = "help";
            }}
          >
            <Icon name="help" />
          </button>
        </div>
      </div>
      <SoundButton />
      <button
        type="button"
        class="tool"
        data-tool="settings"
        aria-label={t("header.settings")}
        title={t("header.settings")}
        onClick={() => {
          dialog.value = "settings";
        }}
      >
        <Icon name="settings" />
      </button>
      <button
        type="button"
        class="tool menu-button"
        aria-label={t("header.menu")}
        popovertarget={MENU}
      >
        <Icon name="menu" />
      </button>
    </header>
  );
}

function Languages() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that act, no form fields
    <div class="tools" role="group" aria-label={t("header.language")}>
      {LANGUAGES.map((known) => (
        <button
          key={known}
          type="button"
          class="language"
          lang={known}
          aria-label={LANGUAGE_NAMES[known]}
          aria-pressed={language.value === known}
          onClick={() => void speak(known)}
        >
          {known.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

function ThemeButton() {
  const isDark = theme.value === "dark";
  const label = t(isDark ? "header.toLight" : "header.toDark");
  return (
    <button
      type="button"
      class="tool"
      data-tool="theme"
      aria-label={label}
      title={label}
      onClick={() => change({ theme: isDark ? "light" : "dark" })}
    >
      <Icon name={isDark ? "sun" : "moon"} />
    </button>
  );
}

function SoundButton() {
  const isOn = settings.value.sound;
  return (
    <button
      type="button"
      class="tool"
      data-tool="sound"
      aria-label={t("header.sound")}
      aria-pressed={isOn}
      title={t(isOn ? "header.soundOff" : "header.soundOn")}
      onClick={() => change({ sound: !isOn })}
    >
      <Icon name={isOn ? "sound" : "mute"} />
    </button>
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
