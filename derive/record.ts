import type { ChallengeDefinition } from "../challenges/define.ts";
import { nameOfKind } from "./fields.ts";

/** How a list is asked for the best completions first, as its `sortby` takes it; null: none is better than another. */
export function bestFirst(definition: ChallengeDefinition): { sortby: string; words: string } | null {
  const { record } = definition;
  if (!record) return null;
  const name = record.by === "towerCount" ? "towercount" : nameOfKind(definition, record.by);
  return { sortby: record.least ? `${name}` : `${name} DESC`, words: record.words };
}
