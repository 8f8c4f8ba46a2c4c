import { type CompiledQuery, sql } from "kysely";
import { plainVersion, shownVersion, versionOrder } from "../../../domain/game/versions.ts";
import type { ValuesOf } from "../../../domain/nouns/define.ts";
import { BALANCE_FIELDS } from "../../../domain/nouns/fields.ts";
import { entriesOf, insertChangeOf, insertLoadedChanges, type LogEntry } from "../../../server/db/changes.ts";
import { type Database, jsonOf, selectionOf, sqlite, statement } from "../../../server/db/database.ts";

/** What one version of the game changed about a tower or hero (SPEC section 3). */
export interface StoredBalanceChange extends ValuesOf<typeof BALANCE_FIELDS> {
  readonly uuid: string;
}

export interface NewBalanceChange extends StoredBalanceChange {
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

export const BALANCE_SHAPE = 1;

/** All of a balance change that can change: what the log keeps. */
export interface BalanceState extends StoredBalanceChange {
  readonly version_order: number;
  readonly created_at: string;
}

/** Filters of balance changes; null: no filter. */
export interface BalanceChangeQuery {
  readonly tower: string | null;
  /** Inclusive bounds of the version's order (domain/game/versions.ts). */
  readonly versions: { readonly from: number; readonly to: number } | null;
}

/** The statement behind the balance changes: newest version first, then by tower, then by text. */
export function balanceChangesStatement({ tower, versions }: BalanceChangeQuery) {
  let changes = sqlite.selectFrom("balance_change");
  if (tower !== null) changes = changes.where("tower", "=", tower);
  if (versions !== null)
    changes = changes.where("version_order", ">=", versions.from).where("version_order", "<=", versions.to);
  return changes
    .select("uuid")
    .select(selectionOf("balance_change", BALANCE_FIELDS))
    .orderBy("version_order", "desc")
    .orderBy(sql`tower collate nocase`)
    .orderBy("change")
    .orderBy("uuid")
    .$castTo<StoredBalanceChange>()
    .compile();
}

/** The statement behind the versions that changed a tower, in every spelling; null: any tower. */
export function balanceChangeVersionsStatement(tower: string | null) {
  let versions = sqlite.selectFrom("balance_change").select(["version_order", "version"]).distinct();
  if (tower !== null) versions = versions.where("tower", "=", tower);
  return versions.orderBy("version_order").orderBy("version").compile();
}

export function balanceChangeReads(database: Database) {
  /** Those of these that are there, in any order. */
  const findAllById = (uuids: readonly string[]): Promise<BalanceState[]> =>
    database.query(
      ["balance-changes"],
      sqlite
        .selectFrom("balance_change")
        .select(["uuid", "version_order", "created_at"])
        .select(selectionOf("balance_change", BALANCE_FIELDS))
        .where("uuid", "in", sql<string>`(select value from json_each(${JSON.stringify(uuids)}))`)
        .$castTo<BalanceState>()
        .compile(),
    );

  return {
    findAllById,

    findAll: async (query: BalanceChangeQuery): Promise<StoredBalanceChange[]> =>
      (await database.query(["balance-changes"], balanceChangesStatement(query))).map((change) => ({
        ...change,
        version: plainVersion(change.version),
      })),

    /** Each version once, oldest first, by number: as it is recorded or, of several spellings, as pages show it. */
    async findAllVersions(tower: string | null): Promise<string[]> {
      const rows = await database.query(["balance-changes"], balanceChangeVersionsStatement(tower));
      return Array.from(
        Map.groupBy(rows, ({ version_order }) => version_order).values(),
        ([first, ...others]) => {
          const version = plainVersion(first?.version ?? "");
          return others.every((each) => plainVersion(each.version) === version)
            ? version
            : shownVersion(version);
        },
      );
    },

    findById: async (uuid: string): Promise<BalanceState | null> => (await findAllById([uuid]))[0] ?? null,
  };
}

const logOf = entriesOf<BalanceState>("balance-change", BALANCE_SHAPE);

/** The batch that adds a balance change. It throws ConstraintError when it exists already. */
export function insertBalanceChange(state: BalanceState, entry: LogEntry): CompiledQuery<unknown>[] {
  return [
    insertChangeOf(logOf(entry, null, state), sql`${state.uuid}`),
    sqlite.insertInto("balance_change").values(state).compile(),
  ];
}

/** The batch that deletes a balance change. It throws ConstraintError when it no longer exists. */
export function deleteBalanceChangeById(state: BalanceState, entry: LogEntry): CompiledQuery<unknown>[] {
  const still = sql`(select uuid from balance_change where uuid = ${state.uuid})`;
  return [
    insertChangeOf(logOf(entry, state, null), still),
    sqlite.deleteFrom("balance_change").where("uuid", "=", state.uuid).compile(),
  ];
}

export const logLoadedBalanceChanges = (now: Date): CompiledQuery<unknown> =>
  insertLoadedChanges({
    noun: "balance-change",
    shape: BALANCE_SHAPE,
    at: now.toISOString(),
    states: sql`select b.uuid as id, ${jsonOf("b", BALANCE_FIELDS, {
      uuid: sql.ref("b.uuid"),
      version_order: sql.ref("b.version_order"),
      created_at: sql.ref("b.created_at"),
    })} as state from balance_change as b`,
  });

/** The statement that adds any number of balance changes; one that exists stays as it is. The caller logs them. */
export function insertBalanceChanges(changes: readonly NewBalanceChange[]): CompiledQuery<unknown> {
  const rows = changes.map((change) => ({ ...change, order: versionOrder(change.version) }));
  return statement`insert into balance_change (uuid, tower, version, version_order, change, nature, created_at)
    select json_extract(value, '$.uuid'), json_extract(value, '$.tower'), json_extract(value, '$.version'),
      json_extract(value, '$.order'), json_extract(value, '$.change'), json_extract(value, '$.nature'),
      json_extract(value, '$.createdAt')
    from json_each(${JSON.stringify(rows)}) where true on conflict do nothing`;
}
