import { useNavigation } from "react-router";
import classes from "./NavigationProgress.module.css";

/** A thin line across the top while the next page loads. */
export function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div className={classes.track}>
      {busy && <div className={classes.line} role="progressbar" aria-label="Loading" />}
    </div>
  );
}
