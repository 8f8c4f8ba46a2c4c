import classes from "./SignInNotice.module.css";
import { useSignIn } from "./state.ts";

/** Shows what went wrong with signing in, and how to go on. Every page carries it, so it needs no library. */
export function SignInNotice() {
  const { error, signIn, dismiss } = useSignIn();
  if (!error) return null;
  return (
    <div className={classes.notice} role="alert">
      <p className={classes.title}>Signing in did not work</p>
      <p>{error.text}</p>
      <p className={classes.ways}>
        {error.retry && (
          <button type="button" data-first="" onClick={() => void signIn({ returnTo: whereToReturn() })}>
            Try again
          </button>
        )}
        <button type="button" onClick={dismiss}>
          Close
        </button>
      </p>
    </div>
  );
}

/** Returns the current address, unless that belongs to a failed login. */
function whereToReturn(): string {
  const { pathname, search } = window.location;
  return pathname === "/login-redirect" || pathname === "/login" ? "/" : pathname + search;
}
