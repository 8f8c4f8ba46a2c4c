import { createContext, useContext } from "react";

/** Who signed in, as the ID token says it. */
export interface SignedInUser {
  /** The token's `sub`: a row with this in `pending` is the user's own. */
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  /** SPEC's admin: sees "Mark as verified?" and the pages for reference data. */
  readonly isHelper: boolean;
  readonly isAdministrator: boolean;
}

/** What went wrong with signing in, in words, and how to go on. */
export interface SignInProblem {
  readonly text: string;
  /** Whether trying again can help. */
  readonly retry: boolean;
}

/** Nobody could be signed in, or there is no access token to be had: in words for the person. */
export class NotSignedIn extends Error {
  override readonly name = "NotSignedIn";
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, options?: ErrorOptions) {
    super(problem.text, options);
    this.problem = problem;
  }
}

/** SPEC section 4, "Sign-in state". */
export interface SignInState {
  readonly isAuthenticated: boolean;
  /** True at first, until it is known whether somebody is signed in. */
  readonly isLoading: boolean;
  readonly user: SignedInUser | null;
  readonly error: SignInProblem | null;
}

export interface SignInActions {
  /** Leads to the provider and comes back to `returnTo` (a path with its query), which is where we are if left out. */
  signIn(options?: { readonly returnTo?: string; readonly signUp?: boolean }): Promise<void>;
  signOut(): Promise<void>;
  /**
   * An access token for the API: silently on the site's own host, by popup where the provider wants to be asked, and
   * always by popup elsewhere (SPEC section 6). Throws NotSignedIn.
   */
  getToken(): Promise<string>;
  /** Takes the error off the page. */
  dismiss(): void;
  /** Whether accounts are kept here; null until it is known. */
  readonly hasAccounts: boolean | null;
}

export type SignInSession = SignInState & SignInActions;

export const SignInContext = createContext<SignInSession | null>(null);

/** Who is signed in, and what to do about it. */
export function useSignIn(): SignInSession {
  const session = useContext(SignInContext);
  if (!session) throw new Error("There is no SignInProvider around this component.");
  return session;
}
