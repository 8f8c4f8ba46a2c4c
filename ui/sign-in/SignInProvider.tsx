import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMatches, useNavigate } from "react-router";
import type { SignInConfig } from "../../contract/site.ts";
import type { Sdk } from "./Auth0Bridge.tsx";
import { hasMarker, isCallback, providerOrigin, signInConfig } from "./config.ts";
import { keepHint, showHint } from "./hint.ts";
import { inTurn } from "./lock.ts";
import { forgetOwnNames } from "./own-name.ts";
import { insecure, problemOf } from "./problems.ts";
import {
  NotSignedIn,
  type SignedInUser,
  type SignInActions,
  SignInContext,
  type SignInSession,
  type SignInState,
} from "./state.ts";

const Auth0Bridge = lazy(() => import("./Auth0Bridge.tsx"));

/** How a route says what it needs: `export const handle: SignInHandle = { signIn: "needed" }`. */
export interface SignInHandle {
  /** "never": the provider's own pages, where the SDK has no business. */
  readonly signIn: "needed" | "never";
}

const AT_FIRST: SignInState = { isAuthenticated: false, isLoading: true, user: null, error: null };

/** Codes that mean that the provider wants to see the person (SPEC section 6). */
const WANTS_A_POPUP = new Set(["login_required", "consent_required"]);

const codeOf = (error: unknown): unknown => (error as { error?: unknown } | null)?.error;

/** Somebody waits for the SDK. */
interface Waiting {
  readonly promise: Promise<Sdk>;
  readonly resolve: (sdk: Sdk) => void;
  readonly reject: (error: unknown) => void;
}

