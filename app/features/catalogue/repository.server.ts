import { type CompiledQuery, sql } from "kysely";
import { Catalogue, type CatalogueRow, type UpgradeRow } from "../../../domain/game/catalogue.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { cachedByTags } from "../../../server/cache/bounded-cache.ts";
import { insertChangeOf, insertLoadedChanges, type LogEntry } from "../../../server/db/changes.ts";
import { bind, type Database, inTexts, sqlite, statement } from "../../../server/db/database.ts";
import type { CompletionTable } from "../../../server/db/schema.ts";
import { NO_TAGS, oncePerAnswer } from "../../../server/db/tags.ts";

/** The version of a tower's and a hero's shape in the log. */
export const TOWER_SHAPE = 1;

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
  ["former", "former", true],
  ["upgrades", "upgrades", true],
  ["prices", "prices", true],
  ["excluded", "excluded", true],
] as const satisfies readonly (readonly [keyof CatalogueRow, string, boolean])[];

type Written = Pick<UpgradeRow, "name" | "spelling" | "others" | "former">;

const textsOf = ({ name, spelling, others, former }: Written) => [...[name, spelling, ...others, ...former]];

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
  sql<{
    state: string;
    renames: string;
  }>`select ${STATE} as state, t.renames from tower as t where t.deleted_at is null
    order by t.kind desc,
      case t.category when 'primary' then 1 when 'military' then 2 when 'magic' then 3 else 4 end, t.place, t.id`.compile(
    sqlite,
  );

/** Finds a tower or hero whose former names completions may still have; null: there is none. */
async function findRenaming(database: Database): Promise<Renaming | null> {
  const [row] = await database.query(
    NO_TAGS,
    statement<{ id: number; renames: string; renamedTo: number }>`
      select id, renames, renamed_to as renamedTo from tower where renames <> '{}' order by id limit 1`,
  );
  return row ? { ...row, renames: JSON.parse(row.renames) as Renames } : null;
}

/** Finds the next live completions with such a name, by their place in the table. */
const findToRename = (
  database: Database,
  { renames, renamedTo }: Renaming,
  count: number,
): Promise<{ id: string; seq: number }[]> =>
  database.query(NO_TAGS, toRenameStatement(Object.keys(renames), renamedTo, count));

/** Finds wishes that name one of these. */
const findWishesNaming = (
  database: Database,
  names: readonly string[],
): Promise<{ id: string; challenge: string; towers: string }[]> =>
  database.query(
    NO_TAGS,
    statement<{ id: string; challenge: string; towers: string }>`select id, challenge, towers from wish
      where towers <> '' and exists (select 1 from json_each(towers -> '$[0]') as named
        where named.value in (select value from json_each(${JSON.stringify(names)})))`,
  );

/**
 * Gives completions their names of today. Who made or changed them does not change, so the log says nothing of it. Throws
 * ConstraintError where a verified completion has the place of one of them.
 */
async function rename(
  database: Database,
  { id }: Renaming,
  rows: readonly RenamedRow[],
  renamedTo: number,
): Promise<void> {
  await database.atomic([
    ...inTexts(rows).map(
      (text) => statement`update completion set towers = row.value ->> '$.towers',
          identity = row.value ->> '$.identity', og_identity = row.value ->> '$.og_identity', words = row.value ->> '$.words'
        from json_each(${text}) as row
        where completion.id = row.value ->> '$.id' and completion.towers = row.value ->> '$.before'`,
    ),
    statement`update tower set renamed_to = ${renamedTo} where id = ${id}`,
  ]);
}

/** Ends a rename: what else has the names gets those of today. */
async function endRenaming(
  database: Database,
  { id, renames }: Renaming,
  wishes: readonly { readonly id: string; readonly towers: string }[],
): Promise<void> {
  const names = JSON.stringify(Object.entries(renames));
  const to = sql`(select value ->> '$[1]' from json_each(${names}) where value ->> '$[0]' = tower)`;
  const isFormer = sql`tower in (select value ->> '$[0]' from json_each(${names}))`;
  await database.atomic([
    ...inTexts(wishes).map(
      (text) => statement`update or ignore wish set towers = row.value ->> '$.towers'
        from json_each(${text}) as row where wish.id = row.value ->> '$.id'`,
    ),
    statement`update or ignore spelling set tower = ${to} where ${isFormer}`,
    statement`update balance_change set tower = ${to} where ${isFormer}`,
    statement`update tower set renames = '{}', renamed_to = 0
      where id = ${id} and renames = ${JSON.stringify(renames)}`,
  ]);
}

