import { Board, Buttons } from "./board/panel";
import { other } from "./board/places";
import { SolidBoard } from "./board/solid-board";
import { scene } from "./board/stage";
import { FlatNote, isSolid } from "./board/standing";
import { t } from "./i18n";
import { isWatching, type Phase, phase } from "./store";
import { Actions } from "./ui/actions";
import { Caption } from "./ui/caption";
import { Dialogs } from "./ui/dialogs";
import { Failure } from "./ui/failure";
import { Header } from "./ui/header";
import { Quiet, Room } from "./ui/later";
import { LiveRegions } from "./ui/live-regions";
import { Player } from "./ui/player";
import { Side } from "./ui/side";
import { Status } from "./ui/status";

export function App() {
  const front = scene.value?.front ?? "south";
  const failure = failureOf(phase.value);
  return (
    <>
      {failure === null && (
        <a class="skip" href="#board-title">
          {t("skip")}
        </a>
      )}
      <Header page={isWatching.value ? "watch" : "play"} />
      {failure !== null ? (
        <Failure kind={failure} />
      ) : phase.value === "room" ? (
        <Room />
      ) : phase.value === "quiet" ? (
        <Quiet />
      ) : (
        <main id="main" class="page">
          <Status />
          <div class="play">
            <Player side={other(front)} />
            <div class="board-place">{isSolid.value ? <SolidBoard /> : <Board />}</div>
            <Player side={front} />
            <Caption />
            <FlatNote />
          </div>
          <div class="panel-place">{isSolid.value && <Buttons />}</div>
          <Actions />
          <Side />
        </main>
      )}
      <Dialogs />
      <LiveRegions />
    </>
  );
}

function failureOf(now: Phase): "failed" | "missing" | "gone" | null {
  return now === "failed" || now === "missing" || now === "gone" ? now : null;
}
