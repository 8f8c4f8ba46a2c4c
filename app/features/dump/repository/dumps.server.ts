import { type Dump, readDump } from "../../../../domain/contract/dumps.ts";
import { type Database, sqlite, statement, wroteAny } from "../../../../server/db/database.ts";

/** Who is making a dump, and until when they hold it (ISO 8601, UTC). */
export interface DumpLease {
  readonly day: string;
  readonly holder: string;
  readonly until: string;
}

/** The public dumps, and who is making the next one. */
export function dumpRecords(database: Database) {
  return {
    /** Lists the complete dumps that this version of the site can offer, newest first. */
    async findAll(): Promise<Dump[]> {
      const rows = await database.query(
        ["dumps"],
        sqlite
          .selectFrom("dump")
          .select("manifest")
          .where("manifest", "is not", null)
          .orderBy("day", "desc")
          .compile(),
      );
      return rows.flatMap(({ manifest }) => (manifest === null ? null : readDump(manifest)) ?? []);
    },

    /** Claims a day's dump. True: the holder has it, since nobody has completed it and nobody else holds it. */
    claim: ({ day, holder, until }: DumpLease, now: string): Promise<boolean> =>
      wroteAny(database, [
        statement`insert into dump (day, holder, held_until) values (${day}, ${holder}, ${until})
          on conflict (day) do update set holder = excluded.holder, held_until = excluded.held_until
          where dump.manifest is null and dump.held_until <= ${now} returning day`,
      ]),

    /** Extends the holder's lease. Returns whether the holder still has it. */
    renew: ({ day, holder, until }: DumpLease): Promise<boolean> =>
      wroteAny(database, [
        statement`update dump set held_until = ${until}
          where day = ${day} and holder = ${holder} and manifest is null returning day`,
      ]),

    /** Records that the holder's dump is complete; false: somebody else holds it by now. */
    finish: ({ day, holder }: Pick<DumpLease, "day" | "holder">, manifest: Dump): Promise<boolean> =>
      wroteAny(database, [
        statement`update dump set manifest = ${JSON.stringify(manifest)}
          where day = ${day} and holder = ${holder} and manifest is null returning day`,
      ]),

    /** Releases the holder's dump if it is not complete. */
    async release({ day, holder }: Pick<DumpLease, "day" | "holder">): Promise<void> {
      await database.atomic([
        sqlite
          .deleteFrom("dump")
          .where("day", "=", day)
          .where("holder", "=", holder)
          .where("manifest", "is", null)
          .compile(),
      ]);
    },

    /** Deletes the records of all but the newest days, complete or not. */
    async deleteAllBut(most: number): Promise<void> {
      const newest = sqlite.selectFrom("dump").select("day").orderBy("day", "desc").limit(most);
      await database.atomic([sqlite.deleteFrom("dump").where("day", "not in", newest).compile()]);
    },

    /** Returns the days whose files stay: a dump is complete, or being made. */
    async findDays(): Promise<ReadonlySet<string>> {
      const rows = await database.query(["dumps"], sqlite.selectFrom("dump").select("day").compile());
      return new Set(rows.map(({ day }) => day));
    },
  };
}
