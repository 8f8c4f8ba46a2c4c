import { Link } from "react-router";
import controls from "../../components/Controls.module.css";
import { Icon } from "../../components/Icon.tsx";
import classes from "./list.module.css";

/** The first button of every list (SPEC section 2). The form that it leads to asks for a sign-in if there is none. */
export function AddLink({ to }: { to: string }) {
  return (
    <Link to={to} className={`${controls.button} ${controls.call} ${classes.add}`}>
      <Icon name="add" />
      <span>
        Add<span className={classes.rest}> a completion</span>
      </span>
    </Link>
  );
}
