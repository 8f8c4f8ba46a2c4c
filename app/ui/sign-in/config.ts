import { api } from "../../../domain/contract/routes.ts";
import type { SignInConfig } from "../../../domain/contract/site.ts";

let loading: Promise<SignInConfig> | null = null;

/** Fetches how people sign in here, once. A failure is not cached. */
export function signInConfig(): Promise<SignInConfig> {
  loading ??= fetch(api.config())
    .then((response) => {
      if (!response.ok) throw new TypeError(`HTTP ${response.status}`);
      return response.json() as Promise<SignInConfig>;
    })
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Matches the cookie that the SDK leaves. */
export const MARKER = /(^|;\s*)auth0\.[^=]*is\.authenticated=/;

/** Returns whether the SDK left its cookie, which means that somebody signed in recently in this browser. */
export function hasMarker(): boolean {
  return MARKER.test(document.cookie);
}

/** Returns whether the address is the provider's answer to a login. */
export function isCallback(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.has("state") && (parameters.has("code") || parameters.has("error"));
}
