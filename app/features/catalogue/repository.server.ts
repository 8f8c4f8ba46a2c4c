import { type CompiledQuery, sql } from "kysely";
import { Catalogue, type CatalogueRow, type UpgradeRow } from "../../../domain/game/catalogue.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { cachedByTags } from "../../../server/cache/bounded-cache.ts";
import { insertChangeOf, insertLoadedChanges, type LogEntry } from "../../../server/db/changes.ts";
import { type Database, sqlite, statement } from "../../../server/db/database.ts";
import { oncePerAnswer } from "../../../server/db/tags.ts";

/** The version of a tower's and a hero's shape in the log. */
const TOWER_SHAPE = 1;

/** The columns of a row by its names; `true`: as JSON. */
const COLUMNS = [
  ["kind", "kind", false],
  ["name", "name", false],
  ["fullName", "full_name", false],
  ["gameId", "game_id", false],
  ["category", "category", false],
  ["hardCost", "hard_cost", false],
  ["version", "version", false],
  ["date", "date", false],
  ["mark", "mark", false],
  ["spelling", "spelling", false],
  ["others", "others", true],
  ["upgrades", "upgrades", true],
  ["prices", "prices", true],
  ["excluded", "excluded", true],
] as const satisfies readonly (readonly [keyof CatalogueRow, string, boolean])[];

const textsOf = ({ name, spelling, others }: Pick<UpgradeRow, "name" | "spelling" | "others">) => [
  ...[name, spelling, ...others],
];

/** Returns the keys of texts, each once. */
const keysIn = (texts: readonly (string | null)[]): readonly string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : nameKey(text)))),
];

/** Returns the keys of all names and spellings of an upgrade, each once. */
export const keysOfUpgrade = (upgrade: UpgradeRow): readonly string[] => keysIn(textsOf(upgrade));

/** Returns the keys of all names and spellings of a tower or hero, each once. */
export const keysOf = (row: CatalogueRow): readonly string[] =>
  keysIn([...textsOf(row), row.fullName, ...row.upgrades.flatMap(textsOf)]);

/** SQL for a JSON object of a row `t`, as the log and `catalogueStatement` have it. */
const STATE = sql<string>`json_object(${sql.join(
  COLUMNS.flatMap(([name, column, isJson]) => [
    sql.lit(name),
    isJson ? sql`json(${sql.ref(`t.${column}`)})` : sql.ref(`t.${column}`),
  ]),
)})`;

/** The statement behind the catalogue: towers in the order of the shop, then heroes. */
export const catalogueStatement = () =>
  sql<{ state: string }>`select ${STATE} as state from tower as t where t.deleted_at is null
    order by t.kind desc,
      case t.category when 'primary' then 1 when 'military' then 2 when 'magic' then 3 else 4 end, t.place, t.id`.compile(
    sqlite,
  );

/** Reads of the game's towers and heroes. */
export function catalogueReads(database: Database) {
  const readOnce = cachedByTags<Catalogue>(database, { most: 1, bytes: 1024 });
  const once = oncePerAnswer<Catalogue>();
  const read = () =>
    readOnce("", async () => {
      const rows = await database.query(["catalogue"], catalogueStatement());
      return new Catalogue(rows.map(({ state }) => JSON.parse(state) as CatalogueRow));
    });
  return {
    /** Returns the catalogue: the same one from the start of an answer to its end. */
    current: (): Promise<Catalogue> => once("", read),
  };
}

/** Returns what gives the catalogue of the moment. */
export type CurrentCatalogue = ReturnType<typeof catalogueReads>["current"];

/**
 * The statement that loads towers and heroes of the facts. One whose name, spelling, letters or id there are already is
 * left out: what a helper made stays theirs. The caller logs them.
 */
export function insertTowers(
  rows: readonly CatalogueRow[],
  places: readonly number[],
): CompiledQuery<unknown> {
  const loaded = rows.map((row, at) => ({
    ...Object.fromEntries(COLUMNS.map(([name, column]) => [column, row[name]])),
    place: places[at],
    keys: keysOf(row),
  }));
  const columns = [...COLUMNS.map(([, column]) => column), "place", "keys"];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(
    columns.map((column) => sql`json_extract(loaded.value, ${sql.lit(`$.${column}`)})`),
  );
  return statement`insert into tower (${names}) select ${values} from json_each(${JSON.stringify(loaded)}) as loaded
    where not exists (select 1 from tower_key
      where key in (select value from json_each(json_extract(loaded.value, '$.keys'))))
    and not exists (select 1 from tower as t where t.deleted_at is null
      and t.mark = json_extract(loaded.value, '$.mark') collate nocase)
    and not exists (select 1 from tower as t where t.deleted_at is null
      and t.kind = json_extract(loaded.value, '$.kind') and t.game_id = json_extract(loaded.value, '$.game_id'))`;
}

/** The statement that logs loaded towers or heroes. */
export const logLoadedTowers = (kind: CatalogueRow["kind"], now: Date): CompiledQuery<unknown> =>
  insertLoadedChanges({
    ...{ noun: kind, shape: TOWER_SHAPE, at: now.toISOString() },
    states: sql`select cast(t.id as text) as id, ${STATE} as state from tower as t
      where t.kind = ${kind} and t.deleted_at is null`,
  });

/** A tower or hero as a write finds it. */
export interface StoredTower {
  readonly id: number;
  readonly revision: number;
  readonly row: CatalogueRow;
}

/** Finds all towers and heroes that are not deleted. */
export async function findAllStored(database: Pick<Database, "query">): Promise<readonly StoredTower[]> {
  const rows = await database.query(
    ["catalogue"],
    statement<{ id: number; revision: number; state: string }>`select t.id, t.revision, ${STATE} as state
      from tower as t where t.deleted_at is null`,
  );
  return rows.map(({ state, ...stored }) => ({ ...stored, row: JSON.parse(state) as CatalogueRow }));
}

/** Returns the values of a row's columns. */
const columnsOf = (row: CatalogueRow) => ({
  ...Object.fromEntries(
    COLUMNS.map(([name, column, isJson]) => [column, isJson ? JSON.stringify(row[name]) : row[name]]),
  ),
  keys: JSON.stringify(keysOf(row)),
});

/**
 * The batch that changes a tower or hero. It throws ConstraintError when it has changed since it was read, or another one
 * has one of its names, spellings or letters.
 */
export function updateTower(
  { id, revision, row: before }: StoredTower,
  after: CatalogueRow,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const still = sql`(select id from tower where id = ${id} and revision = ${revision})`;
  const logged = { noun: before.kind, shape: TOWER_SHAPE, revision: revision + 1, before, after };
  return [
    insertChangeOf({ ...entry, ...logged }, still),
    sqlite
      .updateTable("tower")
      .set({ ...columnsOf(after), deleted_at: null, revision: revision + 1 })
      .where("id", "=", id)
      .compile(),
  ];
}
