import { Link } from "react-router";
import { pages } from "../../routes.ts";
import { useSignIn } from "../sign-in/state.ts";
import classes from "./SampleNotice.module.css";

/**
 * Says on every page that what the index shows is made up. It is at the lower edge of the window, so that it moves no
 * row of a list. Administrators get a link to where they remove it.
 */
export function SampleNotice() {
  const { user } = useSignIn();
  return (
    <aside className={classes.notice} aria-label="Sample data">
      <p>
        <span>
          <strong>Sample data:</strong> made-up completions are shown.
        </span>
        {user?.isAdministrator && <Link to={pages.accounts()}>Remove</Link>}
      </p>
    </aside>
  );
}
