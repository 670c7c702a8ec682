import { render } from "preact";
import { language, learnAll, t } from "../i18n";
import { Dialogs } from "../ui/dialogs";
import { Header } from "../ui/header";
import { LiveRegions } from "../ui/live-regions";
import { Codes } from "./codes";
import { Guest } from "./guest";
import { Own } from "./own";
import { codes, look, visitor } from "./state";
import "./account.css";

/** Takes the page over from what the server has written. */
export async function openAccount(root: HTMLElement): Promise<void> {
  await Promise.all([learnAll(language.peek()), look()]);
  root.replaceChildren();
  render(<AccountPage />, root);
}

function AccountPage() {
  const now = visitor.value;
  return (
    <>
      <a class="skip" href="#main">
        {t("account.skip")}
      </a>
      <Header page="account" />
      <main id="main" class="account" tabIndex={-1}>
        <h2 class="account-title">
          {now.kind === "account" ? <bdi>{now.account.name}</bdi> : t("header.account")}
        </h2>
        {codes.value !== null ? (
          <Codes list={codes.value} />
        ) : now.kind === "account" ? (
          <Own account={now.account} />
        ) : now.kind === "guest" ? (
          <Guest name={now.name} />
        ) : (
          <>
            <p>{t("error.network")}</p>
            <button type="button" class="button primary" onClick={() => void look()}>
              {t("account.retry")}
            </button>
          </>
        )}
      </main>
      <Dialogs />
      <LiveRegions />
    </>
  );
}
