import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Database, firstValue, sqlite, statement, wroteAny } from "../../../server/db/database.ts";
import type { FollowTable } from "../../../server/db/schema.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";
import { insertNotices } from "../notices/repository.server.ts";

/** A list that somebody follows (migrations/0008-notices.sql). */
export type FollowedList = Pick<FollowTable, "challenge" | "query" | "key">;

type NewFollow = Omit<FollowTable, "due">;

/** The most unseen notices of this kind that a person gets; the feed has the others. */
const MOST_UNSEEN = 20;

/** What the key of a player begins with; behind it is the key of one of their names. */
const PLAYER = "player ";

/** A player is the same by any of their names. */
const identifiedBy = ({ challenge, query, key }: FollowedList): RawBuilder<unknown> =>
  key?.startsWith(PLAYER)
    ? sql`challenge = ${challenge} and ifnull(key, query) in (select ${key} union select ${PLAYER} || own.name_key
        from player_name as named join player_name as own on own.player = named.player
        where named.name_key = ${key.slice(PLAYER.length)})`
    : sql`challenge = ${challenge} and ifnull(key, query) = ${key ?? query}`;

/** The statement that adds a follow, if its person has fewer than `most` and not this one. */
export const addFollowStatement = ({ id, person, challenge, query, key, at }: NewFollow, most: number) =>
  statement<{ id: string }>`insert into follow (id, person, challenge, query, key, at)
    select ${id}, ${person}, ${challenge}, ${query}, ${key}, ${at}
    where (select count(*) from follow where person = ${person}) < ${most}
      and not exists (select 1 from follow where person = ${person} and ${identifiedBy({ challenge, query, key })})
    on conflict do nothing returning id`;

/** A follow with whether the player whom it is for has no page: hidden, or without completions. */
type OwnFollow = NewFollow & { readonly is_hidden: number };

/** The statement behind what a person follows, the newest first. */
export const followsStatement = (person: string) =>
  statement<OwnFollow>`select id, person, challenge, query, key, at, key like 'player %' and not exists (
      select 1 from player_name as named join player on player.id = named.player and player.hidden = 0
        join player_name as own on own.player = player.id join completion_player as played on played.name = own.id
      where named.name_key = substr(key, ${PLAYER.length + 1})) as is_hidden
    from follow where person = ${person} order by at desc, follow.id desc`;

/** Tells of completion `c` whoever has follow `f`, unless it is theirs, or was verified before they followed. */
const tell = (now: string, from: RawBuilder<unknown>) =>
  insertNotices(sql`select f.person, 'follow', 'follow ' || c.id, c.id, '{}', ${now} ${from}
      and c.deleted_at is null and c.pending is null and c.verified_at > f.at and f.person is not c.submitted_by
      and (select count(*) from notice as n
        where n.person = f.person and n.kind = 'follow' and n.seen_at is null) < ${MOST_UNSEEN}`);

/** The statement that tells of a completion whoever follows its map, its towers, one of its players, or all there is. */
export const tellByKeyStatement = (completion: string, now: string): CompiledQuery<unknown> =>
  tell(
    now,
    sql`from completion as c cross join (select 'all' as key
        union all select 'map ' || map_id from completion where id = ${completion}
        union all select 'towers ' || og_identity from completion where id = ${completion}
        union all select 'player ' || own.name_key from completion as played
          cross join completion_player as p on p.completion = played.seq
          cross join player_name as named on named.id = p.name
          cross join player_name as own on own.player = named.player where played.id = ${completion}) as picked
      cross join follow as f on f.key = picked.key and f.challenge in ('', c.challenge)
      where c.id = ${completion}`,
  );

/** The statement that tells of completions whoever follows the list that they are in, if they were verified since. */
export const tellByListStatement = (
  { challenge, query, due }: DueList,
  completions: readonly string[],
  now: string,
): CompiledQuery<unknown> =>
  tell(
    now,
    sql`from json_each(${JSON.stringify(completions)}) as listed cross join completion as c on c.id = listed.value
      cross join follow as f
      where c.verified_at >= ${due} and f.key is null and f.challenge = ${challenge} and f.query = ${query}`,
  );

