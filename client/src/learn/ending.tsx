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

const SEEDS = ["#5d9a94", "#e8dcc2", "#d3a34e", "#b4583c", "#8a6fa0", "#4d5a68"] as const;

/** A store with what was learnt in it. */
function Harvest() {
  return (
    <svg class="harvest" viewBox="0 0 132 40" aria-hidden="true" focusable="false">
      <rect class="harvest-wood" x="1" y="1" width="130" height="38" rx="19" />
      <rect class="harvest-hollow" x="8" y="7" width="116" height="26" rx="13" />
      {SEEDS.map((colour, place) => (
        <g
          key={colour}
          transform={`translate(${23 + place * 17.2} ${place % 2 === 0 ? 21.5 : 18.5})`}
        >
          <circle class="harvest-shade" cx="0.8" cy="1.6" r="7.4" />
          <circle r="7.4" fill={colour} />
          <circle class="harvest-shine" cx="-2.4" cy="-2.6" r="1.7" />
        </g>
      ))}
    </svg>
  );
}

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
        <Harvest />
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
