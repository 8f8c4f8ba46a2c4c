// The sentences that every page needs, in English: what goes wrong before the site could answer. They are in a file of
// their own so that a page loads without all the others.

export const enOfPages = {
  // Signing in.
  "login-needs-https": "Signing in needs https. Please open this site under its https address.",
  "provider-unreachable":
    "The sign-in provider cannot be reached. Check your connection, or try again in a few minutes.",

  // Asking the site.
  "site-unreachable": "The site cannot be reached. Check your connection and try again.",
  "site-unreachable-form":
    "The site cannot be reached. What you typed is kept: check your connection and try again.",
} satisfies Readonly<Record<string, string>>;

/** The codes of what a page says without asking the site. */
export type PageCode = keyof typeof enOfPages;

/** Returns the sentence of a code. */
export const sayOfPage = (code: PageCode): string => enOfPages[code];