/** The statement that finds which of these numbers are of completions that a person follows by a key. */
export const followedAmongStatement = (person: string, numbers: readonly number[]) =>
  statement<{ seq: number }>`with picked as materialized (select c.seq, c.challenge, c.map_id, c.og_identity
      from json_each(${JSON.stringify(numbers)}) as each cross join completion as c on c.seq = each.value),
    keyed (seq, challenge, key) as (
      select seq, challenge, each.value from picked
        cross join json_each(json_array('all', 'map ' || map_id, 'towers ' || og_identity)) as each
      union all
      select seq, picked.challenge, 'player ' || own.name_key from picked
        cross join completion_player as p on p.completion = picked.seq
        cross join player_name as named on named.id = p.name
        cross join player_name as own on own.player = named.player)
    select distinct seq from keyed cross join follow as f on f.person = ${person}
      and f.challenge in ('', keyed.challenge) and ifnull(f.key, f.query) = keyed.key and f.key is not null`;

/** A list that is to be queried for what is new in it. */
export type DueList = Pick<FollowTable, "challenge" | "query"> & { readonly due: string };

/** The statement that finds lists that are to be queried, those that wait longest first. */
export const dueListsStatement = (most: number) =>
  statement<DueList>`select challenge, query, min(due) as due from (
      select challenge, query, due from follow where due is not null order by due limit ${most})
    group by challenge, query`;

/** The statement that marks the lists of a challenge that are to be queried for what was verified since a time. */
export const markDueStatement = (challenge: string, since: string) =>
  statement`update follow set due = ${since} where key is null and challenge = ${challenge} and due is null`;

/** What people follow, and their feeds. Nothing public is made from it, and no write here is logged. */
export const followReads = (database: Database) => ({
  /** False: it was not added. */
  add: (follow: NewFollow, most: number): Promise<boolean> =>
    wroteAny(database, [addFollowStatement(follow, most)]),

  /** Returns the id of a person's follow of a list; null: they do not follow it. */
  findOwn: (person: string, list: FollowedList): Promise<string | null> =>
    firstValue(
      database,
      NO_TAGS,
      statement<{ id: string }>`select id from follow where person = ${person} and ${identifiedBy(list)}`,
    ),

  listOwn: (person: string) => database.query(NO_TAGS, followsStatement(person)),

  /** False: it is not this person's. */
  end: (id: string, person: string): Promise<boolean> =>
    wroteAny(database, [
      statement<{ id: string }>`delete from follow where id = ${id} and person = ${person} returning id`,
    ]),

  /** Returns which of these numbers are of completions that a person follows by a key. */
  findFollowed: async (person: string, numbers: readonly number[]): Promise<readonly number[]> =>
    (await database.query(NO_TAGS, followedAmongStatement(person, numbers))).map(({ seq }) => seq),

  /** When a person made the address of their feed; null: they have none. */
  findFeed: (person: string): Promise<string | null> =>
    firstValue(
      database,
      NO_TAGS,
      sqlite.selectFrom("follow_feed").select("at").where("person", "=", person).compile(),
    ),

  findPersonOfFeed: (hash: string): Promise<string | null> =>
    firstValue(
      database,
      NO_TAGS,
      sqlite.selectFrom("follow_feed").select("person").where("hash", "=", hash).compile(),
    ),

  /** Gives a person's feed an address, in place of the one that it may have. */
  saveFeed: async (person: string, hash: string, at: string): Promise<unknown> =>
    database.atomic([
      sqlite
        .insertInto("follow_feed")
        .values({ person, hash, at })
        .onConflict((conflict) => conflict.column("person").doUpdateSet({ hash, at }))
        .compile(),
    ]),

  endFeed: async (person: string): Promise<unknown> =>
    database.atomic([sqlite.deleteFrom("follow_feed").where("person", "=", person).compile()]),

  /** Tells of a completion of a challenge, and marks the lists that are to be queried for it. */
  tellByKey: async (
    completion: string,
    challenge: string,
    verifiedAt: string,
    now: string,
  ): Promise<unknown> =>
    database.atomic([tellByKeyStatement(completion, now), markDueStatement(challenge, verifiedAt)]),

  listDue: (most: number) => database.query(NO_TAGS, dueListsStatement(most)),

  /** Notifies of what is new in a list, which is not to be queried any more. */
  tellByList: async (list: DueList, completions: readonly string[], now: string): Promise<unknown> =>
    database.atomic([
      ...(completions.length > 0 ? [tellByListStatement(list, completions, now)] : []),
      statement`update follow set due = null where key is null and challenge = ${list.challenge}
        and query = ${list.query}`,
    ]),
});
