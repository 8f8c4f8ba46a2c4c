import { sql } from "kysely";
import { type Dump, readDump } from "../../contract/dumps.ts";
import { type Database, sqlite } from "./database.ts";

/** Whoever makes a dump, until when (ISO 8601, UTC). */
export interface DumpLease {
  readonly day: string;
  readonly holder: string;
  readonly until: string;
}

/** The public dumps that there are, and who makes the next one. */
export function dumpRecords(database: Database) {
  return {
    /** Those that are whole, newest first. */
    async findAll(): Promise<Dump[]> {
      const rows = await database.query(
        sqlite
          .selectFrom("dump")
          .select("manifest")
          .where("manifest", "is not", null)
          .orderBy("day", "desc")
          .compile(),
      );
      return rows.flatMap(({ manifest }) => (manifest === null ? [] : [readDump(manifest)]));
    },

    /** One that is whole. */
    async findByDay(day: string): Promise<Dump | null> {
      const [row] = await database.query(
        sqlite.selectFrom("dump").select("manifest").where("day", "=", day).compile(),
      );
      return row?.manifest ? readDump(row.manifest) : null;
    },

    /** Whether it is this holder who makes the dump of a day: nobody has made it, and nobody else is at it. */
    async claim({ day, holder, until }: DumpLease, now: string): Promise<boolean> {
      const [rows] = await database.atomic([
        sql`insert into dump (day, holder, held_until) values (${day}, ${holder}, ${until})
          on conflict (day) do update set holder = excluded.holder, held_until = excluded.held_until
          where dump.manifest is null and dump.held_until <= ${now} returning day`.compile(sqlite),
      ]);
      return rows?.length === 1;
    },

    /** Whether the holder still has it, who keeps it until then. */
    async renew({ day, holder, until }: DumpLease): Promise<boolean> {
      const [rows] = await database.atomic([
        sql`update dump set held_until = ${until}
          where day = ${day} and holder = ${holder} and manifest is null returning day`.compile(sqlite),
      ]);
      return rows?.length === 1;
    },

    /** Notes that the holder's dump is whole; false: another has it by now. */
    async finish({ day, holder }: Pick<DumpLease, "day" | "holder">, manifest: Dump): Promise<boolean> {
      const [rows] = await database.atomic([
        sql`update dump set manifest = ${JSON.stringify(manifest)}
          where day = ${day} and holder = ${holder} and manifest is null returning day`.compile(sqlite),
      ]);
      return rows?.length === 1;
    },

    /** Gives up what the holder has not finished. */
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

    /** Forgets those of days before one, whole or not. */
    async deleteBefore(day: string): Promise<void> {
      await database.atomic([sqlite.deleteFrom("dump").where("day", "<", day).compile()]);
    },

    /** The days of which something is to be kept: a dump, or one that is being made. */
    async findDays(): Promise<ReadonlySet<string>> {
      const rows = await database.query(sqlite.selectFrom("dump").select("day").compile());
      return new Set(rows.map(({ day }) => day));
    },
  };
}