/** Reads of the game's towers and heroes. */
export function catalogueReads(database: Database) {
  const readOnce = cachedByTags<Catalogue>(database, { most: 1, bytes: 1024 });
  const once = oncePerAnswer<Catalogue>();
  const read = () =>
    readOnce("", async () => {
      const rows = await database.query(["catalogue"], catalogueStatement());
      const renames = rows.map((row) => JSON.parse(row.renames) as Renames);
      return new Catalogue(
        rows.map(({ state }) => JSON.parse(state) as CatalogueRow),
        Object.assign({}, ...renames) as Renames,
      );
    });
  return {
    /** Returns the catalogue: the same one from the start of an answer to its end. */
    current: (): Promise<Catalogue> => once("", read),
    /** Returns it as it is now, after a write of this answer. */
    newest: read,
    /** Finds a tower or hero that is about to be changed; deleted ones are found too. */
    async findById(id: number): Promise<StoredTower | null> {
      const [row] = await database.query(["catalogue"], statement<StoredRow>`${stored} where t.id = ${id}`);
      return row ? readStored(row) : null;
    },
    ...bind(database, {
      findAllStored,
      findRenaming,
      findToRename,
      findWishesNaming,
      rename,
      endRenaming,
    }),
  };
}

/** Returns what gives the catalogue of the moment. */
export type CurrentCatalogue = ReturnType<typeof catalogueReads>["current"];

/**
 * The statement that loads towers and heroes of the facts. One whose name, spelling, letters or id there are already is
 * left out: what a helper made stays theirs; and so is one that they deleted. The caller logs them.
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
    and not exists (select 1 from tower as t where t.kind = json_extract(loaded.value, '$.kind')
      and (t.game_id = json_extract(loaded.value, '$.game_id') or t.name = json_extract(loaded.value, '$.name')))`;
}

/** The statement that logs loaded towers or heroes. */
export const logLoadedTowers = (kind: CatalogueRow["kind"], now: Date): CompiledQuery<unknown> =>
  insertLoadedChanges({
    noun: kind,
    shape: TOWER_SHAPE,
    at: now.toISOString(),
    states: sql`select cast(t.id as text) as id, ${STATE} as state from tower as t
      where t.kind = ${kind} and t.deleted_at is null`,
  });

/** Returns the values of a row's columns. */
const columnsOf = (row: CatalogueRow) => ({
  ...Object.fromEntries(
    COLUMNS.map(([name, column, isJson]) => [column, isJson ? JSON.stringify(row[name]) : row[name]]),
  ),
  keys: JSON.stringify(keysOf(row)),
});

/** A tower or hero as a write finds it. */
export interface StoredTower {
  readonly id: number;
  readonly revision: number;
  /** False: it is deleted. */
  readonly isThere: boolean;
  readonly row: CatalogueRow;
  /** Names that completions may still have, each with the one that it became. */
  readonly renames: Renames;
}

/** Names that completions may have, and what they become. */
export type Renames = Readonly<Record<string, string>>;

/** A tower or hero whose former names completions may still have. */
export interface Renaming {
  readonly id: number;
  readonly renames: Renames;
  /** Up to which place in the table of completions it is done. */
  readonly renamedTo: number;
}

/** A completion with its names of today. */
export interface RenamedRow
  extends Pick<CompletionTable, "id" | "towers" | "identity" | "og_identity" | "words"> {
  /** Its towers as they were read. */
  readonly before: string;
}

