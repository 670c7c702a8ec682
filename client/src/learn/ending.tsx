import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { addressOf } from "../addresses";
import { language } from "../i18n";
import { GAMES } from "../variant";
import { lessonAddress } from "./addresses";
import { LessonIcon } from "./icon";
import { goTo, lesson, progress } from "./lesson";
import { playNow } from "./play-now";
import { told, w } from "./words";

/** The end of the lesson: a game to try it in, the steps to go over, the other lessons. */
export function Ending({ heading }: { readonly heading: RefObject<HTMLHeadingElement | null> }) {
  const [hasFailed, setFailed] = useState(false);
  const taught = lesson.value;
  if (taught === null) return null;
  const isWhole = taught.steps.every((step) => progress.value.done.includes(step.key));
  const play = () => {
    setFailed(false);
    playNow(taught).then(
      (address) => location.assign(address),
      () => setFailed(true),
    );
  };
  return (
    <main id="main" class="ending">
      <section class="ending-card">
        <h2 ref={heading} tabIndex={-1} aria-describedby="ending-words">
          {w(isWhole ? "end.title" : "end.titleSkipped")}
        </h2>
        <p id="ending-words">{told(taught.closing)}</p>
        <button type="button" class="button primary" onClick={play}>
          {w("end.play")}
        </button>
        <p class="notice" role="alert" hidden={!hasFailed}>
          {hasFailed && w("end.playFailed")}
        </p>
      </section>
      <section>
        <h3>{w("end.steps")}</h3>
        <ol class="ending-steps">
          {taught.steps.map((step, place) => {
            const isDone = progress.value.done.includes(step.key);
            return (
              <li key={step.key}>
                <button type="button" class="button" onClick={() => goTo(place)}>
                  <span class="ending-mark" data-done={isDone ? "" : undefined}>
                    {isDone ? <LessonIcon name="done" /> : place + 1}
                  </span>
                  {told(step.title)}
                  {isDone && <span class="hidden">, {w("progress.done")}</span>}
                </button>
              </li>
            );
          })}
        </ol>
      </section>
      <section>
        <h3>{w("end.others")}</h3>
        <ul class="ending-links">
          {GAMES.filter((name) => name !== taught.game).map((name) => (
            <li key={name}>
              <a href={lessonAddress(name, language.value)}>{w(`end.${name}`)}</a>
            </li>
          ))}
          <li>
            <a href={addressOf("rules", language.value)}>{w("end.rules")}</a>
          </li>
        </ul>
      </section>
    </main>
  );
}
