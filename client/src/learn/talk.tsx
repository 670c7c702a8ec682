import type { RefObject } from "preact";
import { language } from "../i18n";
import { notice } from "../store";
import { GAMES } from "../variant";
import { lessonAddress } from "./addresses";
import type { Course } from "./course";
import { triesLeft } from "./course";
import { LessonIcon } from "./icon";
import { course, index, isSolving, lesson, progress } from "./lesson";
import { told, w } from "./words";

/**
 * Where the reader is and what he is told. All texts of a step lie in the same place, so that
 * nothing moves when one follows another.
 */
export function Talk({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> }) {
  const now = course.value;
  return (
    <section class="talk" aria-labelledby="talk-title">
      <Lessons />
      <Way />
      <h2 id="talk-title" ref={heading} tabIndex={-1} aria-describedby="talk-now">
        {now === null ? "\u00a0" : told(now.step.title)}
      </h2>
      {now !== null && <Texts now={now} />}
      {now?.step.puzzle != null && <Count now={now} />}
    </section>
  );
}

/** The lessons there are; a phone has them at the end of each. */
function Lessons() {
  const taught = lesson.value;
  return (
    <nav class="lessons" aria-label={w("lessons.title")}>
      {GAMES.map((name) => (
        <a
          key={name}
          href={lessonAddress(name, language.value)}
          aria-current={taught?.game === name ? "page" : undefined}
        >
          {w(`lessons.${name}`)}
        </a>
      ))}
    </nav>
  );
}

/** How far the lesson has come: a bead for every step. */
function Way() {
  const [taught, now] = [lesson.value, course.value];
  if (taught === null || now === null) return <p class="way">{"\u00a0"}</p>;
  const isPuzzle = now.step.puzzle !== null;
  const alike = taught.steps.filter((step) => (step.puzzle !== null) === isPuzzle);
  const [n, total] = [alike.indexOf(now.step) + 1, alike.length];
  return (
    <p class="way">
      <span>{w(isPuzzle ? "progress.puzzle" : "progress.step", { n, total })}</span>
      <span class="beads" aria-hidden="true">
        {taught.steps.map((step, place) => (
          <i
            key={step.key}
            data-done={progress.value.done.includes(step.key) ? "" : undefined}
            data-here={place === index.value ? "" : undefined}
            data-puzzle={step.puzzle === null ? undefined : ""}
          />
        ))}
      </span>
    </p>
  );
}

function Texts({ now }: { readonly now: Course }) {
  const { step, status } = now;
  const guides = step.puzzle === null ? step.guides : step.guides.slice(0, 1);
  const spoken = isSolving.value ? w("solving") : notice.value;
  const shown = spoken !== null ? "notice" : status === "done" ? "praise" : "guide";
  const place = step.puzzle === null ? Math.min(now.depth, guides.length - 1) : 0;
  return (
    <div class="texts" data-shown={shown}>
      {guides.map((guide, order) => {
        const isShown = shown === "guide" && order === place;
        return (
          <p
            key={`${step.key}-${order}`}
            id={isShown ? "talk-now" : undefined}
            data-shown={isShown ? "" : undefined}
          >
            {told(guide.text)}
          </p>
        );
      })}
      <p
        class="praise"
        id={shown === "praise" ? "talk-now" : undefined}
        data-shown={shown === "praise" ? "" : undefined}
      >
        <LessonIcon name="done" />
        <span>{told(step.praise)}</span>
      </p>
      {spoken !== null && (
        <p class="notice" id="talk-now" data-shown="">
          {spoken}
        </p>
      )}
    </div>
  );
}

/** What a puzzle counts, and the tries that are left. */
function Count({ now }: { readonly now: Course }) {
  const puzzle = now.step.puzzle;
  if (puzzle === null) return null;
  return (
    <p class="count">
      {puzzle.aim !== "lost" && (
        <span>{w(`puzzle.${puzzle.aim}`, { n: now.score, target: puzzle.target })}</span>
      )}
      <span>{w("puzzle.tries", { n: triesLeft(now) })}</span>
    </p>
  );
}
