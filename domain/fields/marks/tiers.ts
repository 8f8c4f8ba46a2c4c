/**
 * Returns the tiers to draw: those of the name alone ("0-5-0"), or with the crosspath if the upgrades are recorded,
 * which players write as "2-5-0" or "250". Upgrades that contradict the name are not drawn, and a paragon has no
 * crosspath. A tower type has only what is recorded; undefined if nothing is known.
 */
export function tiersShown(own: string | undefined, upgrades: string | null): string | undefined {
  const [, ...recorded] = /^\s*([0-5])-?([0-5])-?([0-5])\s*$/.exec(upgrades ?? "") ?? [];
  if (recorded.length === 0) return own;
  const agrees = own?.split("-").every((tier, path) => tier === "0" || tier === recorded[path]) ?? true;
  return agrees ? recorded.join("-") : own;
}
