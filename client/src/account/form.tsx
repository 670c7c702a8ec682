import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { t } from "../i18n";
import { reasonOf } from "./state";

interface FormProps {
  readonly button: string;
  readonly isDangerous?: boolean;
  readonly children: ComponentChildren;
  /** Does what is asked for; what it raises is shown below the fields, which keep their values. */
  act(values: FormData): Promise<void>;
}

/** A form that says what was wrong and is sent once at a time. */
export function Form({ button, isDangerous, children, act }: FormProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  return (
    <form
      class="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        const form = event.currentTarget;
        setBusy(true);
        setError(null);
        act(new FormData(form))
          .then(
            () => {
              // What was a secret does not stay on the page.
              for (const field of form.querySelectorAll<HTMLInputElement>("[data-secret]")) {
                field.value = "";
              }
            },
            (reason: unknown) => setError(reasonOf(reason)),
          )
          .finally(() => setBusy(false));
      }}
    >
      {children}
      <p class="account-error" role="alert">
        {error}
      </p>
      <button
        type="submit"
        class={isDangerous ? "button danger" : "button primary"}
        aria-disabled={isBusy ? "true" : undefined}
      >
        {button}
      </button>
    </form>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly autocomplete: string;
  readonly value?: string;
}

export function TextField({ name, label, hint, autocomplete, value }: FieldProps) {
  const id = useId();
  return (
    <div class="account-field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        required
        maxLength={80}
        autocomplete={autocomplete}
        autocapitalize="none"
        spellcheck={false}
        defaultValue={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** A password, which can be looked at: that is better than typing it twice. */
export function PasswordField({ name, label, hint, autocomplete }: FieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div class="account-field">
      <label for={id}>{label}</label>
      <div class="account-password">
        <input
          id={id}
          name={name}
          {...(isShown ? { type: "text" as const } : { type: "password" as const })}
          required
          maxLength={300}
          autocomplete={autocomplete}
          autocapitalize="none"
          spellcheck={false}
          data-secret
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <button
          type="button"
          class="button"
          aria-pressed={isShown}
          aria-label={`${t("account.show")}: ${label}`}
          onClick={() => setShown(!isShown)}
        >
          {t("account.show")}
        </button>
      </div>
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** The text of a form's field. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === "string" ? value : "";
}
