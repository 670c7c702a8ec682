import { useState } from "preact/hooks";
import { playerAddress } from "../addresses";
import { language, t } from "../i18n";
import { say } from "../live";
import type { AccountView, SessionView } from "../protocol";
import { changePassword, deleteAccount, endSession, logOut, rename, renewCodes } from "./ask";
import { Form, PasswordField, TextField, textOf } from "./form";
import { codes, look, reasonOf, show } from "./state";

/** An account's own page: its sessions, and all that it may change about itself. */
export function Own({ account }: { readonly account: AccountView }) {
  return (
    <>
      <p class="account-intro">
        {t("account.since", { date: day(account.created_ms) })}{" "}
        <a href={playerAddress(account.name, language.value)}>{t("account.page")}</a>
      </p>
      <div class="account-buttons">
        <LogOut />
      </div>
      <Sessions sessions={account.sessions} />
      <section class="account-card" aria-labelledby="account-security">
        <h2 id="account-security">{t("account.security")}</h2>
        <details>
          <summary>{t("account.changePassword")}</summary>
          <Form
            button={t("account.changePassword")}
            act={async (values) => {
              const changed = await changePassword(
                textOf(values, "password"),
                textOf(values, "new_password"),
              );
              show(changed, t("account.say.password"));
            }}
          >
            <p>{t("account.changePassword.text")}</p>
            <PasswordField
              name="password"
              label={t("account.oldPassword")}
              autocomplete="current-password"
            />
            <PasswordField
              name="new_password"
              label={t("account.newPassword")}
              hint={t("account.password.hint")}
              autocomplete="new-password"
            />
          </Form>
        </details>
        <details>
          <summary>
            {t("account.codes")} <span>{t("account.codesLeft", { n: account.codes_left })}</span>
          </summary>
          <Form
            button={t("account.codes.new")}
            act={async (values) => {
              codes.value = (await renewCodes(textOf(values, "password"))).codes;
              await look();
            }}
          >
            <p>{t("account.codes.newText")}</p>
            <PasswordField
              name="password"
              label={t("account.password")}
              autocomplete="current-password"
            />
          </Form>
        </details>
      </section>
      <section class="account-card" aria-labelledby="account-data">
        <h2 id="account-data">{t("account.data")}</h2>
        <details>
          <summary>{t("account.rename")}</summary>
          {account.rename_ms === null ? (
            <Form
              button={t("account.rename")}
              act={async (values) => {
                show(await rename(textOf(values, "name")), t("account.say.renamed"));
              }}
            >
              <p>{t("account.rename.text")}</p>
              <TextField
                name="name"
                label={t("account.newName")}
                hint={t("account.name.hint")}
                autocomplete="off"
                value={account.name}
              />
            </Form>
          ) : (
            <p>{t("account.rename.later", { date: day(account.rename_ms) })}</p>
          )}
        </details>
        <details>
          <summary>{t("account.export")}</summary>
          <p>{t("account.export.text")}</p>
          <p>
            <a class="button" href="/api/account/export" download="naqala.json">
              {t("account.export")}
            </a>
          </p>
        </details>
        <details>
          <summary>{t("account.delete")}</summary>
          <Form
            isDangerous
            button={t("account.delete.button")}
            act={async (values) => {
              await deleteAccount(textOf(values, "password"));
              await look();
              say(t("account.say.deleted"));
            }}
          >
            <p>{t("account.delete.text")}</p>
            <PasswordField
              name="password"
              label={t("account.password")}
              autocomplete="current-password"
            />
          </Form>
        </details>
      </section>
    </>
  );
}

function LogOut() {
  const [error, setError] = useState<string | null>(null);
  const leave = async () => {
    await logOut();
    await look();
    say(t("account.say.left"));
  };
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => void leave().catch((reason: unknown) => setError(reasonOf(reason)))}
      >
        {t("account.logOut")}
      </button>
      <p class="account-error" role="alert">
        {error}
      </p>
    </>
  );
}

function Sessions({ sessions }: { readonly sessions: readonly SessionView[] }) {
  const [error, setError] = useState<string | null>(null);
  const end = async (id: string) => {
    setError(null);
    try {
      const { account } = await endSession(id);
      if (account !== null) show(account, t("account.say.ended"));
    } catch (reason) {
      setError(reasonOf(reason));
      await look();
    }
  };
  return (
    <section class="account-card" aria-labelledby="account-sessions">
      <h2 id="account-sessions">{t("account.sessions")}</h2>
      <p>{t("account.sessions.text")}</p>
      <ul class="account-sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <p>
              <b>{agentOf(session)}</b>{" "}
              <span>
                {session.is_this
                  ? t("account.thisSession")
                  : t("account.seen", { date: moment(session.seen_ms) })}
              </span>
            </p>
            {!session.is_this && (
              <button
                type="button"
                class="button"
                aria-label={t("account.endOf", { name: agentOf(session) })}
                onClick={() => void end(session.id)}
              >
                {t("account.end")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="account-error" role="alert">
        {error}
      </p>
    </section>
  );
}

function agentOf({ browser, system }: SessionView): string {
  if (browser === null || system === null) return browser ?? system ?? t("account.unknownAgent");
  return t("account.agent", { browser, system });
}

function day(at_ms: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: "long" }).format(at_ms);
}

function moment(at_ms: number): string {
  const style = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(language.value, style).format(at_ms);
}
