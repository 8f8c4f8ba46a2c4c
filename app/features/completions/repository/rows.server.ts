import { type CompiledQuery, type Expression, type InferResult, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { attributesOfOriginal, fieldsOfKind } from "../../../../domain/challenges/fields.ts";
import {
  ATTRIBUTE_COLUMNS,
  type AttributeName,
  type Completion,
  columnOf,
  unpackAttribute,
  unpackAttributes,
} from "../../../../domain/fields/attributes.ts";
import type { Condition } from "../../../../domain/fields/condition.ts";
import { inOrderOf } from "../../../../domain/lists/row.ts";
import { batched, type Database, sqlite, unionAll } from "../../../../server/db/database.ts";
import { mapNamed } from "../../../../server/db/names.ts";
import { listTags } from "../../../../server/db/tags.ts";
import { isFound, type ListScope, matchIn, playedBy, playersAgree, whereOf } from "./conditions.server.ts";
import { splitSearch, type Totals } from "./query-plan.server.ts";
import { difficultyOfMap } from "./stored-completion.server.ts";

/** A condition as SQL on the tables of counts; null: it is about something that they do not count. */
function whereCounted(condition: Condition): RawBuilder<boolean> | null {
  switch (condition.on) {
    case "map":
      return sql`map = ${mapNamed(condition.spelling)}`;
    case "onMap":
      return sql`map = ${condition.map}`;
    case "difficulty":
      return sql`map in (select id from map where difficulty = ${condition.difficulty} and deleted_at is null)`;
    case "og":
      return sql`og = ${condition.og ? 1 : 0}`;
    case "pending":
      return sql`pending = ${condition.pending ? 1 : 0}`;
    default:
      return null;
  }
}

/** Whether a condition limits a count to some maps. */
const isOfMaps = ({ on }: Condition): boolean => on === "map" || on === "onMap" || on === "difficulty";

/** How many rows a list has by the counts that triggers keep; null: its rows have to be counted. */
export function storedCount(
  { challenge }: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
): Expression<number> | null {
  const wheres = conditions.map(whereCounted);
  if (!wheres.every((where) => where !== null)) return null;
  const all = [sql`challenge = ${challenge}`, ...wheres];
  const table = sql.table(conditions.some(isOfMaps) ? "completion_count" : "challenge_count");
  return sql<number>`(select coalesce(sum(count), 0) from ${table} where ${sql.join(all, sql` and `)})`;
}

/** How many rows a list of one player has, without reading any; null: the list has other conditions. */
function playedCount(
  scope: Pick<ListScope, "challenge">,
  conditions: readonly Condition[],
): Expression<number> | null {
  const [only, ...others] = conditions;
  if (only?.on !== "person" || others.length > 0) return null;
  return sql<number>`(select count(distinct p.completion) ${playedBy(only, scope)})`;
}

/** A list, by its challenge and conditions. */
export interface CountedList {
  readonly definition: ChallengeDefinition;
  readonly conditions: readonly Condition[];
}

/** Returns what statements depend on of a challenge's definition. */
export function scopeOf(definition: ChallengeDefinition): ListScope {
  return {
    challenge: definition.key,
    hasTwoTowers: fieldsOfKind(definition, "tower").length === 2,
    ofOriginal: attributesOfOriginal(definition),
  };
}

/** Selects the live rows `c` of a challenge that meet all conditions. */
export function liveRows(scope: ListScope, conditions: readonly Condition[]) {
  const { find, rest } = splitSearch(conditions, scope);
  let rows = sqlite
    .selectFrom("completion as c")
    .where("c.challenge", "=", scope.challenge)
    .where("c.deleted_at", "is", null);
  if (find) rows = rows.where(isFound(scope, find));
  for (const condition of rest) rows = rows.where(whereOf(condition, scope));
  if (scope.without) rows = rows.where(isAmong(scope.without), "=", 0);
  return rows;
}

/** Whether the row `c` has one of these numbers, as SQL of 0 or 1 by which no index is chosen. */
export const isAmong = (numbers: readonly number[]): RawBuilder<number> =>
  sql`(+c.seq in (select value from json_each(${JSON.stringify(numbers)})))`;

/** The numbers of a challenge's claims of what is verified already: by the index of the claims, and what these claim. */
const takenIn = (
  challenge: string,
  index: string,
  claimed: string,
  isSuch: (row: string) => RawBuilder<unknown>,
) =>
  sql`select t.seq from completion t indexed by ${sql.ref(index)} where t.challenge = ${challenge}
    and t.deleted_at is null and t.pending is not null and ${sql.ref(`t.${claimed}`)} is not null and ${isSuch("t")}
    and exists (select 1 from completion v where v.challenge = t.challenge
      and ${sql.ref(`v.${claimed}`)} = ${sql.ref(`t.${claimed}`)} and ${isSuch("v")}
      and v.deleted_at is null and v.pending is null and v.sample = 0)`;

/**
 * The statement that finds which claims of a list are to a combination that is verified or, in a list of originals, to
 * such an original. Sample rows do not count, since they give way.
 */
export function takenClaimsStatement(scope: ListScope, conditions: readonly Condition[]) {
  const ofCombinations = takenIn(scope.challenge, "completion_claim", "identity", () => sql`true`);
  const ofOriginals = takenIn(
    scope.challenge,
    "completion_original_claim",
    "og_identity",
    (row) => sql`${sql.ref(`${row}.og`)} = 1`,
  );
  const isOfOriginals = conditions.some((each) => each.on === "og" && each.og);
  const taken = isOfOriginals ? sql`${ofCombinations} union ${ofOriginals}` : ofCombinations;
  return liveRows({ ...scope, plan: "walked" }, conditions)
    .select("c.seq")
    .where(sql<boolean>`c.seq in (${taken})`)
    .compile();
}

/**
 * Returns SQL for the number of a list's rows. Triggers maintain the counts by map and mark; for words and towers beside
 * them, the search index knows the number without reading a row.
 */
export function countOf(scope: ListScope, conditions: readonly Condition[]): Expression<number> {
  const counted = storedCount(scope, conditions) ?? playedCount(scope, conditions);
  if (counted) return counted;
  const { find, rest } = splitSearch(conditions, scope);
  if (!find || rest.length > 0)
    return liveRows(scope, conditions).select(sql<number>`count(*)`.as("total")).$asScalar();
  return sql<number>`(select count(*) from completion_search
    where completion_search match ${matchIn(scope, find)})`;
}

/** Returns a function that counts a list. Lists requested in one turn are counted by one statement. */
export const batchedTotals = (database: Database): ((list: CountedList) => Promise<Totals>) =>
  batched(
    database,
    ({ definition, conditions }: CountedList) => listTags(definition.key, conditions),
    totalsStatement,
    ([row], lists) =>
      lists.map((_, at) => ({ total: row?.[`total${at}`] ?? 0, all: row?.[`all${at}`] ?? 0 })),
  );

/** The statement that counts several lists, and all rows of their challenges: `total0`, `all0`, `total1` … */
export function totalsStatement(lists: readonly CountedList[]): CompiledQuery<Record<string, number>> {
  const columns = lists.flatMap(({ definition, conditions }, at) => {
    const scope = scopeOf(definition);
    return [
      sql`${countOf(scope, conditions)} as ${sql.ref(`total${at}`)}`,
      sql`${storedCount(scope, [])} as ${sql.ref(`all${at}`)}`,
    ];
  });
  return sql<Record<string, number>>`select ${sql.join(columns)}`.compile(sqlite);
}

export type ListRow = InferResult<ReturnType<typeof selectRows>>[number];

/**
 * Whether `o` is the original whose extras `c` shows. A row that claims to be an original shows its own; every other
 * row shows those of the verified original, so that nothing pending affects what is verified.
 */
const isItsOriginal = sql<boolean>`case c.og when 1 then o.seq = c.seq else o.pending is null end`;

/** Selects rows by their numbers, each with its map's difficulty and its original's extras. */
export const selectRows = (numbers: Expression<unknown>, { ofOriginal }: Pick<ListScope, "ofOriginal">) =>
  selectAllRows(ofOriginal ?? []).where(sql<boolean>`c.seq in ${numbers}`);

/** The number of a row, and which of several pages it is on. */
export interface PickedRow {
  readonly at: number;
  readonly seq: number;
}

/** Selects the rows of several pages, which are of these challenges. */
export function selectPicked(
  pages: readonly RawBuilder<PickedRow>[],
  definitions: readonly ChallengeDefinition[],
) {
  const picked = sql<PickedRow>`(${unionAll(pages)})`.as("picked");
  return selectAllRows(definitions.flatMap((each) => attributesOfOriginal(each) ?? []))
    .innerJoin(picked, "picked.seq", "c.seq")
    .select(["picked.at", "c.challenge"]);
}

/**
 * The time a completion (`c`) was recorded; null where that is not known: an import then makes one up, in 1970, which keeps the
 * order.
 */
export const knownTime = (createdAt: string): string | null => (createdAt < "1971" ? null : createdAt);
export const knownCreation = sql<string | null>`case when c.created_at >= '1971' then c.created_at end`;

/** When it was verified or, if it is pending, submitted; null: not known. */
const appearedAt = sql<
  string | null
>`case when c.pending is null then c.verified_at else ${knownCreation} end`;

/** When the document of its challenge code was fetched, if that agrees with it as it is. */
const codeCheckedAt = sql<string | null>`(select k.found_at from code_check as k
  where k.completion = c.id and k.revision = c.revision and k.agrees = 1)`;

function selectAllRows(ofOriginal: readonly AttributeName[]) {
  const carried = new Set(ofOriginal.map(columnOf)).add("towers");
  return sqlite
    .selectFrom("completion as c")
    .innerJoin("map as m", "m.id", "c.map_id")
    .leftJoin("completion as o", (join) =>
      join
        .onRef("o.challenge", "=", "c.challenge")
        .onRef("o.og_identity", "=", "c.og_identity")
        .on("o.og", "=", sql.lit(1))
        .on("o.deleted_at", "is", null)
        .on(isItsOriginal),
    )
    .select(["c.id", "c.map_id", "m.name as map", "c.og", "c.pending", "c.revision"])
    .select(["c.verified_at as verifiedAt", appearedAt.as("appearedAt"), codeCheckedAt.as("codeCheckedAt")])
    .select(sql<number>`${playersAgree}`.as("playersAgree"))
    .select(ATTRIBUTE_COLUMNS.map((column) => `c.${column}` as const))
    .select(Array.from(carried, (column) => `o.${column} as original_${column}` as const))
    .select(difficultyOfMap);
}

/** Returns a row as fields present it, with its own extras or with those of its original. */
export function toCompletion(
  row: Omit<ListRow, "verifiedAt" | "appearedAt" | "codeCheckedAt" | "playersAgree" | "revision">,
  { ofOriginal }: ListScope,
): Completion {
  const { id, map_id: mapId, map, difficulty, og, pending } = row;
  const own = { id, mapId, map, difficulty, og: og === 1, pending, ...unpackAttributes(row) };
  if (ofOriginal === null) return own;
  const extras = ofOriginal.map((name) => [
    name,
    unpackAttribute(name, row[`original_${columnOf(name)}`] ?? null),
  ]);
  const original: Completion = {
    ...own,
    ...Object.fromEntries(extras),
    towers: unpackAttribute("towers", row.original_towers),
  };
  // The original may name the pair the other way round.
  return { ...inOrderOf(own.towers, original), towers: own.towers };
}
