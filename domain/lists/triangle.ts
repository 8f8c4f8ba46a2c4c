// Pairs of names, a byte each. Browsers read them, too, so nothing here may need the catalogue.

/** Where a pair of names stands among all of them: a triangle, row by row. */
export const inTriangle = (one: number, other: number): number =>
  (Math.max(one, other) * (Math.max(one, other) + 1)) / 2 + Math.min(one, other);

/** What a byte says: on how many maps the pair is done, that it cannot be, and that something is pending. */
export const CANNOT_BE = 127;
export const IS_PENDING = 128;

/** Returns on how many maps a pair is done, null if it cannot be, and whether something is pending. */
export function readPair(byte: number): { readonly maps: number | null; readonly isPending: boolean } {
  const maps = byte & ~IS_PENDING;
  return { maps: maps === CANNOT_BE ? null : maps, isPending: byte >= IS_PENDING };
}
