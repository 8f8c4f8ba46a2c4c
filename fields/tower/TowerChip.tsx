import { Link } from "react-router";
import type { CellProps } from "../cell-props.ts";
import classes from "./TowerChip.module.css";

/** A tower's name in the colour of its category, linking to the list narrowed to it where there is one. */
export function TowerChip({
  name,
  categories,
  narrowed,
}: { name: string } & Pick<CellProps, "categories" | "narrowed">) {
  const category = categories[name];
  const props = { className: classes.chip, "data-category": category, children: name };
  return narrowed ? <Link to={narrowed("tower", name)} {...props} /> : <span {...props} />;
}
