// The sentences that every page must have at hand, in English: what goes wrong before the site could say anything. They stand
// apart so that a page comes without all the others.

export const enOfPages = {
  // Signing in.
  "login-state":
    "Invalid state: this sign-in was started in another window, or too long ago. Please try again.",
  "login-cancelled": "The login was cancelled.",
  "login-window-closed": "The login window was closed before the login was finished.",
  "login-window-blocked":
    "Your browser blocked the login window. Please allow popups for this site and try again.",
  "login-in-another-tab": "Another tab is signing in at the moment. Please try again.",
  "login-needed": "You are no longer signed in. Please sign in again.",
  "login-question": "The sign-in provider wants to ask you something. Please sign in again.",
  "login-second-factor":
    "The sign-in provider asks for a second factor, which this page cannot show. Please sign in again.",
  "login-needs-https": "Signing in needs https. Please open this site under its https address.",
  "provider-slow": "The sign-in provider took too long to answer. Please try again.",
  "provider-unavailable": "The sign-in provider is not available at the moment. Please try again later.",
  "provider-fault": "The sign-in provider has a problem. Please try again later.",
  "provider-unreachable":
    "The sign-in provider cannot be reached. Check your connection, or try again in a few minutes.",

  // Asking the site.
  "site-unreachable": "The site cannot be reached. Check your connection and try again.",
  "site-unreachable-form":
    "The site cannot be reached. What you typed is kept: check your connection and try again.",
} satisfies Readonly<Record<string, string>>;
