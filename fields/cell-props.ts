import type { WireValue } from "./kind.ts";
import type { Marks } from "./marks/packed.ts";

/** What a cell gets: the value on the wire and what it needs of the page around it. */
export interface CellProps {
  readonly value: WireValue;
  /** What the row records of a tower's or a set of towers' upgrades; null: nothing, or it is no tower. */
  readonly upgrades: WireValue;
  readonly marks: Marks;
  /**
   * Where a value leads: mostly the list narrowed to it. Null where the page offers no such link. The links are plain, as
   * there may be hundreds: ui/components/use-own-links.ts follows them.
   */
  readonly narrowed: ((parameter: "tower" | "map" | "person", value: string) => string) | null;
}
