import { type CompiledQuery, sql } from "kysely";
import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import type { Completion } from "../../../../domain/fields/attributes.ts";
import { shareOf } from "../../../../domain/lists/share.ts";
import { batched, bind, type Database, rowsOfEach, sqlite } from "../../../../server/db/database.ts";
import { completionsOf, completionTag, listTags, VERIFIED_PART } from "../../../../server/db/tags.ts";
import { orderOf } from "./conditions.server.ts";
import {
  knownCreation,
  type PickedRow,
  scopeOf,
  selectPicked,
  selectRows,
  storedCount,
  toCompletion,
} from "./rows.server.ts";

/** Finds rows of any challenges by their numbers in one statement, and returns them by id. */
async function findNumbered(
  database: Database,
  definitions: ReadonlyMap<string, ChallengeDefinition>,
  numbered: readonly { readonly seq: number; readonly id: string; readonly challenge: string }[],
): Promise<ReadonlyMap<string, Completion>> {
  const scopes = new Map(
    Array.from(new Set(numbered.map(({ challenge }) => challenge))).flatMap((challenge) => {
      const definition = definitions.get(challenge);
      return definition ? [[challenge, scopeOf(definition)] as const] : [];
    }),
  );
  if (scopes.size === 0) return new Map();
  const ofOriginal = Array.from(scopes.values()).flatMap((scope) => scope.ofOriginal ?? []);
  const numbers = JSON.stringify(numbered.map(({ seq }) => seq));
  const those = sql<number>`(select value from json_each(${numbers}))`;
  const rows = await database.query(["completions", "maps"], selectRows(those, { ofOriginal }).compile());
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    numbered.flatMap(({ id, challenge }) => {
      const [row, scope] = [found.get(id), scopes.get(challenge)];
      return row && scope ? [[id, toCompletion(row, scope)] as const] : [];
    }),
  );
}

/** The numbers of the newest verified completions of which it is known when they were verified, by challenge. */
async function findLatest(
  database: Database,
  count: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await database.query(["completions"], latestStatement(count));
  const groups = Map.groupBy(rows, ({ challenge }) => challenge);
  return new Map(Array.from(groups, ([challenge, own]) => [challenge, own.map(({ seq }) => seq)]));
}

/**
 * Lists verified completions of all challenges in the order in which they were recorded, after a number. `next`:
 * where to continue; null: this was the last page.
 */
async function listVerifiedAfter(
  database: Database,
  definitions: ReadonlyMap<string, ChallengeDefinition>,
  after: number,
  count: number,
): Promise<{ rows: VerifiedCompletion[]; next: number | null }> {
  const page = await database.query(["completions"], verifiedAfterStatement(after, count));
  const found = await findNumbered(database, definitions, page);
  const rows = page.flatMap(({ id, challenge, verifiedAt, createdAt, sample }) => {
    const completion = found.get(id);
    return completion ? [{ challenge, verifiedAt, createdAt, isSample: sample === 1, completion }] : [];
  });
  return { rows, next: page.length < count ? null : (page.at(-1)?.seq ?? null) };
}

/** Reads of the verified completions of all challenges, in order of time. */
export function newestReads(database: Database) {
  const findNewest = batched(
    database,
    ({ challenge, map, ogOnly }: NewestRequest) =>
      listTags(challenge, [
        { on: "pending", pending: false },
        ...(map === null ? [] : [{ on: "onMap", map } as const]),
        ...(ogOnly ? [{ on: "og", og: true } as const] : []),
      ]),
    newestStatement,
    rowsOfEach,
  );
  const findTimes = batched(
    database,
    (ids: readonly string[]) => ids.map(completionTag),
    (groups: readonly (readonly string[])[]) =>
      sqlite
        .selectFrom("completion as c")
        .select(["id", "verified_at as verifiedAt", knownCreation.as("createdAt"), "sample"])
        .where(sql<boolean>`id in (select value from json_each(${JSON.stringify(groups.flat())}))`)
        .compile(),
    (rows, groups) => {
      const all: ReadonlyMap<string, CompletionTimes> = new Map(
        rows.map(({ id, sample, ...times }) => [id, { ...times, isSample: sample === 1 }]),
      );
      return groups.map(() => all);
    },
  );

  return {
    /** The newest verified completions of the given challenges, newest first. */
    async listNewest(
      definitions: ReadonlyMap<string, ChallengeDefinition>,
      query: NewestQuery,
    ): Promise<NewestCompletion[]> {
      const rows = await findNewest({ challenges: definitions, ...query });
      return rows.flatMap(({ challenge, verifiedAt, ...row }) => {
        const definition = definitions.get(challenge);
        if (!definition) return [];
        return [{ challenge, verifiedAt, completion: toCompletion(row, scopeOf(definition)) }];
      });
    },

    /** By id, when these completions (and possibly others) were verified and recorded, and whether they are samples. */
    findTimes,

    ...bind(database, { findLatest, listVerifiedAfter }),
  };
}

/** When a completion was verified and recorded: ISO 8601, UTC; null: it was not, or nobody knows. */
export interface CompletionTimes {
  readonly verifiedAt: string | null;
  readonly createdAt: string | null;
  readonly isSample: boolean;
}

