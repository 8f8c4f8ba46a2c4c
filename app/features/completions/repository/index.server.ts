import { sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import type { CurrentCatalogue } from "../../catalogue/repository.server.ts";
import { claimReads } from "./claims.server.ts";
import { completionLists } from "./lists.server.ts";
import { lookAlikeReads } from "./look-alikes.server.ts";
import { newestReads, shareReads } from "./newest.server.ts";
import { recordReads } from "./records.server.ts";
import { severalListReads } from "./several-lists.server.ts";
import { completionStates } from "./stored-completion.server.ts";
import { unresolvedReads } from "./unresolved.server.ts";

/** The two best amounts of a challenge's verified completions on a map; the second is null if there is one alone. */
interface BestTwo {
  readonly challenge: string;
  readonly map: string;
  readonly best: number;
  readonly second: number | null;
}

/** Reads for whoever goes through all completions. */
const allRowReads = (database: Database) => ({
  /** Lists live completions, pending ones included, in the order of the table: so many after a number. Null: all challenges. */
  listAfter(challenge: string | null, after: number, most: number) {
    let rows = sqlite.selectFrom("completion").select(["seq", "id"]).where("deleted_at", "is", null);
    if (challenge !== null) rows = rows.where("challenge", "=", challenge);
    // The table itself is walked, whatever index a challenge has: seq is its key.
    return database.query(NO_TAGS, rows.where("seq", ">", after).orderBy("seq").limit(most).compile());
  },

  /** Returns the two best verified amounts of each map; each is one look into the index of a map's best ones. */
  listBest: (challenges: readonly string[]): Promise<BestTwo[]> =>
    database.query(
      NO_TAGS,
      sql<BestTwo>`select * from (select challenge.value as challenge, m.name as map,
          (select record_amount from completion where challenge = challenge.value and map_id = m.id
            and deleted_at is null and pending is null and record_amount is not null
            order by record_amount limit 1) as best,
          (select record_amount from completion where challenge = challenge.value and map_id = m.id
            and deleted_at is null and pending is null and record_amount is not null
            order by record_amount limit 1 offset 1) as second
        from json_each(${JSON.stringify(challenges)}) as challenge cross join map as m)
      where best is not null`.compile(sqlite),
    ),
});

/** Reads of completions: as everybody sees them, and as a write finds them. */
export function completionReads(database: Database, catalogueNow: CurrentCatalogue) {
  return {
    ...completionLists(database),
    ...severalListReads(database),
    ...newestReads(database),
    ...completionStates(database),
    ...allRowReads(database),
    ...claimReads(database),
    ...lookAlikeReads(database),
    ...recordReads(database),
    ...shareReads(database),
    ...unresolvedReads(database, catalogueNow),
  };
}
