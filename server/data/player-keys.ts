import { type CompiledQuery, sql } from "kysely";
import { personKey, personSortKey } from "../../game/name-key.ts";
import { type Database, sqlite } from "./database.ts";
import { PRIVATE } from "./tags.ts";

/** Names and completions of one batch. */
const AT_ONCE = 200;

interface StoredName {
  readonly id: number;
  readonly name_key: string;
  readonly sort_key: string;
}

const namesToRenew = sql<StoredName>`select n.id, n.name_key, n.sort_key
  from player_name_to_renew as old cross join player_name as n on n.id = old.id
  order by old.id limit ${AT_ONCE}`.compile(sqlite);

/** A live completion of a name whose keys are out of date, after another one by its number. */
const completionsOfName = (name: number, after: number) =>
  sql<{ seq: number; people: string }>`select distinct c.seq, c.people
    from completion_player as played cross join completion as c on c.seq = played.completion
    where played.name = ${name} and c.seq > ${after} order by c.seq limit ${AT_ONCE}`.compile(sqlite);

/** The statement that gives completions the keys of their players. A trigger finds the players by them. */
function giveKeys(completions: readonly { seq: number; people: string }[]): CompiledQuery<unknown> {
  const rows = completions.map(({ seq, people }) => {
    const names: string[] = JSON.parse(people);
    const keys = JSON.stringify(names.map(personKey));
    return { seq, keys, sortKeys: JSON.stringify(names.map(personSortKey)) };
  });
  return sql`update completion set people_keys = row.value ->> '$.keys', people_sort_keys = row.value ->> '$.sortKeys'
    from json_each(${JSON.stringify(rows)}) as row where seq = row.value ->> '$.seq'`.compile(sqlite);
}

/**
 * The statements that end a name whose completions have their new keys: its player's other names go with the name that has
 * its new key. If there is none, since the name has no completions, it gets that key itself.
 */
function giveUpName(id: number, key: string, sortKey: string): CompiledQuery<unknown>[] {
  const other = sql`(select player from player_name where name_key = ${key})`;
  return [
    sql`update player_name set name_key = ${key}, sort_key = ${sortKey}
      where id = ${id} and not exists ${other}`.compile(sqlite),
    sql`update player_name set player = ${other}
      where player = (select player from player_name where id = ${id}) and name_key <> ${key}`.compile(
      sqlite,
    ),
    sql`delete from player_name where id = ${id} and name_key <> ${key}`.compile(sqlite),
  ];
}

async function renew({ id, name_key, sort_key }: StoredName, database: Database): Promise<void> {
  const [key, sortKey] = [personKey(name_key), personSortKey(name_key)];
  if (key === name_key && sortKey === sort_key) return;
  if (key === name_key) {
    const update = sql`update player_name set sort_key = ${sortKey} where id = ${id}`;
    await database.atomic([update.compile(sqlite)]);
  }
  let after = 0;
  for (;;) {
    const completions = await database.query(PRIVATE, completionsOfName(id, after));
    const last = completions.at(-1);
    if (!last) break;
    await database.atomic([giveKeys(completions)]);
    after = last.seq;
  }
  await database.atomic(giveUpName(id, key, sortKey));
}

/**
 * Gives the names that an earlier version wrote the keys of this one, so that names which differ in nothing that people see
 * are one player's. What was written stays. Returns how many names there were. Safe to interrupt and to repeat.
 */
export async function renewPlayerKeys(database: Database): Promise<number> {
  let renewed = 0;
  for (;;) {
    const names = await database.query(PRIVATE, namesToRenew);
    if (names.length === 0) return renewed;
    for (const name of names) await renew(name, database);
    const ids = JSON.stringify(names.map(({ id }) => id));
    await database.atomic([
      sql`delete from player_name_to_renew where id in (select value from json_each(${ids}))`.compile(sqlite),
    ]);
    renewed += names.length;
  }
}
