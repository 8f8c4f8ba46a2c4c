import type { MouseEvent } from "react";
import { NavLink } from "react-router";
import { pages } from "../../routes.ts";
import { Email } from "../components/Email.tsx";
import classes from "../components/SiteHeader.module.css";
import type { NavigationLink } from "../navigation.ts";
import { useSignIn } from "./state.ts";

/** Login; or Account with the e-mail address and Logout (SPEC section 2, "Navigation"). */
export function AccountMenu({ login }: { login: NavigationLink }) {
  const { isAuthenticated, isLoading, user, hasAccounts, signIn, signOut } = useSignIn();

  function start(event: MouseEvent): void {
    // A new tab, say, is the link's own affair.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    void signIn();
  }

  if (!isAuthenticated || !user) {
    return (
      <>
        <NavLink
          to={login.path}
          className={() => classes.login}
          onClick={start}
          aria-busy={isLoading}
          aria-disabled={isLoading}
        >
          {login.label}
        </NavLink>
        {/* In its place for whom the hint remembers, until the menu is there (hint.ts). */}
        <span className={classes.presumed} aria-hidden="true">
          Account
        </span>
      </>
    );
  }
  return (
    <details name="site-menu" className={`${classes.menu} ${classes.account}`}>
      <summary>Account</summary>
      <div className={classes.sheet}>
        <p className={classes.who}>{user.email === null ? user.name : <Email address={user.email} />}</p>
        <ul className={classes.links}>
          <li>
            <NavLink to={pages.mySubmissions()}>My submissions</NavLink>
          </li>
          {hasAccounts && (
            <li>
              <NavLink to={pages.account()}>Your account</NavLink>
            </li>
          )}
          {user.isHelper && (
            <>
              <li>
                <NavLink to={pages.changes()}>Changes</NavLink>
              </li>
              <li>
                <NavLink to={pages.spellings()}>Spellings</NavLink>
              </li>
            </>
          )}
          {hasAccounts && user.isAdministrator && (
            <li>
              <NavLink to={pages.accounts()}>Accounts</NavLink>
            </li>
          )}
          <li>
            <button type="button" onClick={() => void signOut()}>
              Logout
            </button>
          </li>
        </ul>
      </div>
    </details>
  );
}
