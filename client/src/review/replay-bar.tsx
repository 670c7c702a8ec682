import { t } from "../i18n";
import { game, viewed } from "../store";
import { Icon, type IconName } from "../ui/icon";
import { viewPly } from "./replay";

/** Buttons that step through the moves of a finished game. */
export function ReplayBar() {
  const last = game.value?.plies.length ?? 0;
  const at = viewed.value ?? last;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no set of form fields
    <div class="replay" role="group" aria-label={t("replay.title")}>
      <Step icon="first" name={t("replay.first")} to={0} isOff={at === 0} />
      <Step icon="back" name={t("replay.back")} to={at - 1} isOff={at === 0} />
      <Step icon="forward" name={t("replay.forward")} to={at + 1} isOff={at === last} />
      <Step icon="last" name={t("replay.last")} to={last} isOff={at === last} />
    </div>
  );
}

interface StepProps {
  readonly icon: IconName;
  readonly name: string;
  readonly to: number;
  readonly isOff: boolean;
}

function Step({ icon, name, to, isOff }: StepProps) {
  return (
    <button
      type="button"
      class="tool"
      aria-label={name}
      title={name}
      aria-disabled={isOff ? "true" : undefined}
      onClick={() => {
        if (!isOff) void viewPly(to);
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
