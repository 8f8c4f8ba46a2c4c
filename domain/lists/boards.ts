/** Ends a board's name that ranks players by their originals. */
const BY_ORIGINALS = "-ogs";

/** A board: players ranked by their verified completions, or by their originals, of one challenge or of all. */
export interface Board {
  /** A challenge's key; null: all of them together. */
  readonly challenge: string | null;
  readonly ogOnly: boolean;
}

/** The board of all completions. */
export const ALL: Board = { challenge: null, ogOnly: false };

/** Returns how addresses name a board: all, ogs, 2tc, 2tc-ogs. */
export const boardName = ({ challenge, ogOnly }: Board): string =>
  challenge === null ? (ogOnly ? "ogs" : "all") : `${challenge}${ogOnly ? BY_ORIGINALS : ""}`;

/** Reads a board's name, in whatever letter case. Its challenge may be one that there is not. */
export function readBoard(name: string): Board {
  const given = name.toLowerCase();
  if (given === "all" || given === "ogs") return { challenge: null, ogOnly: given === "ogs" };
  const ogOnly = given.endsWith(BY_ORIGINALS);
  return { challenge: ogOnly ? given.slice(0, -BY_ORIGINALS.length) : given, ogOnly };
}
