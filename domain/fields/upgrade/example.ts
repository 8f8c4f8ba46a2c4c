import { upgradeChoices } from "./paths.ts";

/** Returns what people write as the upgrades of a tower, or as a hero's level. */
export function upgradeExample(tower: string): string {
  const offer = upgradeChoices(tower);
  if (offer?.of === "level") return "Level 1 to 20";
  return offer?.choices[Math.min(2, offer.choices.length - 1)] ?? "0-5-2";
}
