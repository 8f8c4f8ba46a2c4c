import { type CompiledQuery, sql } from "kysely";
import type { Counters } from "../../../../server/counters.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { hashOf } from "../../../../server/media/store.ts";

/**
 * No stretch is as long, in milliseconds: one that would end later was begun while the clock was ahead, and counts
 * nothing any more.
 */
const TOO_LONG = 2 * 24 * 60 * 60 * 1000;
/** The same of a stretch of so many seconds. A process may be some seconds behind the one that began it. */
const tooLong = (seconds: number): number => Math.min(TOO_LONG, seconds * 2000 + 60 * 60 * 1000);

/** Stands for "any number" in the database: more than anybody ever counts to. */
const ANY = 1e15;

/**
 * Counters in the database, for processes or isolates that know nothing of each other. A take is one batch, all or
 * nothing: however many run at once, no more are counted than allowed. `now` returns milliseconds.
 */
export function countersInDatabase(database: Database, now: () => number = Date.now): Counters {
  return (purpose) => {
    // Keys may be of any length, and name people: only their hashes are stored.
    const of = async (key: string) => ({ purpose, key: await hashOf(new TextEncoder().encode(key)) });
    type Place = Awaited<ReturnType<typeof of>>;
    const rowOf = ({ purpose: of, key }: Place, at: number) =>
      sqlite
        .selectFrom("attempt")
        .select(["count", "until"])
        .where("purpose", "=", of)
        .where("key", "=", key)
        .where("until", ">", at)
        .where("until", "<=", at + TOO_LONG)
        .compile();
    const find = async (key: string) => (await database.query(NO_TAGS, rowOf(await of(key), now())))[0];

    return {
      async take(key, most, seconds, amount = 1) {
        const [place, at] = [await of(key), now()];
        const [counted = [], [found] = []] = await database.atomic([
          take(place, at, Math.min(most, ANY), seconds, amount),
          rowOf(place, at),
        ]);
        return counted.length > 0 ? 0 : (Number(found?.until ?? at) - at) / 1000;
      },
      count: async (key) => (await find(key))?.count ?? 0,
      async giveBack(key) {
        const { key: shortened } = await of(key);
        await database.atomic([
          sqlite
            .updateTable("attempt")
            .set({ count: sql<number>`max(count - 1, 0)` })
            .where("purpose", "=", purpose)
            .where("key", "=", shortened)
            .compile(),
        ]);
      },
      async forgive(key) {
        const { key: shortened } = await of(key);
        await database.atomic([
          sqlite.deleteFrom("attempt").where("purpose", "=", purpose).where("key", "=", shortened).compile(),
        ]);
      },
    };
  };
}

/** Counts so many more if there is room, in a new stretch or the current one. The statement returns a row if it did. */
const take = (
  { purpose, key }: { purpose: string; key: string },
  at: number,
  most: number,
  seconds: number,
  amount: number,
) => {
  const isOver = sql`(until <= ${at} or until > ${at + tooLong(seconds)})`;
  return sql`insert into attempt (purpose, key, count, until)
    select ${purpose}, ${key}, ${amount}, ${at + seconds * 1000} where ${most} > 0
    on conflict do update set
      count = case when ${isOver} then ${amount} else count + ${amount} end,
      until = case when ${isOver} then excluded.until else until end
    where ${isOver} or count < ${most}
    returning count`.compile(sqlite) as CompiledQuery<unknown>;
};

/** The statement that deletes stretches that have ended by `at`, in milliseconds. */
export const deleteEndedAttempts = (at: number): CompiledQuery<unknown> =>
  sqlite
    .deleteFrom("attempt")
    .where((where) => where.or([where("until", "<=", at), where("until", ">", at + TOO_LONG)]))
    .compile();
