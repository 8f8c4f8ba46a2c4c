import { type ReactNode, useMemo, useState } from "react";
import { type SignedInUser, SignInContext, type SignInSession, useSignIn } from "./state.ts";

/** Returns the session with the user who was last seen, while a window asks them to sign in again. */
export function useKeptSession(): SignInSession {
  const session = useSignIn();
  const present = session.isAuthenticated ? session.user : null;
  const [lastSeen, setLastSeen] = useState<SignedInUser | null>(null);
  if (present !== null && present !== lastSeen) setLastSeen(present);
  const user = present ?? lastSeen;
  return useMemo(() => ({ ...session, user }), [session, user]);
}

/** Keeps what is for the user on the page, whatever becomes of the session: the next request asks them to sign in. */
export function KeptSession({ children }: { children: ReactNode }) {
  return <SignInContext value={useKeptSession()}>{children}</SignInContext>;
}
