import { type Problem, problem, say } from "../../messages/index.ts";
import { LOCK_TIMEOUT } from "./lock.ts";
import type { SignInProblem } from "./state.ts";

/** What the SDK throws: an error with OAuth's code and description. */
interface SdkError {
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly message?: unknown;
}

/** The SDK's codes (SPEC section 8, "Sign-in errors") and what they mean. */
const MEANINGS: Readonly<Record<string, Problem>> = {
  state_mismatch: problem("login-state"),
  missing_transaction: problem("login-state"),
  access_denied: problem("login-cancelled"),
  cancelled: problem("login-window-closed"),
  popup_open: problem("login-window-blocked"),
  timeout: problem("provider-slow"),
  [LOCK_TIMEOUT]: problem("login-in-another-tab"),
  login_required: problem("login-needed"),
  consent_required: problem("login-question"),
  missing_refresh_token: problem("login-needed"),
  invalid_grant: problem("login-needed"),
  mfa_required: problem("login-second-factor"),
  temporarily_unavailable: problem("provider-unavailable"),
  server_error: problem("provider-fault"),
};

/** A browser refuses the SDK's cryptography on http, but for this machine itself. */
export const insecure: SignInProblem = { text: say(problem("login-needs-https")), retry: false };

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What went wrong, in words for the person. `fallback` is SPEC's default: "Login failed", "Get access token failed". */
export function problemOf(thrown: unknown, fallback: string): SignInProblem {
  const { error, error_description: description, message } = (thrown ?? {}) as SdkError;
  if (isNetworkFailure(thrown)) return { text: say(problem("provider-unreachable")), retry: true };
  const meaning = MEANINGS[text(error)];
  if (meaning) return { text: say(meaning), retry: true };
  const said = text(description) || text(message);
  return { text: said === "" || said === fallback ? `${fallback}.` : `${fallback}: ${said}`, retry: true };
}

/** The browser could not get an answer at all. */
function isNetworkFailure(thrown: unknown): boolean {
  return (
    thrown instanceof TypeError ||
    /failed to fetch|networkerror|load failed/i.test(text((thrown as SdkError)?.message))
  );
}
