import { type RawBuilder, sql } from "kysely";
import { type Database, firstOf, statement, wroteAny } from "../../../server/db/database.ts";
import type { WishTable } from "../../../server/db/schema.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";

/** What a wish is for: a challenge, its towers (completion.og_identity; empty where there are none), and its map, if any. */
export type WishedFor = Pick<WishTable, "challenge" | "towers" | "map">;

type NewWish = WishedFor & Pick<WishTable, "id" | "person" | "at">;

export interface OwnWishRow extends NewWish, Pick<WishTable, "reason"> {
  readonly filekey: string | null;
}

/** A wish `w` that is neither fulfilled nor removed, and whose map is among the index's. */
const isOpen = sql`w.removed_at is null
  and (w.map is null or exists (select 1 from map as m where m.id = w.map and m.listed = 1))
  and not exists (select 1 from wish_done as d where d.wish = w.id)`;

const isFor = ({ challenge, towers, map }: WishedFor): RawBuilder<unknown> =>
  sql`w.challenge = ${challenge} and w.towers = ${towers} and ifnull(w.map, 0) = ${map ?? 0}`;

/** The statement that adds a wish, if its person has fewer than `most` open ones and none for the same. */
export const addWishStatement = ({ id, person, challenge, towers, map, at }: NewWish, most: number) =>
  statement<{ id: string }>`insert into wish (id, person, challenge, towers, map, at)
    select ${id}, ${person}, ${challenge}, ${towers}, ${map}, ${at}
    where (select count(*) from wish as w where w.person = ${person} and ${isOpen}) < ${most}
    on conflict do nothing returning id`;

/** The statement behind what most wish for, of some challenge, towers or map. */
export const wantedStatement = (
  { challenge, towers, map }: { readonly [Name in keyof WishedFor]: WishedFor[Name] | null },
  limit: number,
) =>
  statement<WishedFor & { wishes: number }>`select w.challenge, w.towers, w.map, count(*) as wishes
    from wish as w where ${isOpen}
      and not exists (select 1 from account where account.id = w.person and account.blocked_at is not null)
      ${challenge === null ? sql`` : sql`and w.challenge = ${challenge}`}
      ${towers === null ? sql`` : sql`and w.towers = ${towers}`}
      ${map === null ? sql`` : sql`and w.map = ${map}`}
    group by w.challenge, w.towers, ifnull(w.map, 0) order by 4 desc, min(w.at), 1, 2, 3 limit ${limit}`;

/** The statement behind a person's wishes, the newest first, each with a completion that fulfils it. */
export const ownWishesStatement = (person: string, limit: number) =>
  statement<OwnWishRow>`select w.id, w.person, w.challenge, w.towers, w.map, w.at, w.reason,
      (select c.id from completion as c
        where c.seq = (select d.completion from wish_done as d where d.wish = w.id limit 1)) as filekey
    from wish as w where w.person = ${person} order by w.at desc, w.id desc limit ${limit}`;

/** What people wish for. Nothing public is made from it but counts that are not kept, and no write here is logged. */
export const wishReads = (database: Database) => ({
  /** False: it was not added. */
  add: (wish: NewWish, most: number): Promise<boolean> => wroteAny(database, [addWishStatement(wish, most)]),

  /** A person's wish for this, open or not. */
  findOwn: (person: string, wish: WishedFor): Promise<Pick<WishTable, "reason"> | null> =>
    firstOf(
      database,
      NO_TAGS,
      statement<Pick<WishTable, "reason">>`select w.reason from wish as w
        where ${isFor(wish)} and w.person = ${person}`,
    ),

  listWanted: (by: Parameters<typeof wantedStatement>[0], limit: number) =>
    database.query(NO_TAGS, wantedStatement(by, limit)),

  listOwn: (person: string, limit: number) => database.query(NO_TAGS, ownWishesStatement(person, limit)),

  /** Forgets a wish. False: it is not this person's, or a helper removed it. */
  end: (id: string, person: string): Promise<boolean> =>
    wroteAny(database, [
      statement<{
        id: string;
      }>`delete from wish where id = ${id} and person = ${person} and removed_at is null
        returning id`,
    ]),

  /** Removes all open wishes for something. False: there is none. */
  remove: (
    wish: WishedFor,
    { reason, by, at }: { readonly reason: string; readonly by: string; readonly at: string },
  ): Promise<boolean> =>
    wroteAny(database, [
      statement<{
        id: string;
      }>`update wish as w set removed_at = ${at}, removed_by = ${by}, reason = ${reason}
        where ${isFor(wish)} and ${isOpen} returning id`,
    ]),
});
