import { t } from "../i18n";
import { boot, playOwn } from "../session";

/** The page without a game: the server is silent, or there is no such game. */
export function Failure({ isMissing }: { readonly isMissing: boolean }) {
  return (
    <main id="main" class="failure">
      <h2>{t(isMissing ? "missing.title" : "failed.title")}</h2>
      <p>{t(isMissing ? "missing.text" : "failed.text")}</p>
      <button
        type="button"
        class="button primary"
        onClick={() => void (isMissing ? playOwn() : boot())}
      >
        {t(isMissing ? "missing.play" : "failed.retry")}
      </button>
    </main>
  );
}
