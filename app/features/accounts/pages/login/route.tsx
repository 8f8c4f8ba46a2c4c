import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { Email } from "../../../../ui/components/Email.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { pageMeta } from "../../../../ui/meta.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import type { Route } from "./+types/route";

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Login", { url: pages.login() });

/** The page that links to the login lead to. It starts the login at once. */
export default function LoginPage() {
  const { isAuthenticated, isLoading, user, error, signIn } = useSignIn();
  const [search] = useSearchParams();
  const hasStarted = useRef(false);
  const signUp = search.has("sign-up");
  useEffect(() => {
    if (hasStarted.current || isLoading || isAuthenticated || error) return;
    hasStarted.current = true;
    void signIn({ returnTo: pages.home(), signUp });
  }, [isAuthenticated, isLoading, error, signUp, signIn]);
  return (
    <>
      <h1>Login</h1>
      {isAuthenticated ? (
        <p>
          You are signed in as {user?.email ? <Email address={user.email} /> : user?.name}.{" "}
          <Link to={pages.home()}>Go to the home page</Link>
        </p>
      ) : (
        error === null && (
          <p role="status" className={layout.scripted}>
            Redirecting…
          </p>
        )
      )}
      <noscript>
        <p>Signing in needs JavaScript. Everything else here works without it.</p>
      </noscript>
    </>
  );
}