function makeWaiting(): Waiting {
  const { promise, resolve, reject } = Promise.withResolvers<Sdk>();
  // Whoever waits gets the error; if nobody does, it is on the page.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/**
 * Sign-in for all pages. The SDK is loaded after the page has come alive, and only where it is needed: its marker cookie
 * is there, the address is a provider's answer, the page needs somebody, or the person asks.
 */
export function SignInProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [state, setState] = useState(AT_FIRST);
  const [config, setConfig] = useState<SignInConfig | null>(null);
  const isLoaded = useRef(false);
  const waiting = useRef<Waiting | null>(null);
  const sdk = useRef<Sdk | null>(null);
  /** A popup is open: whoever it asks counts as on the way, not as signed out. */
  const isPopupOpen = useRef(false);
  const need = useMatches()
    .map(({ handle }) => (handle as SignInHandle | undefined)?.signIn)
    .find((each) => each !== undefined);

  const fail = useCallback((error: unknown, fallback: string) => {
    const problem = error === insecure ? insecure : problemOf(error, fallback);
    setState((before) => ({ ...before, isLoading: false, error: problem }));
    waiting.current?.reject(new Error(problem.text));
    waiting.current = null;
  }, []);

  /** Loads the SDK, once. */
  const load = useCallback(async (): Promise<void> => {
    if (isLoaded.current) return;
    setState((before) => ({ ...before, isLoading: true, error: null }));
    if (!window.isSecureContext) return fail(insecure, "Login failed");
    isLoaded.current = true;
    try {
      const [known] = await Promise.all([signInConfig(), import("./Auth0Bridge.tsx")]);
      setConfig(known);
    } catch {
      isLoaded.current = false;
      fail(new TypeError("no settings of the sign-in"), "Login failed");
    }
  }, [fail]);

  useEffect(() => {
    if (isLoaded.current) return;
    const callback = isCallback(window.location.search);
    if (need !== "never" && (need === "needed" || callback || hasMarker())) void load();
    else setState((before) => ({ ...before, isLoading: false }));
  }, [need, load]);

  const { isLoading, user, error } = state;
  useEffect(() => {
    if (isLoading) return;
    const hint = user && (user.isHelper ? "helper" : "member");
    showHint(hint);
    // What failed, or was not asked at all, says nothing of the next page.
    if (error === null && need !== "never") keepHint(hint, user?.id);
  }, [isLoading, user, error, need]);

  const onChange = useCallback(
    (next: Sdk) => {
      sdk.current = next;
      const problem = newProblem(next.error);
      setState((before) => ({
        isAuthenticated: next.isAuthenticated,
        isLoading: next.isLoading || isPopupOpen.current,
        user: config && next.user ? userOf(next.user, config) : null,
        error: problem ?? before.error,
      }));
      if (next.isLoading) return;
      waiting.current?.resolve(next);
      waiting.current = null;
    },
    [config],
  );

  const whenReady = useCallback((): Promise<Sdk> => {
    if (sdk.current && !sdk.current.isLoading) return Promise.resolve(sdk.current);
    waiting.current ??= makeWaiting();
    const { promise } = waiting.current;
    void load();
    return promise;
  }, [load]);

  const actions = useMemo<Omit<SignInActions, "hasAccounts">>(() => {
    let underWay = false;
    return {
      async signIn({ returnTo = window.location.pathname + window.location.search, signUp = false } = {}) {
        if (underWay) return;
        underWay = true;
        try {
          const ready = await whenReady();
          setState((before) => ({ ...before, isLoading: true, error: null }));
          // Better a sentence here than the browser's own page about a host that does not answer.
          const provider = providerOrigin(await signInConfig());
          await fetch(`${provider}/.well-known/jwks.json`, { mode: "no-cors" });
          await ready.loginWithRedirect({
            appState: { returnTo },
            ...(signUp ? { authorizationParams: { screen_hint: "signup" } } : {}),
          });
        } catch (error) {
          if (sdk.current) fail(error, "Login failed");
        } finally {
          underWay = false;
        }
      },
      async signOut() {
        forgetOwnNames();
        const ready = await whenReady();
        await ready.logout({ logoutParams: { returnTo: `${window.location.origin}/` } });
      },
      async getToken() {
        const ready = await whenReady();
        const { siteHost } = await signInConfig();
        const onPopup = (): void => {
          isPopupOpen.current = true;
          setState((before) => ({ ...before, isLoading: true }));
        };
        try {
          const token = await tokenFrom(ready, window.location.host === siteHost, onPopup);
          // The SDK's next change, with the user in it, ends the loading.
          isPopupOpen.current = false;
          return token;
        } catch (error) {
          isPopupOpen.current = false;
          fail(error, "Get access token failed");
          throw new NotSignedIn(problemOf(error, "Get access token failed").text, { cause: error });
        }
      },
      dismiss: () => setState((before) => ({ ...before, error: null })),
    };
  }, [whenReady, fail]);

  const session = useMemo<SignInSession>(
    () => ({ ...state, ...actions, hasAccounts: config?.accounts ?? null }),
    [state, actions, config],
  );

  return (
    <SignInContext value={session}>
      {children}
      {config && (
        <Suspense>
          <Auth0Bridge
            config={config}
            onChange={onChange}
            onReturn={(path) => void navigate(path, { replace: true })}
          />
        </Suspense>
      )}
    </SignInContext>
  );
}

/** The SDK keeps its last error for ever: each is shown once. */
const shown = new WeakSet<Error>();

function newProblem(error: Error | undefined): SignInState["error"] {
  if (!error || shown.has(error)) return null;
  shown.add(error);
  // Nobody is signed in any more, and nobody asked: no reason to alarm.
  return codeOf(error) === "login_required" ? null : problemOf(error, "Login failed");
}

async function tokenFrom(sdk: Sdk, isOwnHost: boolean, onPopup: () => void): Promise<string> {
  let token: string | undefined;
  try {
    if (isOwnHost) token = await inTurn(() => sdk.getAccessTokenSilently());
  } catch (error) {
    if (!WANTS_A_POPUP.has(String(codeOf(error)))) throw error;
  }
  if (token === undefined) {
    onPopup();
    token = await sdk.getAccessTokenWithPopup();
  }
  if (token === undefined) throw new Error("Get access token failed");
  return token;
}

function userOf(user: NonNullable<Sdk["user"]>, config: SignInConfig): SignedInUser {
  const claim: unknown = user[config.rolesClaim];
  const roles = Array.isArray(claim) ? claim : [];
  return {
    id: user.sub ?? "",
    email: user.email ?? null,
    name: user.nickname ?? user.name ?? null,
    isHelper: config.helperRoles.some((role) => roles.includes(role)),
    isAdministrator: roles.includes(config.administratorRole),
  };
}
