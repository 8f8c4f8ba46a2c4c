import classes from "./SignInNotice.module.css";
import { useSignIn } from "./state.ts";

/** What went wrong with signing in, on whatever page one is, with a way on. Every page carries it: it needs no library. */
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

/** Not to the address of a login that failed. */
function whereToReturn(): string {
  const { pathname, search } = window.location;
  return pathname === "/login-redirect" || pathname === "/login" ? "/" : pathname + search;
}
