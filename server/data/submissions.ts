import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../derive/identity.ts";
import type { Submission } from "../../derive/submission.ts";
import type { Completion } from "../../fields/completion.ts";
import { personKey } from "../../game/name-key.ts";
import { versionOrder } from "../../game/versions.ts";
import { type Change, insertChangeOf } from "./changes.ts";
import { type Database, sqlite } from "./database.ts";
import type { CompletionTable } from "./schema.ts";

/** The media of a completion as the log keeps them. */
export interface MediaState {
  readonly key: string;
  readonly hash: string;
  readonly content_type: string;
  readonly bytes: number;
  readonly created_at: string;
  readonly thumbnail: string | null;
}

/** Columns that a write may set; the others are the row's own for ever, or follow from these. */
const STATE_COLUMNS = [
  ...(["map", "towers", "upgrades", "people", "people_keys", "money", "completion_type", "og"] as const),
  ...(["version", "version_order", "date", "notes", "link", "pending", "submitted_by"] as const),
  ...(["created_at", "verified_by", "verified_at", "deleted_at", "rejection"] as const),
  ...(["identity", "og_identity"] as const),
] as const;

type StateColumn = (typeof STATE_COLUMNS)[number];

/** Everything of a completion that can change, with its media: what the log keeps before and after a write. */
export type CompletionState = Pick<CompletionTable, StateColumn> & {
  readonly challenge: string;
  readonly media: readonly MediaState[];
};

/** Whether what the log keeps is a completion: it keeps other things too. */
export function isCompletionState(value: unknown): value is CompletionState {
  return typeof value === "object" && value !== null && "media" in value && "challenge" in value;
}

/** A completion as a write finds it. */
export interface StoredCompletion {
  readonly id: string;
  readonly challenge: string;
  /** Counts its writes. */
  readonly revision: number;
  readonly updatedAt: string;
  readonly state: CompletionState;
}

/** A stored completion as fields present it, with its own extras: no other row's. Its map's difficulty is not read. */
export function completionOf({ id, state }: Pick<StoredCompletion, "id" | "state">): Completion {
  return {
    id,
    map: state.map,
    difficulty: null,
    towers: JSON.parse(state.towers),
    upgrades: JSON.parse(state.upgrades),
    people: JSON.parse(state.people),
    money: state.money,
    completionType: state.completion_type,
    og: state.og === 1,
    version: state.version,
    date: state.date,
    notes: state.notes,
    link: state.link,
    pending: state.pending,
  };
}

/** Who writes, and how: the row must be as it was read, and be theirs unless they are a helper. */
export interface Writer {
  readonly id: string;
  readonly isHelper: boolean;
}

/** What a submission puts into the columns. */
export function columnsOf(definition: ChallengeDefinition, submission: Submission) {
  const { map, towers, upgrades, people, money, completionType, og, version, date, notes, link } = submission;
  return {
    map,
    towers: JSON.stringify(towers),
    upgrades: JSON.stringify(upgrades),
    people: JSON.stringify(people),
    people_keys: JSON.stringify(people.map(personKey)),
    money,
    completion_type: completionType,
    og: og ? 1 : 0,
    version,
    version_order: version === null ? null : versionOrder(version),
    date,
    notes,
    link,
    identity: identityOf(definition, submission),
    og_identity: ogIdentityOf(definition, submission),
  };
}

/** Reads of completions for somebody who is going to change them. */
export function submissionReads(database: Database) {
  async function load(ids: readonly string[]): Promise<StoredCompletion[]> {
    const wanted = JSON.stringify(ids);
    const rows = await database.query(
      sqlite
        .selectFrom("completion")
        .select([...STATE_COLUMNS, "id", "challenge", "revision", "updated_at"])
        .where(sql<boolean>`id in (select value from json_each(${wanted}))`)
        .compile(),
    );
    const media = await database.query(
      sqlite
        .selectFrom("media")
        .select(["key", "hash", "content_type", "bytes", "created_at", "thumbnail", "completion"])
        .where(sql<boolean>`completion in (select value from json_each(${wanted}))`)
        .orderBy("created_at")
        .orderBy("key")
        .compile(),
    );
    const ofRow = Map.groupBy(media, ({ completion }) => completion);
    return rows.map(({ id, revision, updated_at, ...columns }) => ({
      id,
      challenge: columns.challenge,
      revision,
      updatedAt: updated_at,
      state: { ...columns, media: (ofRow.get(id) ?? []).map(({ completion: _, ...entry }) => entry) },
    }));
  }

  return {
    /** The completions of these ids that are there, deleted ones too. */
    loadAll: load,

    async load(id: string): Promise<StoredCompletion | null> {
      return (await load([id]))[0] ?? null;
    },

    /** The live completion of an identity, or null. */
    async findIdentity(challenge: string, identity: string | null): Promise<string | null> {
      if (identity === null) return null;
      const [row] = await database.query(
        sqlite
          .selectFrom("completion")
          .select("id")
          .where("challenge", "=", challenge)
          .where("identity", "=", identity)
          .where("deleted_at", "is", null)
          .compile(),
      );
      return row?.id ?? null;
    },

    /** What a member submitted, what was rejected of it too; newest change first, with how many there are. */
    async listOf(member: string, offset: number, count: number) {
      const own = sqlite
        .selectFrom("completion")
        .where("submitted_by", "=", member)
        .where((where) => where.or([where("deleted_at", "is", null), where("rejection", "is not", null)]));
      const [total] = await database.query(own.select(sql<number>`count(*)`.as("total")).compile());
      const rows = await database.query(
        own.select("id").orderBy("updated_at", "desc").orderBy("id").limit(count).offset(offset).compile(),
      );
      const loaded = new Map((await load(rows.map(({ id }) => id))).map((each) => [each.id, each]));
      return { rows: rows.flatMap(({ id }) => loaded.get(id) ?? []), total: total?.total ?? 0 };
    },
  };
}

