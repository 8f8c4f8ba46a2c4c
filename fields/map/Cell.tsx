import { Link } from "react-router";
import type { CellProps } from "../cell-props.ts";

export function MapCell({ value, narrowed }: CellProps) {
  const map = String(value);
  return narrowed ? <Link to={narrowed("map", map)}>{map}</Link> : map;
}
