import { unpackMapMark } from "../marks/packed.ts";
import classes from "./MapMark.module.css";

/** The most letters that fit on the plate; a longer abbreviation is left out rather than cut. */
const MOST_LETTERS = 4;

/** Renders a map's plate: its abbreviation, and one to four pips for its difficulty. Its name stands beside it. */
export function MapMark({
  packed,
}: {
  /** See packed.ts; undefined for a map that the index does not list. */
  packed: string | undefined;
}) {
  const { difficulty, abbreviation } = unpackMapMark(packed);
  return (
    <i
      className={classes.plate}
      data-difficulty={difficulty}
      data-letters={abbreviation.length <= MOST_LETTERS ? abbreviation : ""}
      data-many={abbreviation.length > 2 || undefined}
      aria-hidden="true"
    />
  );
}
