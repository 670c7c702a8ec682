import { useEffect, useRef } from "preact/hooks";
import { triesLeft } from "./course";
import { LessonIcon, type LessonIconName } from "./icon";
import {
  back,
  completions,
  course,
  hint,
  index,
  isSolving,
  lesson,
  next,
  repeat,
  showSolution,
} from "./lesson";
import { w } from "./words";

/** The lesson's buttons; on a phone they stay at the lower edge, as the game's do. */
export function LessonActions() {
  const onward = useRef<HTMLButtonElement>(null);
  const completion = completions.value;
  useEffect(() => {
    if (completion > 0) onward.current?.focus({ preventScroll: true });
  }, [completion]);
  const now = course.value;
  if (now === null) return <div class="actions" />;
  const isLast = index.value === (lesson.value?.steps.length ?? 0) - 1;
  const isOver = now.status === "done" || now.status === "shown";
  const isSolution = now.status === "missed" && triesLeft(now) === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no set of form fields
    <div class="actions" role="group" aria-label={w("action.title")} data-keeps-selection="">
      <Action icon="back" name={w("action.back")} isOff={index.value === 0} act={back} />
      <Action
        icon="again"
        name={w("action.again")}
        isPrimary={now.status === "missed" && !isSolution}
        act={repeat}
      />
      {now.step.puzzle !== null && (
        <Action
          icon={triesLeft(now) === 0 ? "solution" : "hint"}
          name={w(triesLeft(now) === 0 ? "action.solution" : "action.hint")}
          isPrimary={isSolution}
          isOff={isSolving.value}
          act={triesLeft(now) === 0 ? showSolution : hint}
        />
      )}
      <Action
        icon="next"
        name={w(isLast ? "action.finish" : "action.next")}
        isPrimary={isOver}
        button={onward}
        act={next}
      />
    </div>
  );
}

interface ActionProps {
  readonly icon: LessonIconName;
  readonly name: string;
  readonly isPrimary?: boolean;
  readonly isOff?: boolean;
  readonly button?: { readonly current: HTMLButtonElement | null };
  act(): void;
}

function Action({ icon, name, isPrimary, isOff, button, act }: ActionProps) {
  return (
    <button
      type="button"
      ref={button ?? null}
      class={isPrimary === true ? "button primary" : "button"}
      data-action={icon}
      aria-disabled={isOff === true ? "true" : undefined}
      onClick={() => {
        if (isOff !== true) act();
      }}
    >
      <LessonIcon name={icon} />
      <span>{name}</span>
    </button>
  );
}
