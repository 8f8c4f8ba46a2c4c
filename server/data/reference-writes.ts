import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { nameKey } from "../../game/name-key.ts";
import { versionOrder } from "../../game/versions.ts";
import { type Change, insertChangeOf } from "./changes.ts";
import { type Database, sqlite } from "./database.ts";
import type { BalanceChangeTable, ChimpsStartTable, MapTable } from "./schema.ts";
import type { MediaState } from "./submissions.ts";

/** Everything of a map that can change, with its picture: what the log keeps. */
export interface MapState extends Omit<MapTable, "difficulty_rank" | Notes> {
  readonly length_notes: string;
  readonly removal_cost_notes: string;
  readonly misc_notes: string;
  readonly picture: MediaState | null;
}
type Notes = "length_notes" | "removal_cost_notes" | "misc_notes";

export type StartState = Omit<ChimpsStartTable, "sample"> & { readonly sample: number };
export type BalanceState = BalanceChangeTable;

/** The media key of a map's picture. */
export const pictureKey = (map: string): string => `maps/${map}`;

type LogEntry = Pick<Change, "at" | "actor" | "action" | "level">;

const MAP_COLUMNS = [
  ...(["name", "name_key", "abbreviation", "abbreviation_key", "difficulty", "version"] as const),
  ...(["has_los", "has_water", "length", "length_notes", "num_entrances", "num_exits"] as const),
  ...(["num_objects", "removal_cost", "removal_cost_notes", "misc_notes"] as const),
] as const;

/** Reads of reference data for somebody who is going to change it. */
export function referenceStates(database: Database) {
  return {
    async loadMap(name: string): Promise<MapState | null> {
      const [map] = await database.query(
        sqlite.selectFrom("map").select(MAP_COLUMNS).where("name", "=", name).compile(),
      );
      if (!map) return null;
      const [picture] = await database.query(
        sqlite
          .selectFrom("media")
          .select(["key", "hash", "content_type", "bytes", "created_at", "thumbnail"])
          .where("key", "=", pictureKey(name))
          .compile(),
      );
      return { ...map, picture: picture ?? null };
    },

    /** What hangs on a map: its completions and its starts. */
    async countOnMap(name: string): Promise<{ completions: number; starts: number }> {
      const [counts] = await database.query(
        sql<{ completions: number; starts: number }>`select
          (select count(*) from completion where map = ${name} and deleted_at is null) as completions,
          (select count(*) from chimps_start where map = ${name}) as starts`.compile(sqlite),
      );
      return counts ?? { completions: 0, starts: 0 };
    },

    async loadStart(uuid: string): Promise<StartState | null> {
      const [start] = await database.query(
        sqlite.selectFrom("chimps_start").selectAll().where("uuid", "=", uuid).compile(),
      );
      return (start as StartState | undefined) ?? null;
    },

    async loadBalanceChange(uuid: string): Promise<BalanceState | null> {
      const [change] = await database.query(
        sqlite.selectFrom("balance_change").selectAll().where("uuid", "=", uuid).compile(),
      );
      return change ?? null;
    },
  };
}

/** The id if the row is still exactly as it was read (null: not there), else null, which the log refuses. */
function ifStillMap(before: MapState | null, id: string): RawBuilder<unknown> {
  if (before === null) return sql`${id}`;
  const same = MAP_COLUMNS.map((column) => sql`${sql.ref(column)} is ${before[column]}`);
  return sql`(select ${id} from map where ${sql.join(same, sql` and `)})`;
}

function writePicture(before: MediaState | null, after: MediaState | null): CompiledQuery<unknown>[] {
  if (before?.key === after?.key && before?.hash === after?.hash) return [];
  return [
    ...(before ? [sqlite.deleteFrom("media").where("key", "=", before.key).compile()] : []),
    ...(after
      ? [
          sqlite
            .insertInto("media")
            .values({ ...after, completion: null })
            .compile(),
        ]
      : []),
  ];
}

