import { CompiledQuery, sql } from "kysely";
import { recountAll } from "./counters.ts";
import { type Database, sqlite } from "./database.ts";
import { completionsOf, NO_TAGS } from "./tags.ts";

/** An index or a trigger, and the statement that created it. */
interface Made {
  readonly type: "index" | "trigger";
  readonly name: string;
  readonly sql: string;
}

/**
 * All indexes and triggers, in the order in which they were created. Indexes of a table's own keys have no statement.
 */
const MADE = sql<Made>`select type, name, sql from sqlite_schema
  where type in ('index', 'trigger') and sql is not null order by rowid`.compile(sqlite);

/**
 * Loads many rows at once. Indexes and triggers are dropped while `load` writes; at the end what they keep is derived
 * anew, and they are recreated from the database's own statements. `load` writes base rows only; where it empties a
 * table, it also empties what is derived from it; its lookups can use only the tables' own keys, since there are no
 * other indexes. At the end every cached answer is stale.
 *
 * `database` makes all of it one transaction: no reader sees half of it, and if it is cut off, it never happened.
 * @param progress reports how far the rebuild at the end has got
 * @throws ConstraintError, or the engine's own error, where two rows take one place
 */
export async function loadAtOnce(
  database: Database,
  load: () => Promise<void>,
  progress: (step: string, done: number, total: number) => void = () => {},
): Promise<void> {
  const made = await database.query(NO_TAGS, MADE);
  await database.atomic(made.map(({ type, name }) => CompiledQuery.raw(`drop ${type} "${name}"`)));
  await load();
  const make = (kind: Made["type"]): CompiledQuery<unknown>[] =>
    made.filter(({ type }) => type === kind).map((each) => CompiledQuery.raw(each.sql));
  const statements = [
    // Names come before the indexes over them; what reads all rows of several tables comes after the indexes.
    ...[...namePlayers(), ...findTowersAndPlayers(), ...make("index"), ...recountAll(), ...makeFindable()],
    ...[...make("trigger"), touchAll()],
  ];
  for (const [at, statement] of statements.entries()) {
    progress("making indexes", at, statements.length);
    await database.atomic([statement]);
  }
  progress("making indexes", statements.length, statements.length);
}

/** The statements that make a player of each name that has none yet, in the order in which completions bring them. */
function namePlayers(): CompiledQuery<unknown>[] {
  // A place combines a completion's number and a player's position in it: a completion has few players.
  const named = sql`select keys.value as name_key,
      json_extract(c.people_sort_keys, '$[' || keys.key || ']') as sort_key, min(c.seq * 1000 + keys.key) as place
    from completion as c, json_each(c.people_keys) as keys
    where c.deleted_at is null and not exists (select 1 from player_name where name_key = keys.value)
    group by keys.value`;
  return [
    sql`insert into player (origin_key) select name_key from (${named}) order by place`.compile(sqlite),
    sql`insert into player_name (name_key, sort_key, player, status)
      select named.name_key, named.sort_key, player.id, 'current'
      from (${named}) as named join player on player.origin_key = named.name_key order by place`.compile(
      sqlite,
    ),
  ];
}

/**
 * The statements that record which towers live completions hold and who played them, in the order of the tables' keys.
 */
function findTowersAndPlayers(): CompiledQuery<unknown>[] {
  return [
    sqlite.deleteFrom("completion_tower").compile(),
    sql`insert into completion_tower (tower, challenge, completion, position)
      select towers.value, c.challenge, c.seq, towers.key from completion as c, json_each(c.towers) as towers
      where c.deleted_at is null order by 1, 2, 3, 4`.compile(sqlite),
    sqlite.deleteFrom("completion_player").compile(),
    sql`insert into completion_player (name, challenge, completion, position, credit)
      select player_name.id, c.challenge, c.seq, keys.key, json_extract(c.people, '$[' || keys.key || ']')
      from completion as c, json_each(c.people_keys) as keys join player_name on player_name.name_key = keys.value
      where c.deleted_at is null order by 1, 2, 3, 4`.compile(sqlite),
  ];
}

/** The statements that fill the search index with live completions. */
export function makeFindable(): CompiledQuery<unknown>[] {
  return [
    sql`insert into completion_search (completion_search) values ('delete-all')`.compile(sqlite),
    sql`insert into completion_search (rowid, words) select seq, words from completion_found_by order by seq`.compile(
      sqlite,
    ),
  ];
}

/** The statement that moves every source that exists or may come to exist. */
const touchAll = (): CompiledQuery<unknown> =>
  sql`insert into touched select name from source union select ${completionsOf("")} || challenge from completion
    union values ('maps'), ('players'), ('accounts'), ('spellings'), ('starts'), ('balance-changes'), ('game-versions'), ('sample')`.compile(
    sqlite,
  );