/** Takes sample rows out of the way of a real one: of the same identity, or the sample's original. */
function displaceSample(
  id: string,
  { challenge, identity, og, og_identity }: CompletionState,
): CompiledQuery<unknown> {
  return sql`delete from completion where challenge = ${challenge} and sample = 1 and deleted_at is null and id <> ${id}
    and (identity = ${identity} or (${og} = 1 and og = 1 and og_identity = ${og_identity}))`.compile(sqlite);
}

function insertMedia(id: string, { key, ...entry }: MediaState): CompiledQuery<unknown> {
  return sqlite
    .insertInto("media")
    .values({ key, ...entry, completion: id })
    .compile();
}

/** The statements that make a completion's media what they are after a write. */
function changeMedia(
  id: string,
  before: readonly MediaState[],
  after: readonly MediaState[],
): CompiledQuery<unknown>[] {
  const isIn = (list: readonly MediaState[], { key, hash }: MediaState): boolean =>
    list.some((each) => each.key === key && each.hash === hash);
  const gone = before.filter((entry) => !isIn(after, entry)).map(({ key }) => key);
  const fresh = after.filter((entry) => !isIn(before, entry));
  return [
    ...(gone.length === 0 ? [] : [sqlite.deleteFrom("media").where("key", "in", gone).compile()]),
    ...fresh.map((entry) => insertMedia(id, entry)),
  ];
}

type LogEntry = Pick<Change, "at" | "actor" | "action" | "level">;

/**
 * The batch that records a new completion. A taken identity breaks its unique index: ConstraintError; so does a map that
 * is no longer there: GUARD.
 */
export function insertSubmission(
  id: string,
  state: CompletionState,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const { media, ...columns } = state;
  return [
    displaceSample(id, state),
    sqlite
      .insertInto("completion")
      .values({ id, ...columns, updated_at: entry.at })
      .compile(),
    ...media.map((each) => insertMedia(id, each)),
    insertChangeOf(
      { ...entry, noun: "completion", before: null, after: state },
      sql`(select ${id} from map where name = ${state.map})`,
    ),
  ];
}

/**
 * The batch that brings a completion from the state it was read in to another. It changes nothing and throws
 * ConstraintError GUARD unless the row is still of that revision and, for anybody but a helper, theirs: still pending
 * under their name, or their own that was rejected.
 */
export function updateSubmission(
  stored: StoredCompletion,
  after: CompletionState,
  writer: Writer,
  entry: LogEntry,
): CompiledQuery<unknown>[] {
  const { id, revision, state: before } = stored;
  const { media, challenge: _, ...columns } = after;
  // A row that was imported may be on a map that the index does not know, and stays there.
  const map = after.map === before.map ? null : after.map;
  return [
    insertChangeOf({ ...entry, noun: "completion", before, after }, ifStill(id, revision, map, writer)),
    ...(after.deleted_at === null ? [displaceSample(id, after)] : []),
    sqlite
      .updateTable("completion")
      .set({ ...columns, updated_at: entry.at, revision: revision + 1 })
      .where("id", "=", id)
      .compile(),
    ...changeMedia(id, before.media, media),
  ];
}

/**
 * The id of the row if it is still as it was read and the writer's to change, and the map that it moves to (null: stays)
 * is there; else null, which the log refuses.
 */
function ifStill(
  id: string,
  revision: number,
  map: string | null,
  { id: writer, isHelper }: Writer,
): RawBuilder<unknown> {
  return sql`(select id from completion where id = ${id} and revision = ${revision}
    and (${map} is null or exists (select 1 from map where name = ${map})) and (${isHelper ? 1 : 0} = 1
    or (pending = ${writer} and deleted_at is null)
    or (submitted_by = ${writer} and deleted_at is not null and rejection is not null)))`;
}

/** What ConstraintError names when a row was no longer as it was read, or not the writer's. */
export const GUARD = "change.noun_id";
/** … when a completion of the same identity is there. */
export const TAKEN = "completion.challenge, completion.identity";
/** … when there is an original of the same OG identity. */
export const OG_TAKEN = "completion.challenge, completion.og_identity";
