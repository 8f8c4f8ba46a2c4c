import type { Field } from "../fields/index.ts";
import type { WireRow } from "./row.ts";

/** Whether what a row has in a field is of its original, not its own: OG extras on a row that is not the original. */
export const isOfOriginal = ({ ogExtra }: Pick<Field, "ogExtra">, { og }: WireRow): boolean =>
  ogExtra === true && og !== true;
