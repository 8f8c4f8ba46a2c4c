// What can go wrong during a sign-in, in English. It is loaded with the SDK, not with every page.

export const enOfSignIn = {
  "login-state":
    "Invalid state: this sign-in was started in another window, or too long ago. Please try again.",
  "login-cancelled": "The sign-in was cancelled.",
  "login-window-closed": "The sign-in window was closed too early.",
  "login-window-blocked":
    "Your browser blocked the sign-in window. Please allow pop-ups for this site and try again.",
  "login-in-another-tab": "Another tab is signing in right now. Please try again.",
  "login-needed": "You are no longer signed in. Please sign in again.",
  "login-question": "The sign-in provider needs your input. Please sign in again.",
  "login-second-factor":
    "The sign-in provider needs a second factor, which this page cannot show. Please sign in again.",
  "provider-slow": "The sign-in provider took too long to answer. Please try again.",
  "provider-unavailable": "The sign-in provider is unavailable right now. Please try again later.",
  "provider-fault": "The sign-in provider has a problem. Please try again later.",
} satisfies Readonly<Record<string, string>>;
