import type { ListPageData } from "../load.server.ts";

/** A cell of the table. */
export interface CellAt {
  readonly tower: string;
  readonly map: string;
  readonly state: "og" | "done" | "pending" | "open";
}

/** Returns the parameters that name one of the table's completions in an address: its tower and its map. */
export function keysOf(
  { keys }: Pick<ListPageData["challenge"], "keys">,
  tower: string,
  map: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key) => [key, key === "map" ? map : tower]));
}
