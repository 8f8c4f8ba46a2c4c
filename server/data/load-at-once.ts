import { CompiledQuery, sql } from "kysely";
import { completionsOf } from "../../contract/sources.ts";
import { countAnew } from "./counters.ts";
import { type Database, sqlite } from "./database.ts";

/** An index or a trigger, with the statement that made it. */
interface Made {
  readonly type: "index" | "trigger";
  readonly name: string;
  readonly sql: string;
}

/** All that is worked on with every row, in the order in which it was made. What a table's own keys need has no statement. */
const MADE = sql<Made>`select type, name, sql from sqlite_schema
  where type in ('index', 'trigger') and sql is not null order by rowid`.compile(sqlite);

/**
 * Loads many rows at once: indexes and triggers step aside while `load` writes, and what they keep is made anew at the end,
 * from the statements that the database itself has of them. `load` writes rows of their own alone; where it empties tables
 * it empties what is derived from them, too; and what it looks up it finds by the tables' own keys, for there are no others.
 * At the end all answers that were kept are outdated.
 *
 * `database` makes all of it one transaction: nobody sees half of it, and cut off it never was.
 * @param progress says how far making all anew is
 * @throws ConstraintError, or the engine's own error, where two rows have one place
 */
export async function loadAtOnce(
  database: Database,
  load: () => Promise<void>,
  progress: (step: string, done: number, total: number) => void = () => {},
): Promise<void> {
  const made = await database.query(MADE);
  await database.atomic(made.map(({ type, name }) => CompiledQuery.raw(`drop ${type} "${name}"`)));
  await load();
  const make = (wanted: Made["type"]): CompiledQuery<unknown>[] =>
    made.filter(({ type }) => type === wanted).map((each) => CompiledQuery.raw(each.sql));
  const statements = [
    // Names before the indexes over them; what reads all rows of several tables, behind the indexes.
    ...[...namePlayers(), ...findTowersAndPlayers(), ...make("index"), ...countAnew(), ...makeFindable()],
    ...[...make("trigger"), touchAll()],
  ];
  for (const [at, statement] of statements.entries()) {
    progress("making indexes", at, statements.length);
    await database.atomic([statement]);
  }
  progress("making indexes", statements.length, statements.length);
}

/** Each name that nobody has yet becomes a player's, in the order in which completions bring them. */
function namePlayers(): CompiledQuery<unknown>[] {
  // A completion has few players: a place is its number and the player's behind it.
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

/** Which live completion holds which tower, and who played it; in the order of their keys. */
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

/** What a search finds live completions by. */
function makeFindable(): CompiledQuery<unknown>[] {
  return [
    sql`insert into completion_search (completion_search) values ('delete-all')`.compile(sqlite),
    sql`insert into completion_search (rowid, words) select seq, words from completion_found_by order by seq`.compile(
      sqlite,
    ),
  ];
}

/** Moves every source that there is or may be. */
const touchAll = (): CompiledQuery<unknown> =>
  sql`insert into touched select name from source union select ${completionsOf("")} || challenge from completion
    union values ('maps'), ('players'), ('accounts'), ('spellings'), ('starts'), ('balance-changes'), ('sample')`.compile(
    sqlite,
  );
