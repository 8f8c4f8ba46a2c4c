import { type CompiledQuery, sql } from "kysely";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { completionsOf } from "../../../contract/sources.ts";
import { shareOf } from "../../../derive/share.ts";
import { type Database, sqlite } from "../database.ts";
import { memoByVersion } from "../memo.ts";

/** The statement that counts a challenge's verified originals, or the maps with a verified completion of it. */
export function doneStatement(definition: ChallengeDefinition): CompiledQuery<{ done: number }> {
  const { key } = definition;
  if (shareOf(definition) !== "maps")
    return sql<{ done: number }>`select coalesce(sum(count), 0) as done from completion_count
      where challenge = ${key} and og = 1 and pending = 0`.compile(sqlite);
  return sql<{ done: number }>`select count(*) as done from map m where m.listed = 1 and exists (
    select 1 from completion_count c where c.challenge = ${key} and c.map = m.id and c.pending = 0 and c.count > 0)`.compile(
    sqlite,
  );
}

export function shareReads(database: Database) {
  const countOnce = memoByVersion<number>(database);
  return {
    /** How much of a challenge is done: originals, or maps with a completion (derive/share.ts). Verified ones alone count. */
    countDone(definition: ChallengeDefinition): Promise<number> {
      const statement = doneStatement(definition);
      const sources = [completionsOf(definition.key, "verified"), "maps"] as const;
      return countOnce(sources, statement, async () => (await database.query(statement))[0]?.done ?? 0);
    },
  };
}
