import { type ReactNode, useEffect } from "react";
import { useSignIn } from "./state.ts";

/** Who may see a page. */
export type Audience = "member" | "helper" | "administrator";

/**
 * The page for those who may see it. Whoever is not signed in is sent to the provider and comes back to this very
 * address; whoever may not reads so (SPEC sections 2 and 8).
 */
export function RequireSignIn({ audience, children }: { audience: Audience; children: ReactNode }) {
  const { isAuthenticated, isLoading, user, error, signIn } = useSignIn();
  const mustAsk = !isLoading && !isAuthenticated && error === null;
  useEffect(() => {
    if (mustAsk) void signIn();
  }, [mustAsk, signIn]);

  if (!isAuthenticated || !user) {
    return (
      <>
        {error === null && <p role="status">Redirecting…</p>}
        <noscript>
          <p>This page needs JavaScript: signing in does not work without it.</p>
        </noscript>
      </>
    );
  }
  const may = { member: true, helper: user.isHelper, administrator: user.isAdministrator }[audience];
  return may ? children : <p role="alert">You are not authorized to view this page.</p>;
}
