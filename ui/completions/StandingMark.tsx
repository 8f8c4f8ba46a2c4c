import type { ToldStanding } from "../../derive/record.ts";
import { Ribbon } from "../../fields/marks/Ribbon.tsx";
import classes from "./StandingMark.module.css";

/**
 * How a completion stands in its challenge's record: a ribbon where it is the record, plain words where it is one of a
 * narrower scope, and by how much.
 */
export function StandingMark({ standing: { record, isBest, words } }: { standing: ToldStanding }) {
  return (
    <span className={classes.standing} data-best={isBest || undefined}>
      {isBest ? <Ribbon>{record}</Ribbon> : record !== null && <b>{record}</b>} <span>{words}</span>
    </span>
  );
}
