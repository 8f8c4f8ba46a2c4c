/** Folds pairs of tower and map (by its id) into bit sets over the maps; a map that is not listed has no bit. */
export function toBitSets(
  done: readonly { readonly tower: string; readonly map: number }[],
  maps: readonly number[],
): Record<string, string> {
  const bits = new Map(maps.map((map, index) => [map, 1n << BigInt(index)]));
  const sets = new Map<string, bigint>();
  for (const { tower, map } of done) sets.set(tower, (sets.get(tower) ?? 0n) | (bits.get(map) ?? 0n));
  return Object.fromEntries(Array.from(sets, ([tower, set]) => [tower, set.toString(16)]));
}
