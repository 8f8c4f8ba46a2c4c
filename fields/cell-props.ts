import type { WireValue } from "./kind.ts";

/** A tower's category by its name, for those that a page shows. */
export type Categories = Readonly<Record<string, string>>;

/** What a cell gets: the value on the wire and what it needs of the page around it. */
export interface CellProps {
  readonly value: WireValue;
  readonly categories: Categories;
  /** Where a value leads: mostly the list narrowed to it. Null where the page offers no such link. */
  readonly narrowed: ((parameter: "tower" | "map" | "person", value: string) => string) | null;
}
