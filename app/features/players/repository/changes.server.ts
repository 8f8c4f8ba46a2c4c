import { type CompiledQuery, sql } from "kysely";
import { formerPersonKey, personKey } from "../../../../domain/game/name-key.ts";
import { insertChangeOf, type LogEntry } from "../../../../server/db/changes.ts";
import { type Database, firstValue, sqlite, statement, wroteAny } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { hashOf } from "../../../../server/media/store.ts";
import { insertNotices } from "../../notices/repository.server.ts";
import { shownAs } from "../repository.server.ts";
import { isOwned, ofPlayer } from "./name-requests.server.ts";
import { reindexAnsweredOf } from "./played-with.server.ts";

export const PLAYER_SHAPE = 1;

/** What is kept of the name, by its key, of a banned player who had it erased. */
export const hashOfName = (key: string): Promise<string> => hashOf(new TextEncoder().encode(key));

/** What may be kept of a name, as JSON. */
const hashesOf = async (name: string): Promise<string> =>
  JSON.stringify(await Promise.all([personKey(name), formerPersonKey(name)].map(hashOfName)));

const isErasedBan = (hashes: string) => sql<boolean>`hash in (select value from json_each(${hashes}))`;

/** All of a player that people change: what the log keeps. */
export interface PlayerState {
  /** As it is shown; of one who is joined with another, as it was written. */
  readonly name: string;
  /** The keys (personKey) of the names that are this player's. */
  readonly names: readonly string[];
  /** The id of the player with whom this one is joined, and that one's name; null: with nobody. */
  readonly into: number | null;
  readonly intoName: string | null;
  readonly banned: 0 | 1;
  /** The spelling of one of the names in which the player is to be shown; null: nobody chose one. Absent from older entries. */
  readonly shown: string | null;
  /** Why; null where nobody is banned. */
  readonly reason: string | null;
}

interface StateRow extends Omit<PlayerState, "names" | "reason"> {
  readonly id: number;
  /** JSON. */
  readonly names: string;
  readonly completions: number;
  readonly originals: number;
}

const keysOf = sql`(select json_group_array(name_key order by name_key) from player_name where player = p.id)`;
const totalOf = (amount: "verified" | "originals") =>
  sql`coalesce((select ${sql.ref(amount)} from player_total where player = p.id and board = 'all' and year = 0), 0)`;

/** The statement that finds the players with these ids, or the one for whom a name stands. */
const statesStatement = (which: { readonly id: number } | { readonly name: string }) =>
  statement<StateRow>`select p.id, ${keysOf} as names, p.banned, p.shown_as as shown,
      coalesce(${shownAs(sql`p.id`)}, (select credit from completion_player as played
        join player_name as n on n.id = played.name where n.name_key = p.origin_key limit 1), p.origin_key) as name,
      nullif(origin.player, p.id) as "into",
      case when origin.player <> p.id then ${shownAs(sql`origin.player`)} end as "intoName",
      ${totalOf("verified")} as completions, ${totalOf("originals")} as originals
    from player as p join player_name as origin on origin.name_key = p.origin_key
    where p.id = ${
      "id" in which
        ? which.id
        : sql`(select player from player_name where name_key = ${personKey(which.name)})`
    }`;

/** A player who is about to be changed. */
export interface StoredPlayer {
  readonly id: number;
  readonly state: PlayerState;
  /** Verified completions, and OGs among them. */
  readonly completions: number;
  readonly originals: number;
}

const stored = ({ id, names, completions, originals, ...state }: StateRow): StoredPlayer => ({
  id,
  completions,
  originals,
  // Why somebody is banned is the log's alone.
  state: { ...state, names: JSON.parse(names), reason: null },
});

/** Completions, pending ones too, in which both players stand. */
const together = (one: number, other: number) => sql`(select count(distinct a.completion)
  from player_name as na cross join completion_player as a on a.name = na.id
    cross join completion_player as b on b.completion = a.completion cross join player_name as nb on nb.id = b.name
  where na.player = ${one} and nb.player = ${other})`;

export function playerStates(database: Database) {
  const find = async (which: Parameters<typeof statesStatement>[0]): Promise<StoredPlayer | null> => {
    const [row] = await database.query(NO_TAGS, statesStatement(which));
    return row ? stored(row) : null;
  };
  return {
    findState: (id: number) => find({ id }),
    findStateByName: (name: string) => find({ name }),

    /** Counts the completions in which both players stand, pending ones too. */
    countTogether: async (one: number, other: number): Promise<number> =>
      (await firstValue(
        database,
        NO_TAGS,
        statement<{ count: number }>`select ${together(one, other)} as count`,
      )) ?? 0,

    /** Whether a verified completion has this spelling of one of the player's names. */
    isSpelledSo: async (player: number, spelling: string): Promise<boolean> =>
      (
        await database.query(
          NO_TAGS,
          statement<{
            is: 1;
          }>`select 1 as "is" from player_name as own cross join completion_player as p on p.name = own.id
              and p.credit = ${spelling} cross join completion as c on c.seq = p.completion and c.pending is null
            where own.player = ${player} and own.name_key = ${personKey(spelling)} limit 1`,
        )
      ).length > 0,

    /** Returns the place on the board of all completions of somebody with this many, without these players. */
    placeOf: async (completions: number, without: readonly number[]): Promise<number> =>
      (await firstValue(
        database,
        NO_TAGS,
        statement<{ place: number }>`select 1 + count(*) as place from player_total
          where board = 'all' and year = 0 and verified > ${completions}
            and player not in (select value from json_each(${JSON.stringify(without)}))
            and player not in (select id from player where banned = 1)`,
      )) ?? 1,

    /**
     * Returns the id of the player whom a name stands for, null if nobody has it; and whether nothing is taken under it:
     * also where a banned player had it erased.
     */
    async findNamed(name: string): Promise<{ readonly player: number | null; readonly isBanned: boolean }> {
      const [row] = await database.query(
        NO_TAGS,
        statement<{
          player: number | null;
          isBanned: 0 | 1;
        }>`with named as (select n.player, banned from player_name as n
            join player on player.id = n.player where n.name_key = ${personKey(name)})
          select (select player from named) as player, coalesce((select banned from named), 0)
            or exists (select 1 from erased_ban where ${isErasedBan(await hashesOf(name))}) as isBanned`,
      );
      return { player: row?.player ?? null, isBanned: row?.isBanned === 1 };
    },

    /** Takes back the ban of a name that was erased. False: there is none. */
    async endErasedBan(name: string): Promise<boolean> {
      return wroteAny(database, [
        sqlite
          .deleteFrom("erased_ban")
          .where(isErasedBan(await hashesOf(name)))
          .returning("hash")
          .compile(),
      ]);
    },
  };
}

