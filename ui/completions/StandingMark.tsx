import type { ToldStanding } from "../../derive/record.ts";
import { Ribbon } from "../../fields/marks/Ribbon.tsx";
import classes from "./StandingMark.module.css";

/** How a completion stands in its challenge's record: a ribbon where it is one, and by how much. */
export function StandingMark({ standing: { ribbon, words } }: { standing: ToldStanding }) {
  return (
    <span className={classes.standing} data-record={ribbon !== null || undefined}>
      {ribbon !== null && <Ribbon>{ribbon}</Ribbon>} <span>{words}</span>
    </span>
  );
}
