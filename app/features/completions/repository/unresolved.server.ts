import { sql } from "kysely";
import type { Catalogue } from "../../../../domain/game/catalogue.ts";
import { nameKey } from "../../../../domain/game/name-key.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { completionsOf, NO_TAGS } from "../../../../server/db/tags.ts";
import type { CurrentCatalogue } from "../../catalogue/repository.server.ts";

/** The names in a challenge's completions that nobody has resolved yet: of no tower, and of maps that no list has. */
export interface Unresolved {
  readonly towers: readonly string[];
  readonly maps: readonly { readonly id: number; readonly name: string }[];
}

/** The statement that lists the towers of a challenge's completions: it looks up one name after the other, not the rows. */
export const towersInStatement = (challenge: string) =>
  sql<{ tower: string }>`with recursive held (tower) as (
      select min(tower) from completion_tower
      union all
      select (select min(tower) from completion_tower where tower > held.tower) from held where held.tower is not null
    ) select tower from held where exists (
      select 1 from completion_tower where tower = held.tower and challenge = ${challenge})`.compile(sqlite);

/** The statement that lists the unlisted maps with a completion of a challenge. There are some hundred maps. */
const unlistedMapsStatement = (challenge: string) =>
  sql<{ id: number; name: string }>`select id, name from map where listed = 0 and exists (
      select 1 from completion_count where challenge = ${challenge} and map = map.id and count > 0)`.compile(
    sqlite,
  );

/** How many completions of a challenge have a name that nobody has resolved. */
export interface UnresolvedCount {
  readonly kind: "tower" | "map";
  readonly name: string;
  readonly challenge: string;
  readonly count: number;
}

/** The statement that lists the towers of all completions, as the one above does. */
export const allTowersStatement = () =>
  sql<{ tower: string }>`with recursive held (tower) as (
      select min(tower) from completion_tower
      union all
      select (select min(tower) from completion_tower where tower > held.tower) from held where held.tower is not null
    ) select tower from held where tower is not null`.compile(sqlite);

/** The statement that counts the completions with each of these towers. */
export const towerCountsStatement = (towers: readonly string[]) =>
  sql<
    Omit<UnresolvedCount, "kind">
  >`select t.value as name, c.challenge, count(distinct c.completion) as count
    from json_each(${JSON.stringify(towers)}) as t cross join completion_tower as c on c.tower = t.value
    group by t.value, c.challenge`.compile(sqlite);

/** The statement that counts the completions on each map that is not listed. There are some hundred counts. */
const unlistedMapCountsStatement = () =>
  sql<Omit<UnresolvedCount, "kind">>`select m.name, n.challenge, sum(n.count) as count
    from map as m cross join completion_count as n on n.map = m.id
    where m.listed = 0 and n.count > 0 group by m.name, n.challenge`.compile(sqlite);

/** A completion with a name that is not resolved: its place in the table, and its filekey. */
interface Holder {
  readonly seq: number;
  readonly id: string;
}

/** The statement that finds the next completions with a tower, in the table's order. */
export const towerHoldersStatement = (tower: string, after: number, count: number) =>
  sql<Holder>`select seq, id from completion
    where seq in (select completion from completion_tower where tower = ${tower} and completion > ${after})
    order by seq limit ${count}`.compile(sqlite);

/** The same of the unlisted maps of a name. */
export const mapHoldersStatement = (name: string, after: number, count: number) =>
  sql<Holder>`select c.seq, c.id from map as m cross join completion as c on c.map_id = m.id
    where m.name_key = ${nameKey(name)} and m.name = ${name} and m.listed = 0
      and c.deleted_at is null and c.seq > ${after}
    order by c.seq limit ${count}`.compile(sqlite);

/** The statement that lists completions without a proof, in the table's order, with how many there are. */
export const withoutProofStatement = (offset: number, count: number) =>
  sql<{ id: string | null; total: number }>`with page as (
      select completion from completion_without_proof order by completion limit ${count} offset ${offset}
    ), counted as (select count(*) as total from completion_without_proof)
    select c.id as id, counted.total as total from counted left join page left join completion as c on c.seq = page.completion
    order by page.completion`.compile(sqlite);

/** Returns which of the towers that completions have are to be resolved: the game has none of these names. */
const unresolvedAmong = (towers: readonly { readonly tower: string }[], catalogue: Catalogue): string[] =>
  towers.flatMap(({ tower }) => (catalogue.find(tower)?.name === tower ? [] : tower));

/** What is kept beside the checks at which a sender has looked: it names a tower or hero that nobody had listed. */
export const NOT_LISTED = "not-listed";

/** The statement that finds which of these completions named a tower or hero that nobody had listed when they were sent. */
export const sentUnlistedStatement = (ids: readonly string[]) =>
  sql<{ id: string }>`select completion as id from looked_at
    where completion in (select value from json_each(${JSON.stringify(ids)}))
      and exists (select 1 from json_each(checks) as looked where looked.value = ${NOT_LISTED})`.compile(
    sqlite,
  );

/** Reads of what imports brought and nobody has resolved. */
export const unresolvedReads = (database: Database, catalogueNow: CurrentCatalogue) => ({
  async findUnresolved(challenge: string): Promise<Unresolved> {
    const tag = completionsOf(challenge);
    const [held, maps] = await Promise.all([
      database.query([tag], towersInStatement(challenge)),
      database.query([tag, "maps"], unlistedMapsStatement(challenge)),
    ]);
    return { towers: unresolvedAmong(held, await catalogueNow()), maps };
  },

  /** Returns which of these completions named a tower or hero that nobody had listed when they were sent. */
  async findSentUnlisted(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = ids.length === 0 ? [] : await database.query(NO_TAGS, sentUnlistedStatement(ids));
    return new Set(rows.map(({ id }) => id));
  },

  /** Counts the completions of each unresolved name, by challenge. */
  async countUnresolved(): Promise<readonly UnresolvedCount[]> {
    const [all, maps] = await Promise.all([
      database.query(["completions"], allTowersStatement()),
      database.query(["completions", "maps"], unlistedMapCountsStatement()),
    ]);
    const unresolved = unresolvedAmong(all, await catalogueNow());
    const towers =
      unresolved.length === 0 ? [] : await database.query(["completions"], towerCountsStatement(unresolved));
    return [
      ...towers.map((each) => ({ kind: "tower" as const, ...each })),
      ...maps.map((each) => ({ kind: "map" as const, ...each })),
    ];
  },

  /** Finds completions without a proof, and how many there are. */
  async findWithoutProof(offset: number, count: number): Promise<{ ids: readonly string[]; total: number }> {
    const rows = await database.query(["completions"], withoutProofStatement(offset, count));
    return { ids: rows.flatMap(({ id }) => id ?? []), total: rows[0]?.total ?? 0 };
  },

  /** Finds the next live completions with an unresolved name, by their place in the table. */
  async findHolders(
    kind: "tower" | "map",
    name: string,
    after: number,
    count: number,
  ): Promise<readonly Holder[]> {
    if (kind === "map")
      return database.query(["completions", "maps"], mapHoldersStatement(name, after, count));
    if (unresolvedAmong([{ tower: name }], await catalogueNow()).length === 0) return [];
    return database.query(["completions"], towerHoldersStatement(name, after, count));
  },
});
