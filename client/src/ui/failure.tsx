import { isOffline } from "../appearance";
import { t } from "../i18n";
import { boot, playOwn } from "../session";

/** The page without a game: no network, a silent server, no such game, or a dead link. */
export function Failure(props: { readonly kind: "failed" | "missing" | "gone" }) {
  const isMissing = props.kind !== "failed";
  const kind = props.kind === "failed" && isOffline.value ? "offline" : props.kind;
  return (
    <main id="main" class="failure" data-kind={kind}>
      <EmptyBoard />
      <h2 tabIndex={-1}>{t(`${kind}.title`)}</h2>
      <p role={isMissing ? undefined : "status"}>{t(`${kind}.text`)}</p>
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

/** A board without seeds. */
function EmptyBoard() {
  return (
    <svg class="empty-board" viewBox="0 0 180 72" aria-hidden="true" focusable="false">
      <rect class="empty-wood" x="1" y="1" width="178" height="70" rx="18" />
      <rect class="empty-hollow" x="9" y="14" width="20" height="44" rx="10" />
      <rect class="empty-hollow" x="151" y="14" width="20" height="44" rx="10" />
      {[0, 1, 2, 3, 4, 5].flatMap((column) =>
        [22, 50].map((y) => (
          <circle
            key={`${column} ${y}`}
            class="empty-hollow"
            cx={42 + column * 19.2}
            cy={y}
            r="8"
          />
        )),
      )}
    </svg>
  );
}
