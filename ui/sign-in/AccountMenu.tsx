import { type MouseEvent, Suspense } from "react";
import { NavLink } from "react-router";
import { later } from "../components/later.ts";
import classes from "../components/SiteHeader.module.css";
import type { NavigationLink } from "../navigation.ts";
import { useSignIn } from "./state.ts";

const OwnMenu = later(async () => (await import("./OwnMenu.tsx")).OwnMenu);

/** Renders Login, or Account with the e-mail address and Logout (SPEC section 2, "Navigation"). */
export function AccountMenu({ login }: { login: NavigationLink }) {
  const { isAuthenticated, isLoading, user, signIn } = useSignIn();

  function start(event: MouseEvent): void {
    // A click that opens a new tab, for example, is left to the browser.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    void signIn();
  }

  // Stands in for the menu until it is loaded, if the hint remembers the visitor (hint.ts).
  const presumed = (
    <span className={classes.presumed} aria-hidden="true">
      Account
    </span>
  );
  if (isAuthenticated && user)
    return (
      <Suspense fallback={presumed}>
        <OwnMenu user={user} />
      </Suspense>
    );
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
      {presumed}
    </>
  );
}