/** The canonical text of an identity (derive/identity.ts) with another map: an element of its own, before or after others. */
function withMap(identity: "identity" | "og_identity", from: string, to: string): RawBuilder<string | null> {
  const column = sql.ref(identity);
  const cases = ["$[0]", "$[1]", "$[2]"].map(
    (at) => sql`when json_extract(${column}, ${at}) = ${from} then json_replace(${column}, ${at}, ${to})`,
  );
  return sql`case ${sql.join(cases, sql` `)} else ${column} end`;
}

/** Whatever carries a map's name goes along when it is renamed: completions with their identities; starts by themselves. */
function moveCompletions(from: string, to: string): CompiledQuery<unknown> {
  return sql`update completion set map = ${to}, revision = revision + 1,
      identity = ${withMap("identity", from, to)}, og_identity = ${withMap("og_identity", from, to)}
    where map = ${from}`.compile(sqlite);
}

/**
 * The batch that adds a map, changes it (its name too) or deletes it (`after` null), with its picture. It throws
 * ConstraintError when the map is not as it was read, when a name or abbreviation is taken, or when something hangs on
 * a map that is deleted.
 */
export function writeMap(
  before: MapState | null,
  after: MapState | null,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const id = after?.name ?? before?.name ?? "";
  const still = ifStillMap(before, id);
  const isFree = sql`(select ${still} where not exists
    (select 1 from completion where map = ${before?.name ?? ""} and deleted_at is null)
    and not exists (select 1 from chimps_start where map = ${before?.name ?? ""}))`;
  const log = insertChangeOf({ ...entry, noun: "map", before, after }, after === null ? isFree : still);
  const pictures = writePicture(before?.picture ?? null, after?.picture ?? null);
  if (after === null)
    return [
      log,
      ...pictures,
      sqlite
        .deleteFrom("map")
        .where("name", "=", before?.name ?? "")
        .compile(),
    ];
  const { picture: _, ...row } = after;
  if (before === null) return [log, sqlite.insertInto("map").values(row).compile(), ...pictures];
  return [
    log,
    sqlite.updateTable("map").set(row).where("name", "=", before.name).compile(),
    ...(before.name === after.name ? [] : [moveCompletions(before.name, after.name)]),
    ...pictures,
  ];
}

/** The batch that adds a CHIMPS start or (`after` null) deletes it. */
export function writeStart(
  before: StartState | null,
  after: StartState | null,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const uuid = after?.uuid ?? before?.uuid ?? "";
  const still = before
    ? sql`(select uuid from chimps_start where uuid = ${uuid})`
    : // Of a map that is there.
      sql`(select ${uuid} from map where name = ${after?.map ?? ""})`;
  return [
    insertChangeOf({ ...entry, noun: "chimps-start", before, after }, still),
    after
      ? sqlite.insertInto("chimps_start").values(after).compile()
      : sqlite.deleteFrom("chimps_start").where("uuid", "=", uuid).compile(),
  ];
}

/** The batch that adds a balance change or (`after` null) deletes it. */
export function writeBalanceChange(
  before: BalanceState | null,
  after: BalanceState | null,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const uuid = after?.uuid ?? before?.uuid ?? "";
  const still = before ? sql`(select uuid from balance_change where uuid = ${uuid})` : sql`${uuid}`;
  return [
    insertChangeOf({ ...entry, noun: "balance-change", before, after }, still),
    after
      ? sqlite.insertInto("balance_change").values(after).compile()
      : sqlite.deleteFrom("balance_change").where("uuid", "=", uuid).compile(),
  ];
}

/** The keys by which spellings of a map fall together. */
export const mapKeys = (name: string, abbreviation: string) => ({
  name_key: nameKey(name),
  abbreviation_key: nameKey(abbreviation),
});

/** Of a version that has been checked. */
export const orderOfVersion = (version: string): number => versionOrder(version) ?? 0;
