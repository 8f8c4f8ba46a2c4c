import { Link } from "react-router";
import { pages } from "../../../routes.ts";
import { FocusedAlert } from "../../components/FocusedAlert.tsx";
import classes from "./HelperActions.module.css";

/** What a helper sees who has just rejected the completion. */
export function Rejected({ reason }: { reason: string }) {
  return (
    <FocusedAlert color="coral" role="status" title="Rejected">
      <div className={classes.rejection}>
        <p>{reason}</p>
        <p>
          Its submitter reads this, and can mend and submit it again. You can take it back in{" "}
          <Link to={pages.changes()}>Changes</Link>.
        </p>
      </div>
    </FocusedAlert>
  );
}
