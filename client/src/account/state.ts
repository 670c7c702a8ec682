import { signal } from "@preact/signals";
import { ApiError } from "../api";
import { isKey, t } from "../i18n";
import { say } from "../live";
import { errorKey } from "../notices";
import type { AccountView } from "../protocol";
import { fetchAccount, fetchMe } from "./ask";

/** Whose page it is: nobody's yet, a guest's with his name, or an account's. */
export type Visitor =
  | { readonly kind: "loading" }
  | { readonly kind: "failed" }
  | { readonly kind: "guest"; readonly name: string | null }
  | { readonly kind: "account"; readonly account: AccountView };

export const visitor = signal<Visitor>({ kind: "loading" });
/** Recovery codes that have just been made: they are told this once. */
export const codes = signal<readonly string[] | null>(null);

export async function look(): Promise<void> {
  try {
    const { player } = await fetchMe();
    visitor.value = player?.has_account
      ? { kind: "account", account: await fetchAccount() }
      : { kind: "guest", name: player?.name ?? null };
  } catch {
    visitor.value = { kind: "failed" };
  }
}

export function show(account: AccountView, told: string): void {
  visitor.value = { kind: "account", account };
  say(told);
}

/** Why something was refused, and what would be right. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t("error.unknown");
  const { code, detail } = error;
  const detailed = `account.${code}.${String(detail.reason)}`;
  if (isKey(detailed)) return t(detailed as "account.invalid_name.too_short");
  if (code === "too_many_attempts" || code === "too_many_requests") {
    return t("account.wait", { n: Math.max(1, Math.ceil(Number(detail.retry_s) / 60)) });
  }
  return t(errorKey(code));
}
