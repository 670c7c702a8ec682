import { undo } from "../commands";
import { isBetweenPeople } from "../game";
import { canAsk, hasHints, hint, isThinking } from "../hint";
import { t } from "../i18n";
import { areModesOpen, proposeNext, rematch } from "../opponent";
import { playOwn } from "../session";
import { board, dialog, game, pending } from "../store";
import { isOverInSight } from "./ending";
import { Icon, type IconName } from "./icon";
import { FriendActions } from "./later";
import { areModesShown } from "./side";

/** The game's buttons; on a phone they stay at the lower edge. */
export function Actions() {
  const now = game.value;
  if (now === null) return <div class="actions" />;
  if (now.you.length === 0) {
    return (
      <div class="actions">
        <button type="button" class="button primary" onClick={() => void playOwn()}>
          {t("action.watchOwn")}
        </button>
      </div>
    );
  }
  if (isBetweenPeople(now)) return <FriendActions />;
  const isOver = isOverInSight.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no set of form fields
    <div class="actions" role="group" aria-label={t("action.title")}>
      <Action
        icon="new"
        name={t("action.newGame")}
        short={t("action.newShort")}
        isPrimary={isOver}
        act={() => proposeNext(now)}
      />
      <Action
        icon="undo"
        name={t("action.undo")}
        short={t("action.undoShort")}
        isOff={board.value?.can_undo !== true || pending.value !== null}
        act={undo}
      />
      {hasHints.value && !isOver && (
        <Action
          icon="hint"
          name={t("action.hint")}
          short={t("action.hintShort")}
          isOff={!canAsk.value}
          isBusy={isThinking.value}
          act={() => void hint()}
        />
      )}
      {isOver && now.mode === "cpu" ? (
        <Action
          icon="again"
          name={t(now.you[0] === 0 ? "action.rematchSecond" : "action.rematchFirst")}
          short={t("action.rematch")}
          act={() => rematch(now)}
        />
      ) : (
        <Action
          icon="resign"
          name={t("action.resign")}
          short={t("action.resign")}
          isOff={now.board.outcome !== null}
          act={() => {
            dialog.value = "resign";
          }}
        />
      )}
      <ModesAction />
    </div>
  );
}

/** Opens and closes the panel of modes. */
export function ModesAction() {
  return (
    <Action
      icon="modes"
      name={t("action.modes")}
      short={t("action.modesShort")}
      isExpanded={areModesShown()}
      act={toggleModes}
    />
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly name: string;
  readonly short: string;
  readonly isPrimary?: boolean;
  readonly isOff?: boolean;
  readonly isBusy?: boolean;
  readonly isExpanded?: boolean;
  act(): void;
}

export function Action({
  icon,
  name,
  short,
  isPrimary,
  isOff,
  isBusy,
  isExpanded,
  act,
}: ActionProps) {
  return (
    <button
      type="button"
      class={isPrimary === true ? "button primary" : "button"}
      aria-label={name}
      aria-disabled={isOff === true ? "true" : undefined}
      aria-busy={isBusy === true ? "true" : undefined}
      aria-expanded={isExpanded}
      onClick={() => {
        if (isOff !== true) act();
      }}
    >
      <Icon name={icon} />
      <span class="long">{name}</span>
      <span class="short">{short}</span>
    </button>
  );
}

function toggleModes(): void {
  areModesOpen.value = !areModesShown();
  requestAnimationFrame(() => {
    const heading = document.getElementById("side-title");
    heading?.focus();
    heading?.scrollIntoView({ block: "nearest" });
  });
}
