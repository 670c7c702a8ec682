import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { say } from "../live";
import { codes } from "./state";

/** Recovery codes, shown this once: whoever leaves before he has kept them is asked. */
export function Codes({ list }: { readonly list: readonly string[] }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  const copy = async () => {
    await navigator.clipboard.writeText(list.join("\n"));
    setCopied(true);
    say(t("account.codes.copied"));
  };
  const save = () => {
    const file = new Blob([`${t("account.codes.file")}\n\n${list.join("\n")}\n`]);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = "naqala.txt";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <section class="account-card" aria-labelledby="account-codes">
      <h2 id="account-codes">{t("account.codes.title")}</h2>
      <p>{t("account.codes.text")}</p>
      <ol class="account-codes">
        {list.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="account-buttons">
        <button
          type="button"
          class="button"
          // Not every page may write to the clipboard: the codes can be copied by hand, too.
          onClick={() => void copy().catch(() => {})}
        >
          {t(isCopied ? "account.codes.copied" : "account.codes.copy")}
        </button>
        <button type="button" class="button" onClick={save}>
          {t("account.codes.save")}
        </button>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            codes.value = null;
          }}
        >
          {t("account.codes.done")}
        </button>
      </div>
    </section>
  );
}
