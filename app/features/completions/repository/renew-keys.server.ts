import { type CompiledQuery, type Selectable, sql } from "kysely";
import {
  ALL_ATTRIBUTE_COLUMNS,
  ATTRIBUTE_COLUMNS,
  packAttributes,
  searchWords,
  unpackAttributes,
} from "../../../../domain/fields/attributes.ts";
import { personKey, personSortKey } from "../../../../domain/game/name-key.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import type { CompletionTable } from "../../../../server/db/schema.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";

/** Rows of one batch. */
const AT_ONCE = 200;

/** The columns that follow from those of attributes. */
const DERIVED = [
  ...ALL_ATTRIBUTE_COLUMNS.filter((column) => !(ATTRIBUTE_COLUMNS as readonly string[]).includes(column)),
  "words" as const,
];

type Row = Pick<Selectable<CompletionTable>, (typeof ALL_ATTRIBUTE_COLUMNS)[number] | "words" | "seq">;

const completionsToRenew = sqlite
  .selectFrom("completion_to_renew as old")
  .innerJoin("completion as c", "c.seq", "old.seq")
  .select([...ALL_ATTRIBUTE_COLUMNS.map((column) => `c.${column}` as const), "c.words", "c.seq"])
  .orderBy("old.seq")
  .limit(AT_ONCE)
  .compile();

/** The statement that gives completions what follows from their values. Triggers find their players and words by it. */
function giveDerived(rows: readonly (Partial<Row> & { seq: number })[]): CompiledQuery<unknown> {
  const values = DERIVED.map((column) => sql`${sql.ref(column)} = row.value ->> ${sql.lit(`$.${column}`)}`);
  return sql`update completion set ${sql.join(values)} from json_each(${JSON.stringify(rows)}) as row
    where seq = row.value ->> '$.seq'`.compile(sqlite);
}

async function renewCompletions(database: Database): Promise<void> {
  for (;;) {
    const rows: Row[] = await database.query(PRIVATE, completionsToRenew);
    if (rows.length === 0) return;
    const changed = rows.flatMap((row) => {
      const values = unpackAttributes(row);
      const fresh = { ...packAttributes(values), words: searchWords(values) };
      const isSame = DERIVED.every((column) => fresh[column] === row[column]);
      return isSame
        ? []
        : [{ ...Object.fromEntries(DERIVED.map((column) => [column, fresh[column]])), seq: row.seq }];
    });
    const seqs = JSON.stringify(rows.map(({ seq }) => seq));
    await database.atomic([
      ...(changed.length === 0 ? [] : [giveDerived(changed)]),
      sql`delete from completion_to_renew where seq in (select value from json_each(${seqs}))`.compile(
        sqlite,
      ),
    ]);
  }
}

interface StoredName {
  readonly id: number;
  readonly name_key: string;
  readonly sort_key: string;
}

const namesToRenew = sql<StoredName>`select n.id, n.name_key, n.sort_key
  from player_name_to_renew as old cross join player_name as n on n.id = old.id
  order by old.id limit ${AT_ONCE}`.compile(sqlite);

/**
 * The statements that renew a name whose completions have their new keys: its player's other names go with the name that
 * has its new key. If there is none, since the name has no completions, it gets that key itself.
 */
function renewName({ id, name_key, sort_key }: StoredName): CompiledQuery<unknown>[] {
  const [key, sortKey] = [personKey(name_key), personSortKey(name_key)];
  if (key === name_key)
    return sortKey === sort_key
      ? []
      : [sql`update player_name set sort_key = ${sortKey} where id = ${id}`.compile(sqlite)];
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

async function renewNames(database: Database): Promise<void> {
  for (;;) {
    const names = await database.query(PRIVATE, namesToRenew);
    if (names.length === 0) return;
    const ids = JSON.stringify(names.map(({ id }) => id));
    await database.atomic([
      ...names.flatMap(renewName),
      sql`delete from player_name_to_renew where id in (select value from json_each(${ids}))`.compile(sqlite),
    ]);
  }
}

/**
 * Makes the keys of players and the words of completions anew that an earlier version made. Names that differ in nothing
 * that people see are one player's from then on; what was written stays. Safe to interrupt and to repeat.
 */
export async function renewKeys(database: Database): Promise<void> {
  await renewCompletions(database);
  await renewNames(database);
}
