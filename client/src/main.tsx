import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import { speed, theme } from "./appearance";
import { snap } from "./board/stage";
import { clearSelection } from "./choice";
import { keepOnDevice } from "./installed";
import { followLanguage } from "./page-language";
import { boot, wake } from "./session";
import { settings } from "./settings";
import { listenWhenAsked } from "./sound/ask";
import { game, selected } from "./store";
import { countGames } from "./tips";
import { fetchLater } from "./ui/later";
import "./styles/tokens.css";
import "./styles/type.css";
import "./styles/base.css";
import "./styles/header.css";
import "./styles/page.css";
import "./styles/status.css";
import "./styles/play.css";
import "./styles/side.css";
import "./styles/dialog.css";
import "./styles/board.css";
import "./styles/board3d.css";
import "./styles/phone.css";
import "./styles/desktop.css";
import "./styles/landscape.css";
import "./styles/contrast.css";

const AGAIN_MS = 2000;

/** Tries until the words are there: without them there is no page. */
async function learnLanguage(): Promise<void> {
  try {
    await followLanguage();
  } catch {
    await new Promise((go) => setTimeout(go, AGAIN_MS));
    await learnLanguage();
  }
}

const root = document.getElementById("app");
if (root !== null) {
  effect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = theme.value;
    dataset.counts = settings.value.counts;
    dataset.wood = settings.value.wood;
    dataset.motion = speed.value === 0 ? "none" : "full";
  });
  effect(() => {
    root.dataset.game = game.value?.id ?? "";
  });
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) snap();
    else wake();
  });
  document.addEventListener("click", (event) => {
    const isOnPit = (event.target as Element).closest("[data-place], [data-keeps-selection]");
    if (selected.value !== null && isOnPit === null) clearSelection();
  });
  const { lesson, account } = root.dataset;
  if (account !== undefined) {
    void learnLanguage()
      .then(() => import("./account/account"))
      .then(
        ({ openAccount }) => openAccount(root),
        () => location.reload(),
      );
  } else if (lesson === undefined) {
    // The game and the words are fetched at the same time.
    const booted = boot();
    void learnLanguage().then(() => {
      root.replaceChildren();
      render(<App />, root);
      countGames();
      listenWhenAsked();
      void booted.then(fetchLater).then(keepOnDevice);
    });
  } else {
    // What the server has written for the lesson stays until its own code is there.
    const fetched = Promise.all([import("./learn/learn"), learnLanguage()]);
    void fetched.then(
      ([{ openLesson }]) => {
        openLesson(root, lesson);
        listenWhenAsked();
      },
      () => {
        root.dataset.plain = "";
      },
    );
  }
}
