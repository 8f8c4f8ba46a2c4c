import type { CellProps } from "../cell-props.ts";
import { MapMark } from "../marks/MapMark.tsx";
import { UnknownName } from "../marks/UnknownName.tsx";
import classes from "./Cell.module.css";

/** Renders a map's plate and name, linked to the list narrowed to it where there is one. */
export function MapCell({ value, marks, narrowed }: CellProps) {
  const map = String(value);
  const packed = marks.maps[map];
  const props = {
    className: classes.map,
    children: (
      <>
        <MapMark packed={packed} />
        <span>{map}</span>
      </>
    ),
  };
  if (!narrowed) return <span {...props} />;
  return (
    <>
      <a href={narrowed("map", map)} {...props} />
      {packed === undefined && <UnknownName />}
    </>
  );
}
