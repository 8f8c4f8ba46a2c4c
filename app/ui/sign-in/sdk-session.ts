import type { Auth0ContextInterface } from "@auth0/auth0-react";
import type { SignInConfig } from "../../../domain/contract/site.ts";
import { forgetDrafts } from "../forms/draft.ts";
import { forgetFiles } from "../forms/draft-files.ts";
import { keepHint } from "./hint.ts";
import { inTurn } from "./lock.ts";
import { forgetOwnNames } from "./own-name.ts";
import { codeOf, problemOf } from "./problems.ts";
import { NotSignedIn, type SignedInUser, type SignInActions, type SignInState } from "./state.ts";

/** What the SDK knows and does, in this site's words. `signIn` and `getToken` throw NotSignedIn. */
export interface SdkSession
  extends Omit<SignInState, "isSignedOutElsewhere">,
    Pick<SignInActions, "signOut"> {
  signIn(options: { readonly returnTo: string; readonly signUp: boolean }): Promise<void>;
  /** @param onPopup called before a window of the provider opens; null: it must not */
  getToken(onPopup: (() => void) | null): Promise<string>;
}

/** Codes by which the provider asks to see the person (SPEC section 6). */
const WANTS_A_POPUP = new Set(["login_required", "consent_required"]);

/** Returns what the SDK says at one moment. */
export function sessionOf(sdk: Auth0ContextInterface, config: SignInConfig): SdkSession {
  return {
    isAuthenticated: sdk.isAuthenticated,
    isLoading: sdk.isLoading,
    user: sdk.user ? userOf(sdk.user, config) : null,
    error: newProblem(sdk.error),
    signIn: ({ returnTo, signUp }) =>
      inWords("Login failed", async () => {
        // A sentence here is better than the browser's own page about a host that does not answer.
        await fetch(`${providerOrigin(config)}/.well-known/jwks.json`, { mode: "no-cors" });
        await sdk.loginWithRedirect({
          appState: { returnTo },
          ...(signUp ? { authorizationParams: { screen_hint: "signup" } } : {}),
        });
      }),
    signOut: async ({ stays } = { stays: false }) => {
      await forgetPerson();
      await sdk.logout({
        logoutParams: { returnTo: `${window.location.origin}/` },
        openUrl:
          !stays &&
          ((url) => {
            // Other tabs are told as soon as there is no token any more: one that found that out from the provider would
            // take it for a session that has ended, and keep what it shows.
            keepHint(null);
            window.location.assign(url);
          }),
      });
    },
    getToken: (onPopup) => inWords("Get access token failed", () => tokenFrom(sdk, config, onPopup)),
  };
}

/** How long a browser may take to delete files before somebody is signed out all the same, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Forgets what forms keep in this browser, so that the next person to use it learns nothing. */
async function forgetPerson(): Promise<void> {
  forgetOwnNames();
  forgetDrafts();
  await Promise.race([forgetFiles(), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

/**
 * Returns the answer, or puts the failure into words. Throws NotSignedIn.
 * @param fallback what is said about an error that has no words of its own
 */
async function inWords<Answer>(fallback: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw new NotSignedIn(problemOf(error, fallback), { cause: error });
  }
}

/** Returns the provider's origin. The SDK takes a host, with a scheme if that is not https. */
function providerOrigin({ domain }: SignInConfig): string {
  return /^https?:\/\//.test(domain) ? domain : `https://${domain}`;
}

/** Errors that were shown: the SDK keeps its last error for ever, and each is shown once. */
const shown = new WeakSet<Error>();

function newProblem(error: Error | undefined): SignInState["error"] {
  if (!error || shown.has(error)) return null;
  shown.add(error);
  // The session ended by itself: no message.
  return codeOf(error) === "login_required" ? null : problemOf(error, "Login failed");
}

async function tokenFrom(
  sdk: Auth0ContextInterface,
  { siteHost }: SignInConfig,
  onPopup: (() => void) | null,
): Promise<string> {
  let token: string | undefined;
  try {
    if (window.location.host === siteHost) token = await inTurn(() => sdk.getAccessTokenSilently());
  } catch (error) {
    if (!WANTS_A_POPUP.has(codeOf(error))) throw error;
  }
  if (token === undefined) {
    if (!onPopup) throw new Error("Nobody is to be asked.");
    onPopup();
    token = await sdk.getAccessTokenWithPopup();
  }
  if (token === undefined) throw new Error("Get access token failed");
  return token;
}

function userOf(user: NonNullable<Auth0ContextInterface["user"]>, config: SignInConfig): SignedInUser {
  const claim: unknown = user[config.rolesClaim];
  const roles = Array.isArray(claim) ? claim : [];
  return {
    id: user.sub ?? "",
    email: user.email ?? null,
    name: user.nickname ?? user.name ?? null,
    isVerifier: [...config.helperRoles, ...config.verifierRoles].some((role) => roles.includes(role)),
    isHelper: config.helperRoles.some((role) => roles.includes(role)),
    isAdministrator: roles.includes(config.administratorRole),
  };
}
