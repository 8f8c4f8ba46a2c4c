import { type CompiledQuery, sql } from "kysely";
import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { shareOf } from "../../../../domain/lists/share.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { completionsOf, VERIFIED_PART } from "../../../../server/db/tags.ts";
import { storedCount } from "./rows.server.ts";

/**
 * How much of a challenge is done (domain/lists/share.ts): its verified completions, and the originals or maps among them.
 */
export interface Done {
  readonly verified: number;
  readonly done: number;
}

/** One row with `v0`, `d0`, `v1` …: a challenge's verified completions, and its originals or the maps that have one. */
export function doneStatement(
  definitions: readonly ChallengeDefinition[],
): CompiledQuery<Record<string, number | null>> {
  const verified = { on: "pending", pending: false } as const;
  const columns = definitions.flatMap((definition, at) => {
    const { key: challenge } = definition;
    const done =
      shareOf(definition) === "maps"
        ? sql`sum(exists (select 1 from completion_count c
            where c.challenge = ${challenge} and c.map = m.id and c.pending = 0 and c.count > 0))`
        : storedCount({ challenge }, [{ on: "og", og: true }, verified]);
    return [
      sql`${storedCount({ challenge }, [verified])} as ${sql.ref(`v${at}`)}`,
      sql`${done} as ${sql.ref(`d${at}`)}`,
    ];
  });
  // The maps are walked once for all challenges.
  return sql<
    Record<string, number | null>
  >`select ${sql.join(columns)} from map m where m.listed = 1`.compile(sqlite);
}

export function shareReads(database: Database) {
  return {
    /** Counts how much of each of these challenges is done, in their order. */
    async countDone(definitions: readonly ChallengeDefinition[]): Promise<Done[]> {
      const statement = doneStatement(definitions);
      const [counted = {}] = await database.query([completionsOf(null, VERIFIED_PART), "maps"], statement);
      return definitions.map((_, at) => ({ verified: counted[`v${at}`] ?? 0, done: counted[`d${at}`] ?? 0 }));
    },
  };
}
