import { type CompiledQuery, sql } from "kysely";
import { LOADED, SAMPLE_REMOVED } from "../../../../server/db/changes.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";
import { json } from "./json.server.ts";

/** The noun of the log's entries about an act as a whole. */
export const ACT_NOUN = "act";

/** Many rows that are written, or taken back, together. */
export interface Act {
  /** UUID */
  readonly id: string;
  readonly kind: "import" | "undo";
  /** For an undo, the act that it takes back. */
  readonly of: string | null;
  readonly state: "staging" | "done" | "undone";
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** The range of its entries in the log, the first being about the act itself; null until it is done. */
  readonly firstSeq: number | null;
  readonly lastSeq: number | null;
}

/** Nouns whose rows an act writes. */
export type ActNoun = "map" | "completion" | "chimps-start" | "balance-change";

/** A row that an act writes. `before` and `after` are its states as the log keeps them; null: it does not exist. */
export interface ActRow {
  readonly noun: ActNoun;
  readonly id: string;
  /** The revision that it must still have; null: it must not be there. */
  readonly expected: number | null;
  readonly revision: number;
  readonly shape: number;
  readonly before: unknown;
  readonly after: unknown;
  /** Columns that follow from the state and are not kept in the log. */
  readonly derived: Readonly<Record<string, string | number | null>>;
}

/** A map, with all keys that lead to it. */
export interface KnownMap {
  readonly id: number;
  readonly name: string;
  readonly isListed: boolean;
  readonly nameKey: string;
  readonly abbreviationKey: string | null;
  /** The keys of its other names, former ones among them. */
  readonly formerKeys: readonly string[];
}

/** The place that a completion is to take. */
export interface WantedPlace {
  readonly id: string;
  readonly challenge: string;
  readonly identity: string | null;
  readonly og: number;
  readonly og_identity: string | null;
  readonly pending: string | null;
}

/** What stands in a completion's way; null: nothing. */
export interface FoundPlace {
  readonly id: string;
  /** A verified completion of the same combination. */
  readonly taken: string | null;
  /** The same member's claim of that combination. */
  readonly claimed: string | null;
  /** Another verified original; for a claim, the same member's claim of the original. */
  readonly original: string | null;
}

