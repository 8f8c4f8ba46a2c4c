import type { Endpoint } from "../../contract/define.ts";
import { allMaps } from "../../contract/maps.ts";
import type { Given } from "../../contract/page-context.ts";
import { tiersShown } from "../../fields/marks/tiers.ts";
import { towerMarkOf } from "../../game/marks.ts";
import { findTower } from "../../game/names.ts";
import type { Deps } from "../deps.ts";
import type { Router } from "../router.ts";
import type { Preview, PreviewPlate, PreviewTower } from "./preview.ts";

/** What a preview is made from: the site's own reads and its names. */
export interface Reading {
  readonly ask: Router["ask"];
  readonly site: Deps["siteNames"];
}

/** Thrown when the index failed to read something: nothing is drawn then. */
export class NotRead extends Error {
  override readonly name = "NotRead";
}

/** Returns the answer of a read of the contract; null if it refuses, which the page itself explains. Throws NotRead. */
export async function answerOf<Query, Result>(
  { ask }: Reading,
  endpoint: Endpoint<Query, Result>,
  given: Given,
): Promise<Result | null> {
  const { body, status } = await ask(endpoint, given);
  if (status >= 500) throw new NotRead(endpoint.path);
  return body;
}

/** Returns a tower by its name or a spelling, with its recorded upgrades. */
export function towerOf(name: string, upgrades: string | null = null): PreviewTower {
  const tower = findTower(name);
  if (!tower) return { name, mark: null, tiers: null };
  const mark = towerMarkOf(tower);
  const tiers = mark.category === "hero" ? null : (tiersShown(mark.tiers ?? undefined, upgrades) ?? null);
  return { name: tower.name, mark, tiers };
}

/** Returns the plate of a map; null if no such map is listed. */
export async function plateOf(reading: Reading, name: unknown): Promise<PreviewPlate | null> {
  const body = await answerOf(reading, allMaps, {});
  const map = body?.results.find((each) => each.map === name);
  return map ? { difficulty: map.difficulty, abbreviation: map.abbreviation } : null;
}

/** Returns a preview with only a page's heading; `more` overrides any part of it. */
export const plain = ({ site }: Reading, words: string, more: Partial<Preview> = {}): Preview => ({
  ...{ tag: null, chips: [], plate: null, verdict: null, heading: "", line: site.tagline, isOriginal: false },
  siteName: site.shortName,
  stage: { kind: "words", words, plate: null },
  ...more,
});
