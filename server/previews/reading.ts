import type { Endpoint } from "../../contract/define.ts";
import { allMaps } from "../../contract/maps.ts";
import { tiersShown } from "../../fields/marks/tiers.ts";
import { towerMarkOf } from "../../game/marks.ts";
import { findTower } from "../../game/names.ts";
import type { Deps } from "../app.ts";
import type { Given, Router } from "../router.ts";
import type { Preview, PreviewPlate, PreviewTower } from "./preview.ts";

/** What a preview is made of: the site's own reads, and what the site says of itself. */
export interface Reading {
  readonly ask: Router["ask"];
  readonly site: Deps["siteNames"];
}

/** What the index itself could not read: nothing is drawn of it. */
export class NotRead extends Error {
  override readonly name = "NotRead";
}

/** What a read of the contract answers; null where it refuses, which the page itself says in words. Throws NotRead. */
export async function answerOf<Query, Result>(
  { ask }: Reading,
  endpoint: Endpoint<Query, Result>,
  given: Given,
): Promise<Result | null> {
  const { body, status } = await ask(endpoint, given);
  if (status >= 500) throw new NotRead(endpoint.path);
  return body;
}

/** A tower by its name or its spelling, and what is recorded of its upgrades. */
export function towerOf(name: string, upgrades: string | null = null): PreviewTower {
  const tower = findTower(name);
  if (!tower) return { name, mark: null, tiers: null };
  const mark = towerMarkOf(tower);
  const tiers = mark.category === "hero" ? null : (tiersShown(mark.tiers ?? undefined, upgrades) ?? null);
  return { name: tower.name, mark, tiers };
}

/** The plate of a map; null where no such map is listed. */
export async function plateOf(reading: Reading, name: unknown): Promise<PreviewPlate | null> {
  const body = await answerOf(reading, allMaps, {});
  const map = body?.results.find((each) => each.map === name);
  return map ? { difficulty: map.difficulty, abbreviation: map.abbreviation } : null;
}

/** A preview that says a page's heading; everything else is said by whoever knows more. */
export const plain = ({ site }: Reading, words: string, more: Partial<Preview> = {}): Preview => ({
  ...{ tag: null, chips: [], plate: null, verdict: null, heading: "", line: site.tagline, isOriginal: false },
  siteName: site.shortName,
  stage: { kind: "words", words, plate: null },
  ...more,
});
