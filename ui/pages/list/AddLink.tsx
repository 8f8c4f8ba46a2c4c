import { Link } from "react-router";
import { pages } from "../../../routes.ts";
import { useSignIn } from "../../sign-in/state.ts";
import classes from "./list.module.css";

/** For whoever is signed in (SPEC section 2, "Generic list page"). */
export function AddLink({ challenge: { key, label } }: { challenge: { key: string; label: string } }) {
  const { isAuthenticated } = useSignIn();
  return isAuthenticated ? (
    <Link to={pages.addForm(key)} className={classes.action}>
      Add {label}
    </Link>
  ) : null;
}
