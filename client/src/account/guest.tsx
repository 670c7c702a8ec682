import { useState } from "preact/hooks";
import { t } from "../i18n";
import { say } from "../live";
import { logIn, recover, signUp } from "./ask";
import { Form, PasswordField, TextField, textOf } from "./form";
import { codes, look } from "./state";

const WAYS = ["signUp", "logIn", "recover"] as const;
type Way = (typeof WAYS)[number];

/** For who has no account here: making one, entering, entering without the password. */
export function Guest({ name }: { readonly name: string | null }) {
  const [way, setWay] = useState<Way>("signUp");
  return (
    <>
      <p class="account-intro">
        {name === null ? t("account.intro") : t("account.introGuest", { name })}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that act, no form fields */}
      <div class="account-ways" role="group" aria-label={t("account.ways")}>
        {WAYS.map((other) => (
          <button
            key={other}
            type="button"
            class="button"
            aria-pressed={way === other}
            onClick={() => setWay(other)}
          >
            {t(`account.${other}`)}
          </button>
        ))}
      </div>
      <section class="account-card" aria-labelledby="account-way">
        <h2 id="account-way">{t(`account.${way}.title`)}</h2>
        {way === "signUp" && <SignUp />}
        {way === "logIn" && <LogIn hasGames={name !== null} />}
        {way === "recover" && <Recover />}
      </section>
    </>
  );
}

function SignUp() {
  return (
    <Form
      button={t("account.signUp.button")}
      act={async (values) => {
        const made = await signUp(textOf(values, "name"), textOf(values, "password"));
        await look();
        codes.value = made.codes;
        say(t("account.say.made"));
      }}
    >
      <TextField
        name="name"
        label={t("account.name")}
        hint={t("account.name.hint")}
        autocomplete="username"
      />
      <PasswordField
        name="password"
        label={t("account.password")}
        hint={t("account.password.hint")}
        autocomplete="new-password"
      />
      <p>{t("account.signUp.text")}</p>
    </Form>
  );
}

function LogIn({ hasGames }: { readonly hasGames: boolean }) {
  return (
    <Form
      button={t("account.logIn")}
      act={async (values) => {
        await logIn(textOf(values, "name"), textOf(values, "password"));
        await look();
        say(t("account.say.entered"));
      }}
    >
      <TextField name="name" label={t("account.name")} autocomplete="username" />
      <PasswordField
        name="password"
        label={t("account.password")}
        autocomplete="current-password"
      />
      {hasGames && <p>{t("account.logIn.text")}</p>}
    </Form>
  );
}

function Recover() {
  return (
    <Form
      button={t("account.recover.button")}
      act={async (values) => {
        await recover(textOf(values, "name"), textOf(values, "code"), textOf(values, "password"));
        await look();
        say(t("account.say.entered"));
      }}
    >
      <p>{t("account.recover.text")}</p>
      <TextField name="name" label={t("account.name")} autocomplete="username" />
      <TextField name="code" label={t("account.code")} autocomplete="off" />
      <PasswordField
        name="password"
        label={t("account.newPassword")}
        hint={t("account.password.hint")}
        autocomplete="new-password"
      />
    </Form>
  );
}
