import { type ReactNode, useEffect } from "react";
import { Button } from "../../../domain/fields/controls.tsx";
import layout from "../components/layout.module.css";
import { SignInContext, useStoredSession } from "./state.ts";

/** Who may see a page. */
export type Audience = "member" | "verifier" | "helper" | "administrator";

/**
 * Shows a page to those who may see it. Anybody who is not signed in is sent to the provider and comes back to this
 * very address; anybody without permission reads so (SPEC sections 2 and 8). Once shown, a page stays with everything
 * filled in on it, whatever becomes of the session: its next API request then opens the login window.
 */
export function RequireSignIn({ audience, children }: { audience: Audience; children: ReactNode }) {
  const session = useStoredSession();
  const { isLoading, user, error, isSignedOutElsewhere, signIn } = session;

  const mustAsk = user === null && !isLoading && error === null && !isSignedOutElsewhere;
  useEffect(() => {
    if (mustAsk) void signIn();
  }, [mustAsk, signIn]);

  if (user === null && isSignedOutElsewhere && !isLoading)
    return (
      <div className={layout.stack}>
        <p role="status">You signed out in another tab.</p>
        <div>
          <Button onClick={() => void signIn()}>Sign in again</Button>
        </div>
      </div>
    );
  if (user === null) {
    return (
      <>
        {error === null && (
          <p role="status" className={layout.scripted}>
            Redirecting…
          </p>
        )}
        <noscript>
          <p>
            You need to sign in to see this page, and signing in needs JavaScript. Please turn it on and
            reload.
          </p>
        </noscript>
      </>
    );
  }
  const { isVerifier: verifier, isHelper: helper, isAdministrator: administrator } = user;
  const may = { member: true, verifier, helper, administrator }[audience];
  return (
    <SignInContext value={session}>
      {may ? children : <p role="alert">You are not authorized to view this page.</p>}
    </SignInContext>
  );
}
