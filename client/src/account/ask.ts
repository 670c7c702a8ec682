import { ask } from "../api";
import type { AccountView, EndedSession, Me, RecoveryCodes } from "../protocol";

/** What the account's page asks of the server. */

export const fetchMe = () => ask<Me>("GET", "/api/me");
export const fetchAccount = () => ask<AccountView>("GET", "/api/account");

export const signUp = (name: string, password: string) =>
  ask<RecoveryCodes>("POST", "/api/account", { name, password });

export const logIn = (name: string, password: string) =>
  ask<Me>("POST", "/api/account/login", { name, password });

export const logOut = () => ask<Me>("POST", "/api/account/logout");

export const recover = (name: string, code: string, password: string) =>
  ask<Me>("POST", "/api/account/recover", { name, code, password });

export const rename = (name: string) => ask<AccountView>("POST", "/api/account/name", { name });

export const changePassword = (password: string, new_password: string) =>
  ask<AccountView>("POST", "/api/account/password", { password, new_password });

export const renewCodes = (password: string) =>
  ask<RecoveryCodes>("POST", "/api/account/codes", { password });

export const endSession = (id: string) =>
  ask<EndedSession>("POST", `/api/account/sessions/${encodeURIComponent(id)}/end`);

export const deleteAccount = (password: string) =>
  ask<Me>("POST", "/api/account/delete", { password });
