import { useEffect, useRef } from "preact/hooks";
import { isNarrow } from "../appearance";
import { Board, Buttons } from "../board/panel";
import { SolidBoard } from "../board/solid-board";
import { isSolid } from "../board/standing";
import { t } from "../i18n";
import { Dialogs } from "../ui/dialogs";
import { Header } from "../ui/header";
import { LiveRegions } from "../ui/live-regions";
import { Player } from "../ui/player";
import { LessonActions } from "./actions";
import { Ending } from "./ending";
import { arrivals, isAtEnd, open, phase } from "./lesson";
import { Talk } from "./talk";
import { w } from "./words";

export function LessonPage({ name }: { readonly name: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrival = arrivals.value;
  // A phone has no room for words, board and buttons at once: there the flat board is all three.
  const isCarved = isSolid.value && !isNarrow.value;
  useEffect(() => {
    // The first step is where the page begins: nobody has asked for it yet.
    if (arrival > 1) heading.current?.focus({ preventScroll: true });
    if (arrival > 1) scrollTo({ top: 0 });
  }, [arrival]);
  return (
    <>
      {phase.value !== "failed" && !isAtEnd.value && (
        <a class="skip" href="#board-title">
          {t("skip")}
        </a>
      )}
      <Header page="learn" />
      {phase.value === "failed" ? (
        <Failed name={name} />
      ) : isAtEnd.value ? (
        <Ending heading={heading} />
      ) : (
        <main id="main" class="page lesson">
          <Talk heading={heading} />
          <div class="play">
            <Player side="north" />
            <div class="board-place">{isCarved ? <SolidBoard /> : <Board />}</div>
            <Player side="south" />
          </div>
          <div class="panel-place">{isCarved && <Buttons />}</div>
          <LessonActions />
        </main>
      )}
      <Dialogs />
      <LiveRegions />
    </>
  );
}

function Failed({ name }: { readonly name: string }) {
  return (
    <main id="main" class="failure">
      <h2>{w("failed.title")}</h2>
      <p>{w("failed.text")}</p>
      <button type="button" class="button primary" onClick={() => void open(name)}>
        {w("failed.retry")}
      </button>
    </main>
  );
}
