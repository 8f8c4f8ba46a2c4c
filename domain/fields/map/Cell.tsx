import type { CellProps } from "../props.ts";
import classes from "./Cell.module.css";
import { MapMark } from "./MapMark.tsx";

/** Renders a map's plate and name, linked to the list narrowed to it where there is one. */
export function MapCell({ value, marks, narrowed }: CellProps) {
  const map = String(value);
  const props = {
    className: classes.map,
    children: (
      <>
        <MapMark packed={marks.maps[map]} />
        <span>{map}</span>
      </>
    ),
  };
  return narrowed ? <a href={narrowed("map", map)} {...props} /> : <span {...props} />;
}
