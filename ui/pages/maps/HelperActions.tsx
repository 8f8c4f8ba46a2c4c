import { Link, useNavigate } from "react-router";
import { api, pages } from "../../../routes.ts";
import controls from "../../components/Controls.module.css";
import { ActionResult } from "../../sign-in/ActionResult.tsx";
import { useDelete } from "../../sign-in/use-delete.ts";
import classes from "./HelperActions.module.css";

/** What helpers can do with a whole map. */
export function HelperActions({ map }: { map: string }) {
  const navigate = useNavigate();
  const { action, remove } = useDelete(({ done }) => navigate(pages.maps(), { state: { done } }));
  return (
    <>
      <div className={classes.actions}>
        <Link to={pages.addMap({ map })} className={controls.button}>
          Edit
        </Link>
        <button
          type="button"
          className={controls.button}
          disabled={action.isRunning}
          onClick={() =>
            remove({
              question: `Are you sure you want to delete ${map}?`,
              path: api.deleteMap(),
              fields: { map },
              done: "Successfully deleted map.",
              failed: "Error deleting map",
            })
          }
        >
          Delete
        </button>
      </div>
      <div className={classes.result}>
        <ActionResult action={action} />
      </div>
    </>
  );
}
