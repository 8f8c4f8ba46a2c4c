import type { WireValue } from "./kind.ts";
import type { Marks } from "./marks/packed.ts";

/** The props of a cell: the value on the wire, and what it needs from the page around it. */
export interface CellProps {
  readonly value: WireValue;
  /** The upgrades that the row records for a tower or a set of towers; null if none, or if the value is neither. */
  readonly upgrades: WireValue;
  readonly marks: Marks;
  /**
   * Returns the address that a value links to, usually the list narrowed to it. Null where the page offers no such
   * link. The links are plain, because there may be hundreds: app/ui/components/use-own-links.ts follows them.
   */
  readonly narrowed: ((parameter: "tower" | "map" | "person", value: string) => string) | null;
}