/** Reads of acts, and of what an import is compared with. */
export function actReads(database: Database) {
  const acts = sqlite
    .selectFrom("act")
    .select(["id", "kind", "of", "state", "started_at as startedAt", "ended_at as endedAt"])
    .select(["first_seq as firstSeq", "last_seq as lastSeq"])
    .$castTo<Act>();

  return {
    async findById(id: string): Promise<Act | null> {
      return (await database.query(PRIVATE, acts.where("id", "=", id).compile()))[0] ?? null;
    },

    /** Lists the imports that are done and not taken back, newest first. */
    findAllDone: (): Promise<Act[]> =>
      database.query(
        PRIVATE,
        acts.where("kind", "=", "import").where("state", "=", "done").orderBy("last_seq", "desc").compile(),
      ),

    /** Finds the act of this kind that was begun and not ended; for an undo, the one that takes back the act `of`. */
    async findBegun(kind: Act["kind"], of: string | null): Promise<Act | null> {
      const begun = acts.where("kind", "=", kind).where("of", "is", of).where("state", "=", "staging");
      return (
        (await database.query(PRIVATE, begun.orderBy("started_at", "desc").limit(1).compile()))[0] ?? null
      );
    },

    /** Finds acts that have ended but still have staged rows: the process doing them was cut off. */
    findUncleared: (): Promise<{ id: string; first: number }[]> =>
      database.query(
        PRIVATE,
        sql<{
          id: string;
          first: number;
        }>`select id, (select min(position) from act_row where act = act.id) as first
          from act where state <> 'staging' and exists (select 1 from act_row where act = act.id)`.compile(
          sqlite,
        ),
      ),

    /** Reads the staged rows of an act from a position on, as texts to compare with what is to be staged. */
    async findStaged(act: string, from: number, count: number): Promise<string[]> {
      const rows = await database.query(
        PRIVATE,
        sql<{ staged: string }>`select ${STAGED} as staged from act_row
          where act = ${act} and position >= ${from} order by position limit ${count}`.compile(sqlite),
      );
      return rows.map(({ staged }) => staged);
    },

    /** Finds every map with all of its names, deleted and unlisted maps included. */
    async findAllMaps(): Promise<KnownMap[]> {
      const rows = await database.query(
        PRIVATE,
        sql<
          Omit<KnownMap, "isListed" | "formerKeys"> & { listed: number; former: string }
        >`select id, name, listed,
          name_key as "nameKey", abbreviation_key as "abbreviationKey",
          (select json_group_array(name_key) from map_name where map = m.id and status <> 'current') as former
          from map as m order by id`.compile(sqlite),
      );
      return rows.map(({ listed, former, ...map }) => ({
        ...map,
        isListed: listed === 1,
        formerKeys: JSON.parse(former) as string[],
      }));
    },

    /** Finds what stands in the way of these completions, apart from themselves and the sample. */
    findPlaces: (wanted: readonly WantedPlace[]): Promise<FoundPlace[]> =>
      database.query(
        PRIVATE,
        sql<FoundPlace>`select w.id,
          (select id from completion where challenge = w.challenge and identity = w.identity
            and pending is null and deleted_at is null and sample = 0 and id <> w.id) as taken,
          (select id from completion where challenge = w.challenge and identity = w.identity
            and pending = w.pending and deleted_at is null and sample = 0 and id <> w.id) as claimed,
          (select id from completion where challenge = w.challenge and og_identity = w.og_identity and og = 1 and w.og = 1
            and pending is w.pending and deleted_at is null and sample = 0 and id <> w.id limit 1) as original
          from (select json_extract(value, '$.id') as id, json_extract(value, '$.challenge') as challenge,
            json_extract(value, '$.identity') as identity, json_extract(value, '$.og') as og,
            json_extract(value, '$.og_identity') as og_identity, json_extract(value, '$.pending') as pending
            from json_each(${json(wanted)})) as w`.compile(sqlite),
      ),

    /** Returns which of these completions are of the sample. It goes with an import, so nothing of it is in the way. */
    async findSample(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await database.query(
        PRIVATE,
        sql<{ id: string }>`select id from completion
          where sample = 1 and id in (select value from json_each(${json(ids)}))`.compile(sqlite),
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** Whether there is any completion outside the sample. If not, nothing stands in anybody's way. */
    async hasOwnCompletions(): Promise<boolean> {
      const [row] = await database.query(
        PRIVATE,
        sql<{ has: number }>`select exists (select 1 from completion where sample = 0) as has`.compile(
          sqlite,
        ),
      );
      return row?.has === 1;
    },

    /** Finds the media keys of all completions outside the sample. */
    async findMediaKeys(): Promise<ReadonlySet<string>> {
      const rows = await database.query(
        PRIVATE,
        sql<{ key: string }>`select m.key from media as m join completion as c on c.id = m.completion
          where c.sample = 0`.compile(sqlite),
      );
      return new Set(rows.map(({ key }) => key));
    },

    /** Reads the entries of an act's rows after a number in the log, each with whether its row was changed later. */
    async findEntries(act: Act, after: number, count: number): Promise<ActEntry[]> {
      const rows = await database.query(
        PRIVATE,
        sql<
          Omit<ActEntry, "isTouched" | "before" | "after"> & {
            touched: number;
            before: string | null;
            after: string | null;
          }
        >`
          select e.seq, e.noun, e.noun_id as id, e.revision, e.shape, e.before, e.after, exists (
            select 1 from change as later where later.noun = e.noun and later.noun_id = e.noun_id and later.seq > e.seq
          ) as touched
          from change as e where e.seq > ${after} and e.seq > ${act.firstSeq} and e.seq <= ${act.lastSeq}
            and e.action not in (${LOADED}, ${SAMPLE_REMOVED})
          order by e.seq limit ${count}`.compile(sqlite),
      );
      const parse = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
      return rows.map(({ touched, before, after: left, ...entry }) => ({
        ...entry,
        before: parse(before),
        after: parse(left),
        isTouched: touched === 1,
      }));
    },

    /** Lists what is on these maps: ids of completions, deleted ones included, and of starts. */
    async findAllOn(maps: readonly string[]): Promise<{ map: string; id: string }[]> {
      return database.query(
        PRIVATE,
        sql<{ map: string; id: string }>`select cast(map_id as text) as map, id from completion
            where map_id in (select cast(value as integer) from json_each(${json(maps)}))
          union all select cast(map_id as text), uuid from chimps_start
            where map_id in (select cast(value as integer) from json_each(${json(maps)}))`.compile(sqlite),
      );
    },
  };
}

/** An entry of an act in the log. */
export interface ActEntry {
  readonly seq: number;
  readonly noun: ActNoun;
  readonly id: string;
  readonly revision: number;
  readonly shape: number;
  readonly before: unknown;
  readonly after: unknown;
  /** Whether somebody changed the row after the act. */
  readonly isTouched: boolean;
}

/** A staged row as one text. */
const STAGED = sql<string>`json_array(noun, id, expected, revision, shape, before, after, derived)`;

const textOf = (value: unknown): string | null => (value === null ? null : json(value));

/** The same text for a row that is to be staged. */
export const stagedText = ({ noun, id, expected, revision, shape, before, after, derived }: ActRow): string =>
  json([noun, id, expected, revision, shape, textOf(before), textOf(after), json(derived)]);

/** The statement that begins an act. */
export const insertAct = (act: Pick<Act, "id" | "kind" | "of" | "startedAt">): CompiledQuery<unknown> =>
  sqlite
    .insertInto("act")
    .values({ id: act.id, kind: act.kind, of: act.of, state: "staging", started_at: act.startedAt })
    .compile();

/** The statement that stages any number of rows from a position on. */
export function insertActRows(act: string, from: number, rows: readonly ActRow[]): CompiledQuery<unknown> {
  const staged = json(rows.map(stagedText));
  return sql`insert into act_row (act, position, noun, id, expected, revision, shape, before, after, derived)
    select ${act}, ${from} + key, ${sql.join([0, 1, 2, 3, 4, 5, 6, 7].map((at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)})`))}
    from json_each(${staged})`.compile(sqlite);
}

/** The statement that deletes staged rows from a position on. */
export const deleteActRows = (
  act: string,
  from: number,
  count = Number.MAX_SAFE_INTEGER,
): CompiledQuery<unknown> =>
  sql`delete from act_row where act = ${act} and position >= ${from} and position < ${from} + ${count}`.compile(
    sqlite,
  );
