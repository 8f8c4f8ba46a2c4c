import { sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";

/** The result of taking in a file from a bucket. */
export interface KnownFile {
  readonly source: string;
  readonly bytes: number;
  readonly modifiedAt: string | null;
  /** JSON */
  readonly result: string;
  readonly at: string;
}

/** The files that were taken in from a bucket, or left out by a rule. */
export function knownFiles(database: Database) {
  return {
    findAll: (): Promise<KnownFile[]> =>
      database.query(
        PRIVATE,
        sqlite
          .selectFrom("act_file")
          .select(["source", "bytes", "modified_at as modifiedAt", "result", "at"])
          .compile(),
      ),

    async save({ source, bytes, modifiedAt, result, at }: KnownFile): Promise<void> {
      await database.atomic([
        sql`insert or replace into act_file (source, bytes, modified_at, result, at)
          values (${source}, ${bytes}, ${modifiedAt}, ${result}, ${at})`.compile(sqlite),
      ]);
    },
  };
}