/** Filters of the newest completions; null: no filter. */
export interface NewestQuery {
  readonly challenge: string | null;
  /** A map's id. */
  readonly map: number | null;
  readonly ogOnly: boolean;
  readonly count: number;
  /** Only those of which it is known when they were verified. */
  readonly isTimeKnown?: boolean;
  /** Only those with these numbers; absent: all. */
  readonly among?: readonly number[];
}

type NewestRequest = NewestQuery & { readonly challenges: ReadonlyMap<string, ChallengeDefinition> };

export interface NewestCompletion {
  readonly challenge: string;
  /** ISO 8601, UTC; null: nobody knows. */
  readonly verifiedAt: string | null;
  readonly completion: Completion;
}

const NEWEST_FIRST = orderOf([{ column: "recency", descending: true }], false);

/** Unknown times begin with a 0 (migrations/0005-completions.sql, recency). */
const [ANY, KNOWN] = ["0", "1"];

/**
 * The statement that finds the newest verified completions for each query; `challenges` says how they are presented.
 * Of one that was moved in, that time may be unknown: it comes after all others.
 */
export function newestStatement(requests: readonly NewestRequest[]) {
  const pages = requests.map(({ challenge, map, ogOnly, count, isTimeKnown, among }, at) => {
    const narrowed = [
      ...(ogOnly ? [sql`and c.og = 1`] : []),
      ...(challenge === null ? [] : [sql`and c.challenge = ${challenge}`]),
      ...(map === null ? [] : [sql`and c.map_id = ${map}`]),
    ];
    const from = among
      ? sql`json_each(${JSON.stringify(among)}) as each cross join completion c on c.seq = each.value`
      : sql`completion c`;
    return sql<PickedRow>`select ${sql.lit(at)} as at, seq from (select c.seq from ${from}
      where c.deleted_at is null and c.pending is null
        and c.recency >= ${isTimeKnown ? KNOWN : ANY} ${sql.join(narrowed, sql` `)}
      order by ${NEWEST_FIRST} limit ${count})`;
  });
  const definitions = requests.flatMap(({ challenges }) => [...challenges.values()]);
  return selectPicked(pages, definitions).orderBy(NEWEST_FIRST).compile();
}

/** The statement behind findLatest. It walks an index. */
export const latestStatement = (count: number): CompiledQuery<{ challenge: string; seq: number }> =>
  sql<{ challenge: string; seq: number }>`select c.challenge, c.seq from completion as c
    where c.deleted_at is null and c.pending is null and c.recency >= ${KNOWN}
    order by ${NEWEST_FIRST} limit ${count}`.compile(sqlite);

/** A verified completion, with the times when it was verified and recorded (of 1970 if an import made it up). */
interface VerifiedCompletion extends CompletionTimes {
  readonly createdAt: string;
  readonly challenge: string;
  readonly completion: Completion;
}

/** The statement behind the verified completions after a number. It walks the table. */
const verifiedAfterStatement = (after: number, count: number) =>
  sqlite
    .selectFrom("completion")
    .select(["seq", "id", "challenge", "verified_at as verifiedAt", "created_at as createdAt", "sample"])
    .where("deleted_at", "is", null)
    .where("pending", "is", null)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(count)
    .compile();

/**
 * How much of a challenge is done (domain/lists/share.ts): its verified completions, and the originals or maps among them.
 */
export interface DoneCounts {
  readonly verified: number;
  readonly done: number;
}

/** One row with `v0`, `d0`, `v1` …: a challenge's verified completions, and its originals or the maps that have one. */
export function doneStatement(
  definitions: readonly ChallengeDefinition[],
): CompiledQuery<Record<string, number | null>> {
  const verified = { on: "pending", pending: false } as const;
  const columns = definitions.flatMap((definition, at) => {
    const { key: challenge } = definition;
    const done =
      shareOf(definition) === "maps"
        ? sql`sum(exists (select 1 from completion_count c
            where c.challenge = ${challenge} and c.map = m.id and c.pending = 0 and c.count > 0))`
        : storedCount({ challenge }, [{ on: "og", og: true }, verified]);
    return [
      sql`${storedCount({ challenge }, [verified])} as ${sql.ref(`v${at}`)}`,
      sql`${done} as ${sql.ref(`d${at}`)}`,
    ];
  });
  // The maps are walked once for all challenges.
  return sql<
    Record<string, number | null>
  >`select ${sql.join(columns)} from map m where m.listed = 1`.compile(sqlite);
}

export function shareReads(database: Database) {
  return {
    /** Counts how much of each of these challenges is done, in their order. */
    async countDone(definitions: readonly ChallengeDefinition[]): Promise<DoneCounts[]> {
      const statement = doneStatement(definitions);
      const [counted = {}] = await database.query([completionsOf(null, VERIFIED_PART), "maps"], statement);
      return definitions.map((_, at) => ({ verified: counted[`v${at}`] ?? 0, done: counted[`d${at}`] ?? 0 }));
    },
  };
}
