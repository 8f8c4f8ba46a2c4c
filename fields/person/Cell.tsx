import type { CellProps } from "../cell-props.ts";

/** Renders a player's name in the direction of its own script, whatever surrounds it. */
export function PersonCell({ value, narrowed }: CellProps) {
  const person = String(value ?? "?");
  return <bdi>{narrowed ? <a href={narrowed("person", person)}>{person}</a> : person}</bdi>;
}
