import type { SignInProblem } from "./state.ts";

/** What the SDK throws: an error with OAuth's code and description. */
interface SdkError {
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly message?: unknown;
}

const INVALID_STATE =
  "Invalid state: this sign-in was started in another window, or too long ago. Please try again.";

/** The SDK's codes (SPEC section 8, "Sign-in errors") in words. */
const WORDS: Readonly<Record<string, string>> = {
  state_mismatch: INVALID_STATE,
  missing_transaction: INVALID_STATE,
  access_denied: "The login was cancelled.",
  cancelled: "The login window was closed before the login was finished.",
  popup_open: "Your browser blocked the login window. Please allow popups for this site and try again.",
  timeout: "The sign-in provider took too long to answer. Please try again.",
  login_required: "You are no longer signed in. Please sign in again.",
  consent_required: "The sign-in provider wants to ask you something. Please sign in again.",
  missing_refresh_token: "You are no longer signed in. Please sign in again.",
  invalid_grant: "You are no longer signed in. Please sign in again.",
  mfa_required:
    "The sign-in provider asks for a second factor, which this page cannot show. Please sign in again.",
  temporarily_unavailable: "The sign-in provider is not available at the moment. Please try again later.",
  server_error: "The sign-in provider has a problem. Please try again later.",
};

export const UNREACHABLE =
  "The sign-in provider cannot be reached. Check your connection, or try again in a few minutes.";

const NEEDS_HTTPS = "Signing in needs https. Please open this site under its https address.";

/** A browser refuses the SDK's cryptography on http, but for this machine itself. */
export const insecure: SignInProblem = { text: NEEDS_HTTPS, retry: false };

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What went wrong, in words for the person. `fallback` is SPEC's default: "Login failed", "Get access token failed". */
export function problemOf(thrown: unknown, fallback: string): SignInProblem {
  const { error, error_description: description, message } = (thrown ?? {}) as SdkError;
  if (isNetworkFailure(thrown)) return { text: UNREACHABLE, retry: true };
  const words = WORDS[text(error)];
  if (words !== undefined) return { text: words, retry: true };
  const said = text(description) || text(message);
  // Waiting for another tab's lock, which the SDK gives no code of its own.
  if (/lock/i.test(said) && /(acqui|timeout)/i.test(said))
    return { text: "Another tab is signing in at the moment. Please try again.", retry: true };
  return { text: said === "" || said === fallback ? `${fallback}.` : `${fallback}: ${said}`, retry: true };
}

/** The browser could not get an answer at all. */
function isNetworkFailure(thrown: unknown): boolean {
  return (
    thrown instanceof TypeError ||
    /failed to fetch|networkerror|load failed/i.test(text((thrown as SdkError)?.message))
  );
}
