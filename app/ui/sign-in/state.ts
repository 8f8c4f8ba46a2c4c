import { createContext, useContext, useMemo, useState } from "react";

/** The person who signed in, as the ID token describes them. */
export interface SignedInUser {
  /** The token's `sub`: a row with this in `pending` is the user's own. */
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  /** SPEC's privileged user: domain/submissions/policy.ts says what they may do. Every helper is one, too. */
  readonly isVerifier: boolean;
  /** SPEC's admin: sees the pages for reference data. */
  readonly isHelper: boolean;
  readonly isAdministrator: boolean;
}

/** What went wrong with signing in, in words, and how to go on. */
export interface SignInProblem {
  readonly text: string;
  /** Whether a retry can help. */
  readonly retry: boolean;
}

/** The heading of every such problem. */
export const SIGN_IN_FAILED = "Signing in did not work";

/** Thrown if nobody could be signed in, or if no access token can be had. The message is for the person. */
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
  /** Whether they signed out in another tab since this page was loaded. */
  readonly isSignedOutElsewhere: boolean;
}

export interface SignInActions {
  /** Leads to the provider and comes back to `returnTo` (a path with its query), by default the current address. */
  signIn(options?: { readonly returnTo?: string; readonly signUp?: boolean }): Promise<void>;
  /** Leads to the provider and comes back to the home page; with `stays`, only this browser forgets who was signed in. */
  signOut(options?: { readonly stays: boolean }): Promise<void>;
  /**
   * Returns an access token for the API: silently on the site's own host, by popup if the provider wants to ask the
   * person, and always by popup elsewhere (SPEC section 6). Throws NotSignedIn.
   * @param options isQuiet: for requests in the background, which open no popup and say nothing of a failure
   */
  getToken(options?: { readonly isQuiet: boolean }): Promise<string>;
  /** Removes the error from the page. */
  dismiss(): void;
  /** Whether accounts are on this site; null until known. */
  readonly hasAccounts: boolean | null;
}

export type SignInSession = SignInState & SignInActions;

export const SignInContext = createContext<SignInSession | null>(null);

/** Returns who is signed in, and the actions of signing in and out. */
export function useSignIn(): SignInSession {
  const session = useContext(SignInContext);
  if (!session) throw new Error("There is no SignInProvider around this component.");
  return session;
}

/**
 * Returns the session with the user who was last seen, so that what is for them stays on the page while a window asks
 * them to a new sign-in; not once they have signed out.
 */
export function useStoredSession(): SignInSession {
  const session = useSignIn();
  const present = session.isAuthenticated ? session.user : null;
  const [lastSeen, setLastSeen] = useState<SignedInUser | null>(null);
  if (present !== null && present !== lastSeen) setLastSeen(present);
  const user = present ?? (session.isSignedOutElsewhere ? null : lastSeen);
  return useMemo(() => ({ ...session, user }), [session, user]);
}
