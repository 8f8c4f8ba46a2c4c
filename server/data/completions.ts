import { type CompiledQuery, type Expression, sql } from "kysely";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../derive/identity.ts";
import type { ListQuery } from "../../derive/list-query.ts";
import type { Completion } from "../../fields/completion.ts";
import type { Condition } from "../../fields/condition.ts";
import { personKey } from "../../game/name-key.ts";
import { versionOrder } from "../../game/versions.ts";
import { insertChange } from "./changes.ts";
import { type ListScope, orderOf, whereOf } from "./conditions.ts";
import { type Database, sqlite } from "./database.ts";
import { memoByVersion } from "./memo.ts";

/** A completion about to be recorded. */
export interface NewCompletion extends Omit<Completion, "difficulty"> {
  readonly submittedBy: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly verifiedBy: string | null;
  readonly sample: boolean;
}

interface ListRow {
  id: string;
  map: string;
  difficulty: string | null;
  towers: string;
  upgrades: string;
  people: string;
  money: number | null;
  completion_type: string | null;
  og: number;
  version: string | null;
  date: string | null;
  notes: string;
  link: string | null;
  pending: string | null;
  original_towers: string | null;
  original_upgrades: string | null;
  original_money: number | null;
  original_version: string | null;
  original_date: string | null;
}

function toCompletion(row: ListRow, scope: ListScope): Completion {
  const towers: string[] = JSON.parse(row.towers);
  const own = {
    id: row.id,
    map: row.map,
    difficulty: row.difficulty,
    towers,
    people: JSON.parse(row.people),
    completionType: row.completion_type,
    og: row.og === 1,
    notes: row.notes,
    link: row.link,
    pending: row.pending,
  };
  if (!scope.hasOriginals) {
    return {
      ...own,
      upgrades: JSON.parse(row.upgrades),
      money: row.money,
      version: row.version,
      date: row.date,
    };
  }
  const extras = { money: row.original_money, version: row.original_version, date: row.original_date };
  const originalTowers: string[] = JSON.parse(row.original_towers ?? "[]");
  const upgrades: (string | null)[] = JSON.parse(row.original_upgrades ?? "[]");
  // The original may name the pair the other way round.
  const swapped = towers.length === 2 && originalTowers[0] !== towers[0];
  return { ...own, ...extras, upgrades: swapped ? [upgrades[1] ?? null, upgrades[0] ?? null] : upgrades };
}

const ids = sql.ref("c.id");

function liveRows(scope: ListScope, conditions: readonly Condition[]) {
  let rows = sqlite
    .selectFrom("completion as c")
    .where("c.challenge", "=", scope.challenge)
    .where("c.deleted_at", "is", null);
  for (const condition of conditions) rows = rows.where(whereOf(condition, scope));
  return rows;
}

function selectList(
  scope: ListScope,
  { conditions, order, offset, count }: ListQuery,
): CompiledQuery<ListRow> {
  let page = liveRows(scope, conditions).select("c.seq as page_seq");
  for (const term of order) page = page.orderBy(orderOf(term));
  page = page.orderBy(ids).limit(count).offset(offset);
  // The page is found first, over an index where there is one; only its rows are then read and joined.
  let rows = selectRows(page);
  for (const term of order) rows = rows.orderBy(orderOf(term));
  return rows.orderBy(ids).compile();
}

/** Rows by their numbers, each with its map's difficulty and its original's extras. */
function selectRows(numbers: Expression<unknown>) {
  return sqlite
    .selectFrom("completion as c")
    .where(sql<boolean>`c.seq in ${numbers}`)
    .leftJoin("map as m", "m.name", "c.map")
    .leftJoin("completion as o", (join) =>
      join
        .onRef("o.challenge", "=", "c.challenge")
        .onRef("o.og_identity", "=", "c.og_identity")
        .on("o.og", "=", sql.lit(1))
        .on("o.deleted_at", "is", null),
    )
    .select([
      ...(["c.id", "c.map", "m.difficulty", "c.towers", "c.upgrades", "c.people", "c.money"] as const),
      ...(["c.completion_type", "c.og", "c.version", "c.date", "c.notes", "c.link", "c.pending"] as const),
      ...([
        "o.towers as original_towers",
        "o.upgrades as original_upgrades",
        "o.money as original_money",
      ] as const),
      ...(["o.version as original_version", "o.date as original_date"] as const),
    ]);
}

/** The statements of a page and of its total, as query plans are read of them. */
export function listStatements(definition: ChallengeDefinition, query: ListQuery) {
  const scope = scopeOf(definition);
  return {
    page: selectList(scope, query),
    total: liveRows(scope, query.conditions).select(sql<number>`count(*)`.as("total")).compile(),
  };
}

function scopeOf(definition: ChallengeDefinition): ListScope {
  return { challenge: definition.key, hasOriginals: definition.og !== null };
}

