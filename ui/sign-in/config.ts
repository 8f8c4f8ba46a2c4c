import type { SignInConfig } from "../../contract/site.ts";
import { api } from "../../routes.ts";

let asked: Promise<SignInConfig> | null = null;

/** How people sign in here, asked once. A failure is not remembered. */
export function signInConfig(): Promise<SignInConfig> {
  asked ??= fetch(api.config())
    .then((response) => {
      if (!response.ok) throw new TypeError(`HTTP ${response.status}`);
      return response.json() as Promise<SignInConfig>;
    })
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
}

/** The cookie that the SDK leaves. */
export const MARKER = /(^|;\s*)auth0\.[^=]*is\.authenticated=/;

/** Whether the SDK left its mark: somebody signed in lately in this browser. */
export function hasMarker(): boolean {
  return MARKER.test(document.cookie);
}

/** Whether the address is the provider's answer to a login. */
export function isCallback(search: string): boolean {
  const parameters = new URLSearchParams(search);
  return parameters.has("state") && (parameters.has("code") || parameters.has("error"));
}
