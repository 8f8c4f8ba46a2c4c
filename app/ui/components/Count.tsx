import { counted } from "../../../domain/game/counted.ts";
import classes from "./CountTable.module.css";

/** A number, and a bar as long as its share of the greatest number in its column. */
export function Count({ value, most }: { value: number; most: number }) {
  return (
    <span className={classes.count}>
      <svg className={classes.bar} aria-hidden="true">
        <rect width={`${((value / most) * 100).toFixed(1)}%`} height="100%" />
      </svg>
      {counted(value)}
    </span>
  );
}
