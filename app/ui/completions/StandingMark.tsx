import { Ribbon } from "../../../domain/fields/marks/Stamps.tsx";
import type { StandingInWords } from "../../../domain/lists/record.ts";
import classes from "./StandingMark.module.css";

/**
 * Shows how a completion stands in its challenge's record, and by how much: a ribbon if it is the record, plain words
 * if it is one of a narrower scope.
 */
export function StandingMark({ standing: { record, isBest, words } }: { standing: StandingInWords }) {
  return (
    <span className={classes.standing} data-best={isBest || undefined}>
      {isBest ? <Ribbon>{record}</Ribbon> : record !== null && <b>{record}</b>} <span>{words}</span>
    </span>
  );
}
