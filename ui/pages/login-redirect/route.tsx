import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { pages } from "../../../routes.ts";
import { pageMeta } from "../../meta.ts";
import { isCallback } from "../../sign-in/config.ts";
import { useSignIn } from "../../sign-in/state.ts";
import type { Route } from "./+types/route";

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, "Redirecting…", { url: pages.loginRedirect() });

/** Where the provider answers. The SDK reads the answer and leads on to where the login was started. */
export default function LoginRedirectPage() {
  const { isLoading, error } = useSignIn();
  const navigate = useNavigate();
  const hasFailed = useRef(false);
  useEffect(() => {
    if (error !== null) hasFailed.current = true;
    // Opened by hand, or by the Back button, or the notice of the failure was closed: there is no answer to wait for.
    else if (!isLoading && (hasFailed.current || !isCallback(window.location.search)))
      void navigate(pages.home(), { replace: true });
  }, [isLoading, error, navigate]);
  return error === null ? (
    <p role="status">Redirecting…</p>
  ) : (
    <p>
      <Link to={pages.home()}>To the home page</Link>
    </p>
  );
}