/** What the owner of a player is told of a change: who was joined with whom, what is shown, who is banned; null: nothing. */
function tellingOf(before: PlayerState, after: PlayerState): { name: string; text: string } | null {
  const { name } = before;
  if (after.into !== before.into)
    return after.intoName === null
      ? { name, text: `It is no longer joined with ${before.intoName}.` }
      : { name: after.intoName, text: `${name} was joined with it.` };
  if (after.banned !== before.banned)
    return {
      name,
      text:
        after.banned === 1
          ? "It is banned: it is on no board, and nothing more is accepted under it."
          : "It is no longer banned.",
    };
  if ((after.shown ?? null) !== (before.shown ?? null))
    return { name: after.shown ?? name, text: `It was shown as ${name}.` };
  return null;
}

/** The statement that tells the owners of these players what somebody else changed of them, once the log has it. */
function tellOwners(players: readonly number[], before: PlayerState, after: PlayerState) {
  const told = tellingOf(before, after);
  if (!told) return [];
  return players.map((player) =>
    insertNotices(sql`select r.person, 'player-changed', 'change ' || c.seq, null, ${JSON.stringify(told)}, c.at
      from change as c join name_request as r on r.state = 'approved' and ${ofPlayer(player)} and r.person <> c.actor
      where c.seq = (select max(seq) from change)`),
  );
}

/** The statement after a join: who has hidden the page of a name has hidden that of the player whose it is now. */
const keepHidden = (from: number, to: number) =>
  statement`update player set hidden = 1
    where id = ${to} and exists (select 1 from player where id = ${from} and hidden = 1)`;

/** The statements after a parting: of both pages that stays hidden which somebody owns. */
const partHidden = (from: number, to: number): CompiledQuery<unknown>[] => [
  statement`update player set hidden = (select hidden from player where id = ${from}) and ${isOwned(to)}
    where id = ${to}`,
  statement`update player set hidden = hidden and ${isOwned(from)} where id = ${from}`,
];

/**
 * The batch that puts one state of a player in the place of another: joins, parts, bans, another name shown. Its last statement returns the
 * number of this change. It throws ConstraintError when the player is no longer as in `before`, or when both players now
 * stand in one completion.
 */
export function changePlayer(
  id: number,
  before: PlayerState,
  after: PlayerState,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const isJoin = after.into !== null;
  const [from, to] = [before.into ?? id, after.into ?? id];
  const moved = JSON.stringify(isJoin ? before.names : after.names);
  const areThere = sql`(select count(*) from player_name
    where player = ${from} and name_key in (select value from json_each(${moved}))) = json_array_length(${moved})`;
  // All names of a player are joined, none that came since is left behind.
  const isWhole = sql`(select count(*) from player_name where player = ${from}) = json_array_length(${moved})`;
  const takes = sql`exists (select 1 from player_name where player = ${to}) and ${together(id, to)} = 0`;
  const { shown = null } = after;
  const isTheirs =
    shown === null || shown === (before.shown ?? null)
      ? sql`true`
      : sql`exists (select 1 from player_name where name_key = ${personKey(shown)} and player = ${id})`;
  const holds = from === to ? isTheirs : isJoin ? sql`${areThere} and ${isWhole} and ${takes}` : areThere;
  return [
    insertChangeOf(
      { ...entry, noun: "player", shape: PLAYER_SHAPE, revision: null, before, after },
      sql`(select cast(p.id as text) from player as p where p.id = ${id} and p.banned = ${before.banned}
        and p.shown_as is ${before.shown ?? null} and ${holds})`,
    ),
    statement`update player_name set player = ${to}
      where player = ${from} and ${from} <> ${to} and name_key in (select value from json_each(${moved}))`,
    ...(from === to ? [] : isJoin ? [keepHidden(from, to)] : partHidden(from, to)),
    sqlite
      .updateTable("player")
      .set({ banned: after.banned, shown_as: shown, shown_key: shown === null ? null : personKey(shown) })
      .where("id", "=", id)
      .compile(),
    ...tellOwners([...new Set([from, to])], before, after),
    // Whose names they are, and whose words count, may be another matter now.
    ...(from !== to || before.banned !== after.banned ? reindexAnsweredOf([from, to]) : []),
    sqlite.selectFrom("change").select(sql<number>`max(seq)`.as("seq")).compile(),
  ];
}
