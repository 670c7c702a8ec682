import { useState } from "preact/hooks";
import { ClockChoice } from "../clock/clock-choice";
import { isBetweenPeople } from "../game";
import { type Key, t } from "../i18n";
import { Lobby } from "../lobby/lobby";
import {
  chosen,
  chosenClock,
  chosenVariant,
  clockOf,
  isSameOpponent,
  nextClock,
  type Opponent,
  opponentOf,
  propose,
} from "../opponent";
import { PrivacyLink } from "../statistics/privacy-link";
import { dialog, game } from "../store";
import {
  formatVariant,
  type Game,
  gameName,
  optionNames,
  PITS,
  parseVariant,
  REMAINDERS,
  SEEDS,
  SWITCHES,
  USUAL,
  type Variant,
} from "../variant";
import { Radio } from "./radio";

const LEVELS = ["easy", "medium", "hard", "perfect"] as const;
const SECOND: Opponent = { mode: "cpu", level: "medium", seat: 1 };
const LOCAL: Opponent = { mode: "local" };

/** The panel of modes: which game, by which rules, against whom. */
export function Modes() {
  const now = game.value;
  if (now === null) return null;
  const variant = chosenVariant();
  const clock = nextClock();
  const start = (opponent: Opponent) => propose(opponent, formatVariant(variant));
  return (
    <section class="modes" aria-labelledby="side-title">
      <h2 id="side-title" tabIndex={-1}>
        {t("modes.title")}
      </h2>
      <div class="opponents">
        <h3>{t("modes.opponent")}</h3>
        {/* biome-ignore lint/a11y/useSemanticElements: buttons that act, no form fields */}
        <div class="levels" role="group" aria-labelledby="modes-cpu">
          <p id="modes-cpu">{t("modes.cpu")}</p>
          {LEVELS.map((level) => (
            <OpponentButton
              key={level}
              opponent={{ mode: "cpu", level, seat: 0 }}
              name={t(`level.${level}`)}
              start={start}
            />
          ))}
        </div>
        <OpponentButton opponent={SECOND} name={t("modes.second")} start={start} />
        <OpponentButton opponent={LOCAL} name={t("modes.local")} start={start} />
        <button
          type="button"
          class="button wide"
          aria-current={now.mode === "friend" ? "true" : undefined}
          onClick={() => {
            dialog.value = "friend";
          }}
        >
          {t("modes.friend")}
        </button>
      </div>
      <Lobby />
      <GameChoice variant={variant} />
      <details class="options">
        <summary>
          <span>
            {t("clock.title")}
            {clock !== null && <b>: {clock}</b>}
          </span>
        </summary>
        <ClockChoice
          name="own-clock"
          clock={clock}
          pick={(picked) => {
            chosenClock.value = picked;
          }}
        />
      </details>
      {(formatVariant(variant) !== formatVariant(parseVariant(now.variant)) ||
        clock !== clockOf(now)) && (
        <button type="button" class="button primary" onClick={() => start(opponentOf(now))}>
          {t("modes.start")}: {gameName(t, variant)}
        </button>
      )}
      <PrivacyLink>{t("privacy")}</PrivacyLink>
    </section>
  );
}

interface OpponentButtonProps {
  readonly opponent: Opponent;
  readonly name: string;
  start(opponent: Opponent): void;
}

function OpponentButton({ opponent, name, start }: OpponentButtonProps) {
  const now = game.value;
  const isCurrent =
    now !== null && !isBetweenPeople(now) && isSameOpponent(opponentOf(now), opponent);
  return (
    <button
      type="button"
      class="button"
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => start(opponent)}
    >
      {name}
    </button>
  );
}

function GameChoice({ variant }: { readonly variant: Variant }) {
  const active = optionNames(t, variant);
  // Only at first: a section that is open is not to close under the hand that switches one off.
  const [wasAnyOn] = useState(active !== null);
  const pick = (changes: Partial<Variant>) => {
    chosen.value = { ...variant, ...changes };
  };
  return (
    <>
      <fieldset class="games">
        <legend>{t("modes.game")}</legend>
        {SEEDS.map((seeds) => (
          <Radio
            key={seeds}
            name="game"
            label={t("modes.kalahShort", { seeds })}
            // Rows of another length come from outside; a chip that is off leads back.
            isOn={variant.game === "kalah" && variant.pits === PITS && variant.seeds === seeds}
            pick={() => pick({ game: "kalah", pits: PITS, seeds })}
          />
        ))}
        {(["wari", "oware"] as const satisfies readonly Game[]).map((other) => (
          <Radio
            key={other}
            name="game"
            label={t(`modes.${other}`)}
            isOn={variant.game === other}
            pick={() => pick({ ...USUAL, game: other })}
          />
        ))}
      </fieldset>
      <p class="rules">{t(`rules.${variant.game}`)}</p>
      {variant.game === "kalah" && (
        <details class="options" open={wasAnyOn}>
          <summary>
            <span>
              {t("modes.options")}
              {active !== null && <b>: {active}</b>}
            </span>
          </summary>
          {SWITCHES.map((option) => (
            <label key={option} class="option">
              <input
                type="checkbox"
                checked={variant.switches.includes(option)}
                onChange={(event) => {
                  const rest = variant.switches.filter((other) => other !== option);
                  pick({ switches: event.currentTarget.checked ? [...rest, option] : rest });
                }}
              />
              <span>
                <b>{t(`option.${option}`)}</b> {t(`option.${option}.text`)}
              </span>
            </label>
          ))}
          <fieldset>
            <legend>{t("option.remainder")}</legend>
            {REMAINDERS.map((remainder) => (
              <label key={remainder} class="option">
                <input
                  type="radio"
                  name="remainder"
                  checked={variant.remainder === remainder}
                  onChange={() => pick({ remainder })}
                />
                <span>
                  <b>{t(`option.${remainder}`)}.</b> {t(`option.${remainder}.text` satisfies Key)}
                </span>
              </label>
            ))}
          </fieldset>
        </details>
      )}
    </>
  );
}
