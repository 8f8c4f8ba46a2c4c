import { type MouseEvent, Suspense } from "react";
import { Link, NavLink } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import { later } from "../components/later.ts";
import { Hidden } from "../components/layout.tsx";
import classes from "../components/SiteHeader.module.css";
import type { NavigationLink } from "../navigation.ts";
import { useSignIn } from "./state.ts";

const UnseenNotices = later(async () => (await import("./OwnMenu.tsx")).UnseenNotices);
const OwnMenu = later(async () => (await import("./OwnMenu.tsx")).OwnMenu);

/**
 * Renders Login, or Account with the e-mail address and Logout (SPEC section 2, "Navigation"). Both are in the page from
 * the start: style sheets show the second to whom the hint remembers (hint.ts), who may open it before it is filled.
 */
export function AccountMenu({ login }: { login: NavigationLink }) {
  const { isAuthenticated, isLoading, user, signIn } = useSignIn();
  const present = isAuthenticated ? user : null;

  function start(event: MouseEvent): void {
    // A click that opens a new tab, for example, is left to the browser.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    void signIn();
  }

  const signingIn = <p className={classes.who}>Signing in…</p>;
  return (
    <>
      {present === null && (
        <NavLink
          to={login.path}
          className={() => classes.login}
          onClick={start}
          aria-busy={isLoading}
          aria-disabled={isLoading}
        >
          {login.label}
        </NavLink>
      )}
      <Link to={pages.notices()} className={classes.bell}>
        <Hidden>Notices</Hidden>
        {present !== null && (
          <Suspense fallback={null}>
            <UnseenNotices />
          </Suspense>
        )}
      </Link>
      <details name="site-menu" className={`${classes.menu} ${classes.account}`}>
        <summary aria-busy={present === null}>Account</summary>
        <div className={classes.sheet}>
          {present === null ? (
            signingIn
          ) : (
            <Suspense fallback={signingIn}>
              <OwnMenu user={present} />
            </Suspense>
          )}
        </div>
      </details>
    </>
  );
}