/** The statement behind the next completions that have one of these names. */
export const toRenameStatement = (names: readonly string[], after: number, count: number) =>
  statement<{ id: string; seq: number }>`select distinct c.id, c.seq
    from completion_tower as t join completion as c on c.seq = t.completion
    where t.tower in (select value from json_each(${JSON.stringify(names)})) and t.completion > ${after}
    order by c.seq limit ${count}`;

const stored = sql`select t.id, t.revision, t.deleted_at, t.renames, ${STATE} as state from tower as t`;

interface StoredRow {
  readonly id: number;
  readonly revision: number;
  readonly deleted_at: string | null;
  readonly renames: string;
  readonly state: string;
}

const readStored = ({ id, revision, deleted_at, renames, state }: StoredRow): StoredTower => ({
  id,
  revision,
  isThere: deleted_at === null,
  row: JSON.parse(state) as CatalogueRow,
  renames: JSON.parse(renames) as Renames,
});

/** Finds all towers and heroes that are not deleted. */
export const findAllStored = async (database: Pick<Database, "query">): Promise<readonly StoredTower[]> =>
  (await database.query(["catalogue"], statement<StoredRow>`${stored} where t.deleted_at is null`)).map(
    readStored,
  );

/** The batch that adds a tower or hero as the last of its kind. Throws ConstraintError as updateTower does. */
export function insertTower(row: CatalogueRow, entry: LogEntry): CompiledQuery<unknown>[] {
  const columns = columnsOf(row);
  const names = sql.join([...Object.keys(columns), "place"].map((column) => sql.ref(column)));
  return [
    statement`insert into tower (${names})
      select ${sql.join(Object.values(columns))}, ifnull(max(place), 0) + 1 from tower`,
    insertChangeOf(
      { ...entry, noun: row.kind, shape: TOWER_SHAPE, revision: 1, before: null, after: row },
      sql`(select cast(max(id) as text) from tower)`,
    ),
  ];
}

/**
 * The batch that changes a tower or hero. It throws ConstraintError when it has changed since it was read, or another one
 * has one of its names, spellings or letters.
 */
export function updateTower(
  { id, revision, isThere, row, renames: open }: StoredTower,
  after: CatalogueRow,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const still = sql`(select cast(id as text) from tower where id = ${id} and revision = ${revision})`;
  const before = isThere ? row : null;
  const logged = { noun: row.kind, shape: TOWER_SHAPE, revision: revision + 1, before, after };
  const renames = JSON.stringify(renamesBetween(row, after, open));
  return [
    insertChangeOf({ ...entry, ...logged }, still),
    sqlite
      .updateTable("tower")
      .set({ ...columnsOf(after), deleted_at: null, revision: revision + 1, renames, renamed_to: 0 })
      .where("id", "=", id)
      .compile(),
  ];
}

/** The batch that deletes a tower or hero; completions keep its names. It throws ConstraintError when it has changed. */
export function deleteTowerById(
  { id, revision, row }: StoredTower,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const still = sql`(select cast(id as text) from tower
    where id = ${id} and revision = ${revision} and deleted_at is null)`;
  return [
    insertChangeOf(
      { ...entry, noun: row.kind, shape: TOWER_SHAPE, revision: revision + 1, before: row, after: null },
      still,
    ),
    sqlite
      .updateTable("tower")
      .set({ deleted_at: entry.at, revision: revision + 1 })
      .where("id", "=", id)
      .compile(),
  ];
}

/** Returns the names that differ between two states of a tower or hero, together with those not yet carried out. */
function renamesBetween(before: CatalogueRow, after: CatalogueRow, open: Renames): Renames {
  const namesByTier = ({ name, upgrades }: CatalogueRow): ReadonlyMap<string, string> =>
    new Map([["", name], ...upgrades.map((each) => [each.tier, each.name] as const)]);
  const now = namesByTier(after);
  const changed = new Map(
    [...namesByTier(before)].flatMap(([tier, name]) => {
      const to = now.get(tier);
      return to === undefined || to === name ? [] : [[name, to] as const];
    }),
  );
  const all = [
    ...Object.entries(open).map(([from, to]) => [from, changed.get(to) ?? to] as const),
    ...changed,
  ];
  return Object.fromEntries(all.filter(([from, to]) => from !== to));
}
