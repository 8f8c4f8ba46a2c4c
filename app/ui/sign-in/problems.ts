import { sayOfPage } from "../../../domain/messages/en-of-pages.ts";
import { enOfSignIn } from "../../../domain/messages/en-of-sign-in.ts";
import { LOCK_TIMEOUT } from "./lock.ts";
import type { SignInProblem } from "./state.ts";

/** What the SDK throws: an error with OAuth's code and description. */
interface SdkError {
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly message?: unknown;
}

/** The SDK's codes (SPEC section 8, "Sign-in errors") and what they mean. */
const MEANINGS: Readonly<Record<string, keyof typeof enOfSignIn>> = {
  state_mismatch: "login-state",
  missing_transaction: "login-state",
  access_denied: "login-cancelled",
  cancelled: "login-window-closed",
  popup_open: "login-window-blocked",
  timeout: "provider-slow",
  [LOCK_TIMEOUT]: "login-in-another-tab",
  login_required: "login-needed",
  consent_required: "login-question",
  missing_refresh_token: "login-needed",
  invalid_grant: "login-needed",
  mfa_required: "login-second-factor",
  temporarily_unavailable: "provider-unavailable",
  server_error: "provider-fault",
};

/** Returns OAuth's or the SDK's code for an error; "" if it has none. */
export const codeOf = (error: unknown): string => text((error as SdkError | null)?.error);

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns what went wrong, in words. `fallback` is SPEC's default: "Login failed", "Get access token failed". */
export function problemOf(thrown: unknown, fallback: string): SignInProblem {
  const { error, error_description: description, message } = (thrown ?? {}) as SdkError;
  if (isNetworkFailure(thrown)) return { text: sayOfPage("provider-unreachable"), retry: true };
  const meaning = MEANINGS[text(error)];
  if (meaning) return { text: enOfSignIn[meaning], retry: true };
  const said = text(description) || text(message);
  return { text: said === "" || said === fallback ? `${fallback}.` : `${fallback}: ${said}`, retry: true };
}

/** Returns whether the browser could not get a response at all. */
function isNetworkFailure(thrown: unknown): boolean {
  return (
    thrown instanceof TypeError ||
    /failed to fetch|networkerror|load failed/i.test(text((thrown as SdkError)?.message))
  );
}
