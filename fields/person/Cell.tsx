import type { CellProps } from "../cell-props.ts";

/** A player's name, in the direction of its own script whatever stands around it. */
export function PersonCell({ value, narrowed }: CellProps) {
  const person = String(value ?? "?");
  return <bdi>{narrowed ? <a href={narrowed("person", person)}>{person}</a> : person}</bdi>;
}
