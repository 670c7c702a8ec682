import { type Side, seatOfSide, storeOf } from "../board/places";
import { actors, isMoving, scene, seenPlies } from "../board/stage";
import { isBetweenPeople, personOf, winningStore } from "../game";
import { heldBy, inWords } from "../holds";
import { language, t } from "../i18n";
import { board, game, said } from "../store";
import { Icon } from "./icon";
import { Clock, PlayerName, Speech } from "./later";

/** Who sits at a side, with the store's count, over or under the board. */
export function Player({ side }: { readonly side: Side }) {
  const [now, view] = [game.value, board.value];
  const isFront = (scene.value?.front ?? "south") === side;
  if (now === null || view === null) return <div class="player" data-front={isFront} />;
  const seat = seatOfSide(view, side);
  const person = personOf(now, side, seat);
  const isCpu = now.seats[seat]?.kind === "cpu";
  const level = now.seats[seat]?.level;
  const held = heldBy(now.plies, seat, seenPlies.value ?? undefined);
  const store = scene.value?.counts[storeOf(side, now.pits)] ?? 0;
  const actor = actors.value[0];
  const isActive = actor === undefined ? view.seat_to_move === seat : actor === person;
  const isSure = store >= winningStore(now) && view.outcome === null && !isMoving.value;
  return (
    <div
      class="player"
      data-front={isFront}
      data-active={isActive ? "" : undefined}
      data-yours={now.you.includes(seat) ? "" : undefined}
    >
      <span class="player-seat" data-side={side}>
        <Icon name={isCpu ? "cpu" : "person"} />
      </span>
      <span class="player-name">{t(`person.${person}`)}</span>
      {level != null && <span class="player-level">{t(`level.${level}`)}</span>}
      {isBetweenPeople(now) && !isCpu && <PlayerName seat={seat} />}
      {held !== null && <span class="player-holds">{inWords(t, language.value, held)}</span>}
      {isSure && <span class="player-sure">{t("status.sure")}</span>}
      {said.value !== null && <Speech seat={seat} />}
      {view.clock !== null && <Clock seat={seat} />}
      <span class="player-score" aria-hidden="true">
        {store}
      </span>
    </div>
  );
}