/** Reads of completions. Deleted rows are never among them. */
export function completionReads(database: Database) {
  const countOnce = memoByVersion<number>(database);

  return {
    /** One page in the query's order, and how many rows the whole list has. Totals are counted once per data version. */
    async list(
      definition: ChallengeDefinition,
      query: ListQuery,
    ): Promise<{ rows: Completion[]; total: number }> {
      const scope = scopeOf(definition);
      const { page, total: totalStatement } = listStatements(definition, query);
      const total = await countOnce(
        totalStatement,
        async () => (await database.query(totalStatement))[0]?.total ?? 0,
      );
      if (query.count === 0 || query.offset >= total) return { rows: [], total };
      const rows = await database.query(page);
      return { rows: rows.map((row) => toCompletion(row, scope)), total };
    },

    /** The completions that a page's address names: one, or a few that differ in their type alone. */
    async findAll(definition: ChallengeDefinition, wanted: readonly Condition[]): Promise<Completion[]> {
      const scope = scopeOf(definition);
      const rows = await database.query(
        selectList(scope, { conditions: wanted, order: [], offset: 0, count: MOST_FOUND }),
      );
      return rows.map((row) => toCompletion(row, scope));
    },

    /** The newest verified completions of the given challenges, newest first. */
    async listNewest(
      definitions: ReadonlyMap<string, ChallengeDefinition>,
      query: NewestQuery,
    ): Promise<NewestCompletion[]> {
      const newest = await database.query(newestStatement(query));
      const found = new Map<string, Completion>();
      for (const [challenge, entries] of Map.groupBy(newest, (entry) => entry.challenge)) {
        const definition = definitions.get(challenge);
        if (!definition) continue;
        const numbers = JSON.stringify(entries.map(({ seq }) => seq));
        const statement = selectRows(sql<number>`(select value from json_each(${numbers}))`).compile();
        for (const row of await database.query(statement))
          found.set(row.id, toCompletion(row, scopeOf(definition)));
      }
      return newest.flatMap(({ id, challenge, verifiedAt }) => {
        const completion = found.get(id);
        return completion ? [{ challenge, verifiedAt, completion }] : [];
      });
    },

    /** Which tower has a verified completion on which map, each pair once. */
    listVerifiedTowersAndMaps: (definition: ChallengeDefinition): Promise<{ tower: string; map: string }[]> =>
      database.query(verifiedTowersAndMaps(definition)),
  };
}

/** More than any identity's few types. */
const MOST_FOUND = 10;

/** What narrows the newest completions; null: all. */
export interface NewestQuery {
  readonly challenge: string | null;
  readonly map: string | null;
  readonly count: number;
}

export interface NewestCompletion {
  readonly challenge: string;
  /** ISO 8601, UTC. */
  readonly verifiedAt: string;
  readonly completion: Completion;
}

/** The statement that finds the newest verified completions. When an imported one was verified may be unknown: it is not new. */
export function newestStatement({ challenge, map, count }: NewestQuery) {
  const narrowed = [
    ...(challenge === null ? [] : [sql`and c.challenge = ${challenge}`]),
    ...(map === null ? [] : [sql`and c.map = ${map}`]),
  ];
  return sql<{ seq: number; id: string; challenge: string; verifiedAt: string }>`
    select c.seq as seq, c.id as id, c.challenge as challenge, c.verified_at as verifiedAt from completion c
    where c.deleted_at is null and c.pending is null and c.verified_at is not null ${sql.join(narrowed, sql` `)}
    order by c.verified_at desc, c.id desc limit ${count}`.compile(sqlite);
}

/** The statement behind the table view. */
export function verifiedTowersAndMaps({
  key,
}: ChallengeDefinition): CompiledQuery<{ tower: string; map: string }> {
  return sql<{ tower: string; map: string }>`select distinct c.tower1 as tower, c.map as map from completion c
    where c.challenge = ${key} and c.deleted_at is null and c.pending is null order by c.tower1, c.map`.compile(
    sqlite,
  );
}

function toRow(definition: ChallengeDefinition, completion: NewCompletion) {
  return {
    id: completion.id,
    challenge: definition.key,
    map: completion.map,
    towers: JSON.stringify(completion.towers),
    upgrades: JSON.stringify(completion.upgrades),
    people: JSON.stringify(completion.people),
    people_keys: JSON.stringify(completion.people.map(personKey)),
    money: completion.money,
    completion_type: completion.completionType,
    og: completion.og ? 1 : 0,
    version: completion.version,
    version_order: completion.version === null ? null : versionOrder(completion.version),
    date: completion.date,
    notes: completion.notes,
    link: completion.link,
    pending: completion.pending,
    submitted_by: completion.submittedBy,
    created_at: completion.createdAt,
    updated_at: completion.createdAt,
    verified_by: completion.verifiedBy,
    verified_at: completion.verifiedBy === null ? null : completion.createdAt,
    sample: completion.sample ? 1 : 0,
    identity: identityOf(definition, completion),
    og_identity: ogIdentityOf(definition, completion),
  };
}

/** The batch that records one completion and logs it. A taken identity breaks its unique index: ConstraintError. */
export function insertCompletion(
  definition: ChallengeDefinition,
  completion: NewCompletion,
  actor: string,
): CompiledQuery<unknown>[] {
  const row = toRow(definition, completion);
  return [
    sqlite.insertInto("completion").values(row).compile(),
    insertChange({
      at: completion.createdAt,
      actor,
      action: "add",
      noun: "completion",
      id: row.id,
      before: null,
      after: row,
    }),
  ];
}

/** One statement for many completions, whatever their number: D1 binds 100 values a statement. The caller logs them. */
export function insertCompletions(
  completions: readonly { readonly definition: ChallengeDefinition; readonly completion: NewCompletion }[],
): CompiledQuery<unknown> {
  const rows = completions.map(({ definition, completion }) => toRow(definition, completion));
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((column) => sql`json_extract(value, ${sql.lit(`$.${column}`)})`);
  return sql`insert into completion (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from json_each(${JSON.stringify(rows)})`.compile(sqlite);
}
