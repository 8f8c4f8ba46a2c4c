import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useMatches, useNavigate } from "react-router";
import type { SignInConfig } from "../../../domain/contract/site.ts";
import { sayOfPage } from "../../../domain/messages/en-of-pages.ts";
import { hasMarker, isCallback, signInConfig } from "./config.ts";
import { keepHint, onSignedOutElsewhere, showHint } from "./hint.ts";
import type { SdkSession } from "./sdk-session.ts";
import {
  NotSignedIn,
  type SignInActions,
  SignInContext,
  type SignInProblem,
  type SignInSession,
  type SignInState,
} from "./state.ts";

const Auth0Bridge = lazy(() => import("./Auth0Bridge.tsx"));

/** How a route declares what it needs: `export const handle: SignInHandle = { signIn: "needed" }`. */
export interface SignInHandle {
  /** "never" is for the provider's own pages, which do not use the SDK. */
  readonly signIn: "needed" | "never";
}

const AT_FIRST: SignInState = {
  isAuthenticated: false,
  isLoading: true,
  user: null,
  error: null,
  isSignedOutElsewhere: false,
};

const NEEDS_HTTPS: SignInProblem = { text: sayOfPage("login-needs-https"), retry: false };
const UNREACHABLE: SignInProblem = { text: sayOfPage("provider-unreachable"), retry: true };

/** What callers that need the SDK wait for. */
type Waiting = PromiseWithResolvers<SdkSession>;

function makeWaiting(): Waiting {
  const waiting: Waiting = Promise.withResolvers();
  // Callers that wait get the error; if there are none, the page shows it.
  waiting.promise.catch(() => undefined);
  return waiting;
}

/** What a page says of the sign-in: whether it needs a user, or never asks. */
type Need = SignInHandle["signIn"] | undefined;

/** Loads the SDK where it is needed, and has its session. */
function useSdk(need: Need) {
  const [state, setState] = useState(AT_FIRST);
  const [config, setConfig] = useState<SignInConfig | null>(null);
  const isLoaded = useRef(false);
  const waiting = useRef<Waiting | null>(null);
  const session = useRef<SdkSession | null>(null);
  /** Whether a popup is open; meanwhile the user counts as signing in, not as signed out. */
  const isPopupOpen = useRef(false);
  const fail = useCallback((problem: SignInProblem) => {
    setState((before) => ({ ...before, isLoading: false, error: problem }));
    waiting.current?.reject(new NotSignedIn(problem));
    waiting.current = null;
  }, []);

  /** Loads the SDK once. */
  const load = useCallback(async (): Promise<void> => {
    if (isLoaded.current) return;
    setState((before) => ({ ...before, isLoading: true, error: null }));
    if (!window.isSecureContext) return fail(NEEDS_HTTPS);
    isLoaded.current = true;
    try {
      const [known] = await Promise.all([signInConfig(), import("./Auth0Bridge.tsx")]);
      setConfig(known);
    } catch {
      isLoaded.current = false;
      fail(UNREACHABLE);
    }
  }, [fail]);

  useEffect(() => {
    if (isLoaded.current) return;
    const callback = isCallback(window.location.search);
    if (need !== "never" && (need === "needed" || callback || hasMarker())) void load();
    else setState((before) => ({ ...before, isLoading: false }));
  }, [need, load]);

  useEffect(
    () =>
      onSignedOutElsewhere(() => {
        // Without the SDK, which still has a token, and as if this page had just been opened.
        isLoaded.current = false;
        session.current = null;
        setConfig(null);
        setState({ ...AT_FIRST, isLoading: false, isSignedOutElsewhere: true });
      }),
    [],
  );

  const onChange = useCallback((next: SdkSession) => {
    session.current = next;
    setState((before) => ({
      isAuthenticated: next.isAuthenticated,
      isLoading: next.isLoading || isPopupOpen.current,
      user: next.user,
      error: next.error ?? before.error,
      // Until somebody is signed in again: the SDK, which any request loads, only says that nobody is.
      isSignedOutElsewhere: before.isSignedOutElsewhere && next.user === null,
    }));
    if (next.isLoading) return;
    waiting.current?.resolve(next);
    waiting.current = null;
  }, []);

  const whenReady = useCallback((): Promise<SdkSession> => {
    if (session.current && !session.current.isLoading) return Promise.resolve(session.current);
    waiting.current ??= makeWaiting();
    const { promise } = waiting.current;
    void load();
    return promise;
  }, [load]);

  return { state, setState, config, fail, isPopupOpen, onChange, whenReady };
}

/** Keeps what the next page shows until its SDK is loaded. */
function useHint({ isLoading, user, error }: typeof AT_FIRST, need: Need): void {
  useEffect(() => {
    if (isLoading) return;
    const hint = user && (user.isHelper ? "helper" : user.isVerifier ? "verifier" : "member");
    showHint(hint);
    // A failure, or a page that did not ask, says nothing about the next page.
    if (error === null && need !== "never") keepHint(hint, user?.id);
  }, [isLoading, user, error, need]);
}

type Sdk = ReturnType<typeof useSdk>;

/** Returns what a visitor can do, each of which waits for the SDK. */
function useActions(
  setState: Sdk["setState"],
  fail: Sdk["fail"],
  isPopupOpen: Sdk["isPopupOpen"],
  whenReady: Sdk["whenReady"],
) {
  return useMemo<Omit<SignInActions, "hasAccounts">>(() => {
    let underWay = false;
    return {
      async signIn({ returnTo = window.location.pathname + window.location.search, signUp = false } = {}) {
        if (underWay) return;
        underWay = true;
        try {
          const ready = await whenReady();
          setState((before) => ({ ...before, isLoading: true, error: null }));
          await ready.signIn({ returnTo, signUp });
        } catch (error) {
          if (error instanceof NotSignedIn) fail(error.problem);
        } finally {
          underWay = false;
        }
      },
      async signOut(options) {
        await (await whenReady()).signOut(options);
      },
      async getToken({ isQuiet = false } = { isQuiet: false }) {
        const ready = await whenReady();
        if (isQuiet) return ready.getToken(null);
        try {
          return await ready.getToken(() => {
            isPopupOpen.current = true;
            setState((before) => ({ ...before, isLoading: true }));
          });
        } catch (error) {
          if (error instanceof NotSignedIn) fail(error.problem);
          throw error;
        } finally {
          // The SDK's next change, which has the user, ends the loading state.
          isPopupOpen.current = false;
        }
      },
      dismiss: () => setState((before) => ({ ...before, error: null })),
    };
  }, [setState, fail, isPopupOpen, whenReady]);
}

/**
 * Provides sign-in to all pages. The SDK is loaded after hydration, and only if it is needed: its marker cookie is
 * there, the address is a provider's answer, the page needs a user, or the visitor asks.
 */
export function SignInProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const need = useMatches()
    .map(({ handle }) => (handle as SignInHandle | undefined)?.signIn)
    .find((each) => each !== undefined);

  const { state, setState, config, fail, isPopupOpen, onChange, whenReady } = useSdk(need);
  useHint(state, need);
  const actions = useActions(setState, fail, isPopupOpen, whenReady);

  const signIn = useMemo<SignInSession>(
    () => ({ ...state, ...actions, hasAccounts: config?.accounts ?? null }),
    [state, actions, config],
  );

  return (
    <SignInContext value={signIn}>
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
