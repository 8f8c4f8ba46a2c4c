import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { isCallback } from "../../../../ui/sign-in/config.ts";
import { SIGN_IN_FAILED, useSignIn } from "../../../../ui/sign-in/state.ts";
import type { Route } from "./+types/route";

const REDIRECTING = "Redirecting…";

export const meta: Route.MetaFunction = (args) => pageMeta(args, REDIRECTING, { url: pages.loginRedirect() });

/** The page to which the provider sends its answer. The SDK reads it and goes on to where the login was started. */
export default function LoginRedirectPage() {
  const { isLoading, error } = useSignIn();
  const navigate = useNavigate();
  // The router's location, because the window's is ahead of it while the page to return to is loading.
  const { search } = useLocation();
  const hasFailed = useRef(false);
  useEffect(() => {
    if (error !== null) hasFailed.current = true;
    // Opened by hand, or by the Back button, or the notice of the failure was closed: there is no answer to wait for.
    else if (!isLoading && (hasFailed.current || !isCallback(search)))
      void navigate(pages.home(), { replace: true });
  }, [isLoading, error, search, navigate]);
  // Only the browser knows that it failed, so the title cannot come with the page.
  useEffect(() => {
    if (error !== null) document.title = document.title.replace(REDIRECTING, SIGN_IN_FAILED);
  }, [error]);
  return (
    <>
      <h1>{error === null ? REDIRECTING : SIGN_IN_FAILED}</h1>
      {error !== null && (
        <p>
          <Link to={pages.home()}>Go to the home page</Link>
        </p>
      )}
    </>
  );
}
