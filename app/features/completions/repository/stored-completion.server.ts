import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { identityOf, ogIdentityOf } from "../../../../domain/challenges/fields.ts";
import {
  ALL_ATTRIBUTE_COLUMNS,
  type AttributeValues,
  type Completion,
  packAttributes,
  searchWords,
  unpackAttributes,
} from "../../../../domain/fields/attributes.ts";
import { recordAmountOf } from "../../../../domain/lists/record.ts";
import type { Submission } from "../../../../domain/submissions/submission.ts";
import { type Change, insertChangeOf, insertLoadedChanges } from "../../../../server/db/changes.ts";
import { bind, type Database, sqlite } from "../../../../server/db/database.ts";
import { MEDIA_COLUMNS, type MediaState } from "../../../../server/db/media.ts";
import type { CompletionTable } from "../../../../server/db/schema.ts";
import { completionTag } from "../../../../server/db/tags.ts";
import type { MapReference } from "../../maps/repository.server.ts";
import { isOfBannedAs } from "../../players/repository/banned.server.ts";
import { changeProofLinks, isFree, type ProofLink, proofLinkReads } from "./claims.server.ts";
import type { WriteWithEvents } from "./effects.server.ts";

/** Columns that a write may set. The others never change, or follow from these. */
export const STATE_COLUMNS = [
  ...ALL_ATTRIBUTE_COLUMNS,
  ...(["map_id", "og", "pending", "submitted_by", "created_at", "verified_by", "verified_at"] as const),
  ...(["confirmed_by", "confirmed_at", "confirmed_revision", "deleted_at", "rejection"] as const),
  ...(["identity", "og_identity", "record_amount"] as const),
] as const;

type StateColumn = (typeof STATE_COLUMNS)[number];

/** The difficulty of a row's map `m`, if it is one of the index's own maps. */
export const difficultyOfMap = sql<string | null>`case m.listed when 1 then m.difficulty end`.as(
  "difficulty",
);

/** The version of CompletionState's shape in the log. */
export const COMPLETION_SHAPE = 1;

/** All of a completion that can change, with its media and links: what the log keeps before and after a write. */
export type CompletionState = Pick<CompletionTable, StateColumn> & {
  readonly challenge: string;
  /** The name of its map at that time. */
  readonly map: string;
  readonly media: readonly MediaState[];
  /** Links to proof besides its `link`, one for a role. */
  readonly links: readonly ProofLink[];
};

/** The columns of a completion that had no second look. */
export const NOT_CONFIRMED = { confirmed_by: null, confirmed_at: null, confirmed_revision: null } as const;

/** Whether a second helper looked at `c` as it is, since it was verified. */
export const isConfirmed = sql<number>`(c.pending is null and c.confirmed_revision = c.revision
  and c.confirmed_at >= c.verified_at)`;

/** The same of one that was read. */
export const isConfirmedNow = ({ revision, state }: Pick<StoredCompletion, "revision" | "state">): boolean =>
  state.pending === null &&
  state.confirmed_revision === revision &&
  (state.confirmed_at ?? "") >= (state.verified_at ?? "~");

/**
 * Returns the state of a write that another proof follows from and nothing else: a second look at what was stored stays
 * one, though it was at another proof.
 */
export const withSecondLook = (stored: StoredCompletion, after: CompletionState): CompletionState =>
  isConfirmedNow(stored) &&
  after.confirmed_at === stored.state.confirmed_at &&
  isOtherContent(stored.state, after)
    ? { ...after, confirmed_revision: stored.revision + 1 }
    : after;

/** A completion as a write finds it. */
export interface StoredCompletion {
  readonly id: string;
  readonly challenge: string;
  /** Moves when the content or the proof changes. */
  readonly revision: number;
  readonly updatedAt: string;
  /** The current difficulty of its map; not part of the state. */
  readonly difficulty: string | null;
  readonly state: CompletionState;
}

/** Returns a stored completion as fields present it, with its own extras and no other row's. */
export function completionOf({
  id,
  state,
  difficulty = null,
}: Pick<StoredCompletion, "id" | "state"> & Partial<Pick<StoredCompletion, "difficulty">>): Completion {
  return {
    id,
    mapId: state.map_id,
    map: state.map,
    difficulty,
    og: state.og === 1,
    pending: state.pending,
    ...unpackAttributes(state),
  };
}

/** Who writes. The row must be unchanged since it was read and, unless the writer is a verifier, belong to the writer. */
export interface Writer {
  readonly id: string;
  readonly isVerifier: boolean;
}

/** Returns the columns that a submission fills in, for the map that it names. */
export function columnsOf(
  definition: ChallengeDefinition,
  submission: Omit<NewCompletion, keyof Origin>,
  map: MapReference,
) {
  return {
    ...packAttributes(submission),
    map_id: map.id,
    map: map.name,
    og: submission.og ? 1 : 0,
    identity: identityOf(definition, { ...submission, mapId: map.id }),
    og_identity: ogIdentityOf(definition, { ...submission, mapId: map.id }),
    record_amount: recordAmountOf(definition, submission),
  };
}

/** Columns that say what a completion is and what proves it. They move its revision; verifying it does not. */
const CONTENT = STATE_COLUMNS.filter(
  (column) =>
    ![
      "pending",
      "submitted_by",
      "created_at",
      "verified_by",
      "verified_at",
      "confirmed_by",
      "confirmed_at",
      "confirmed_revision",
      "deleted_at",
      "rejection",
    ].includes(column),
);

/** Whether two states differ in what the completion is or in its proof. */
export function isOtherContent(one: CompletionState, other: CompletionState): boolean {
  // Files are read in another order than that of the form that they came in.
  const files = ({ media }: CompletionState) =>
    JSON.stringify(media.map(({ key, hash, role }) => [key, hash, role]).sort());
  const links = (state: CompletionState) =>
    JSON.stringify(state.links.map(({ role, url }) => [role, url]).sort());
  return (
    CONTENT.some((column) => one[column] !== other[column]) ||
    files(one) !== files(other) ||
    links(one) !== links(other)
  );
}

async function findAllByIds(database: Database, ids: readonly string[]): Promise<StoredCompletion[]> {
  const listed = JSON.stringify(ids);
  const rows = await database.query(
    ids.map(completionTag),
    sqlite
      .selectFrom("completion as c")
      .innerJoin("map as m", "m.id", "c.map_id")
      .select(STATE_COLUMNS.map((column) => `c.${column}` as const))
      .select(["c.id", "c.challenge", "c.revision", "c.updated_at", "m.name as map"])
      .select(difficultyOfMap)
      .where(sql<boolean>`c.id in (select value from json_each(${listed}))`)
      .compile(),
  );
  const media = await database.query(
    ids.map(completionTag),
    sqlite
      .selectFrom("media")
      .select([...MEDIA_COLUMNS, "completion"])
      .where(sql<boolean>`completion in (select value from json_each(${listed}))`)
      .orderBy("created_at")
      .orderBy("key")
      .compile(),
  );
  const links = await proofLinkReads(database).findLinksOf(ids);
  const ofRow = Map.groupBy(media, ({ completion }) => completion);
  return rows.map(({ id, revision, updated_at, difficulty, ...columns }) => ({
    id,
    challenge: columns.challenge,
    revision,
    updatedAt: updated_at,
    difficulty,
    state: {
      ...columns,
      media: (ofRow.get(id) ?? []).map(({ completion: _, ...entry }) => entry),
      links: links.get(id) ?? [],
    },
  }));
}

async function findById(database: Database, id: string): Promise<StoredCompletion | null> {
  return (await findAllByIds(database, [id]))[0] ?? null;
}

/**
 * Lists what a member submitted, rejected completions included, with the total: what they are asked about comes
 * first, then the latest change.
 */
async function findAllBySubmitter(database: Database, member: string, offset: number, count: number) {
  const own = sqlite
    .selectFrom("completion")
    .where("submitted_by", "=", member)
    .where((where) => where.or([where("deleted_at", "is", null), where("rejection", "is not", null)]));
  const [total] = await database.query(
    ["completions"],
    own.select(sql<number>`count(*)`.as("total")).compile(),
  );
  const rows = await database.query(
    ["completions"],
    own
      .select("id")
      .orderBy(
        sql`exists (select 1 from question as q where q.completion = completion.id and q.answered_at is null)`,
        "desc",
      )
      .orderBy("updated_at", "desc")
      .orderBy("id")
      .limit(count)
      .offset(offset)
      .compile(),
  );
  return { rows: await findInOrder(database, rows), total: total?.total ?? 0 };
}

/** Finds completions in the order of these rows. */
async function findInOrder(
  database: Database,
  rows: readonly { readonly id: string }[],
): Promise<StoredCompletion[]> {
  const found = await findAllByIds(
    database,
    rows.map(({ id }) => id),
  );
  const byId = new Map(found.map((each) => [each.id, each]));
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Finds what was deleted since a moment while it was the member's pending submission, the last deleted first. */
async function findDeletedClaims(
  database: Database,
  member: string,
  since: string,
  count: number,
): Promise<StoredCompletion[]> {
  const rows = await database.query(
    ["completions"],
    sqlite
      .selectFrom("completion")
      .where("submitted_by", "=", member)
      .where("pending", "=", member)
      .where("deleted_at", ">", since)
      .where("rejection", "is", null)
      .select("id")
      .orderBy("deleted_at", "desc")
      .orderBy("id")
      .limit(count)
      .compile(),
  );
  return findInOrder(database, rows);
}

/** Reads of completions that are about to be changed. */
export const completionStates = (database: Database) =>
  bind(database, { findAllByIds, findById, findAllBySubmitter, findDeletedClaims });

/**
 * Deletes the sample rows that a real row displaces: those of the same identity, and for an original the sample's
 * original.
 */
export function displaceSample(
  id: string,
  { challenge, identity, og, og_identity }: CompletionState,
): CompiledQuery<unknown> {
  // Verified rows and claims apart, so that each select uses its own unique index.
  const same = sql`select seq from completion where challenge = ${challenge} and deleted_at is null`;
  return sql`delete from completion where sample = 1 and id <> ${id} and seq in (
    ${same} and identity = ${identity} and identity is not null and pending is null
    union all ${same} and identity = ${identity} and identity is not null and pending is not null
    union all ${same} and og_identity = ${og_identity} and ${og} = 1 and og = 1 and pending is null
    union all ${same} and og_identity = ${og_identity} and ${og} = 1 and og = 1 and pending is not null)`.compile(
    sqlite,
  );
}

/** The words that find a completion in this state. They follow from the state, so the log does not keep them. */
export const wordsOf = (state: CompletionState): string =>
  searchWords(
    unpackAttributes(state),
    state.links.map(({ url }) => url),
  );

function insertMedia(id: string, { key, ...entry }: MediaState): CompiledQuery<unknown> {
  return sqlite
    .insertInto("media")
    .values({ key, ...entry, completion: id })
    .compile();
}

/** The statements that turn a completion's media into what they are after a write. */
function changeMedia(
  id: string,
  before: readonly MediaState[],
  after: readonly MediaState[],
): CompiledQuery<unknown>[] {
  const isIn = (list: readonly MediaState[], { key, hash, role }: MediaState): boolean =>
    list.some((each) => each.key === key && each.hash === hash && each.role === role);
  const gone = before.filter((entry) => !isIn(after, entry)).map(({ key }) => key);
  const fresh = after.filter((entry) => !isIn(before, entry));
  return [
    ...(gone.length === 0 ? [] : [sqlite.deleteFrom("media").where("key", "in", gone).compile()]),
    ...fresh.map((entry) => insertMedia(id, entry)),
  ];
}

type LogEntry = Pick<Change, "at" | "actor" | "action" | "level" | "act">;

function logOf(
  entry: LogEntry,
  before: CompletionState | null,
  after: CompletionState,
  revision: number,
): Omit<Change, "id"> {
  return { ...entry, noun: "completion", shape: COMPLETION_SHAPE, revision, before, after };
}

/**
 * The write that records a new completion. Its batch throws ConstraintError TAKEN or OG_TAKEN where a verified completion has
 * its place, OWN or OWN_OG where its member claims it already, GUARD where its map is gone or a claim cannot be made.
 */
export function insertCompletion(id: string, state: CompletionState, entry: LogEntry): WriteWithEvents {
  const { media, links, map: _, ...columns } = state;
  const statements = [
    ...(state.pending === null ? [displaceSample(id, state)] : []),
    sqlite
      .insertInto("completion")
      .values({ id, ...columns, words: wordsOf(state), updated_at: entry.at })
      .compile(),
    ...media.map((each) => insertMedia(id, each)),
    ...changeProofLinks(id, [], links),
    insertChangeOf(
      logOf(entry, null, state, 1),
      sql`(select ${id} from map where id = ${state.map_id} and listed = 1 and ${isFree(null, state, id, entry.actor)})`,
    ),
  ];
  return { statements, events: [changedTo(id, null, state, entry)] };
}

const changedTo = (
  id: string,
  before: CompletionState | null,
  after: CompletionState,
  { actor, action }: LogEntry,
) => ({ kind: "completion", id, before, after, actor, action }) as const;

/** The statement that keeps at which warnings whoever sent a completion has looked, as it is after the batch before it. */
export const acknowledgeWarnings = (id: string, checks: readonly string[]): CompiledQuery<unknown> =>
  sql`replace into looked_at (completion, revision, checks)
    select id, revision, ${JSON.stringify(checks)} from completion where id = ${id}`.compile(sqlite);

/** A completion that does not come from a form. */
export interface NewCompletion extends AttributeValues, Readonly<Pick<Submission, "map" | "og">>, Origin {}

/** Where a completion comes from. */
interface Origin {
  /** UUID. */
  readonly id: string;
  /** The submitter's id while it waits for a helper. */
  readonly pending: string | null;
  readonly submittedBy: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly verifiedBy: string | null;
  readonly sample: boolean;
}

/** Returns the state in which a completion is recorded on a map. */
export function stateOf(
  definition: ChallengeDefinition,
  completion: NewCompletion,
  map: MapReference,
): CompletionState {
  const { pending, submittedBy, createdAt, verifiedBy } = completion;
  return {
    ...columnsOf(definition, completion, map),
    challenge: definition.key,
    pending,
    submitted_by: submittedBy,
    created_at: createdAt,
    verified_by: verifiedBy,
    verified_at: verifiedBy === null ? null : createdAt,
    ...NOT_CONFIRMED,
    deleted_at: null,
    rejection: null,
    media: [],
    links: [],
  };
}

/** A completion that is loaded together with many others. */
export interface LoadedCompletion {
  readonly id: string;
  readonly state: CompletionState;
  readonly sample: boolean;
}

/** The statement that adds any number of completions; D1 binds only 100 values in a statement. The caller logs them. */
export function insertCompletions(completions: readonly LoadedCompletion[]): CompiledQuery<unknown> {
  const rows = completions.map(({ id, state, sample }) => {
    const { media: _, links: __, map: ___, ...columns } = state;
    const words = wordsOf(state);
    return { id, ...columns, words, updated_at: columns.created_at, sample: sample ? 1 : 0 };
  });
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((column) => sql`json_extract(value, ${sql.lit(`$.${column}`)})`);
  return sql`insert into completion (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from json_each(${JSON.stringify(rows)})`.compile(sqlite);
}

/** The statement that logs loaded completions, of which the log has nothing yet. */
export const logLoadedCompletions = (
  completions: readonly LoadedCompletion[],
  now: Date,
): CompiledQuery<unknown> => {
  const states = JSON.stringify(completions.map(({ id, state }) => ({ id, state })));
  return insertLoadedChanges({
    noun: "completion",
    shape: COMPLETION_SHAPE,
    at: now.toISOString(),
    areNew: true,
    states: sql`select value ->> '$.id' as id, value -> '$.state' as state from json_each(${states})`,
  });
};

/**
 * The write that changes a completion from the state in which it was read to another. Its batch changes nothing and throws
 * ConstraintError GUARD unless the row is still as it was read and, for anybody but a verifier, is theirs: still pending
 * under their name, or submitted by them and rejected. Only a verifier verifies.
 * @param condition what has to hold besides, as SQL
 */
export function updateCompletion(
  stored: StoredCompletion,
  after: CompletionState,
  writer: Writer,
  entry: LogEntry,
  condition: RawBuilder<unknown> = sql`1`,
): WriteWithEvents {
  const { id, state: before } = stored;
  const { media, links, challenge: _, map: __, ...columns } = after;
  const revision = stored.revision + (isOtherContent(before, after) ? 1 : 0);
  const statements = [
    insertChangeOf(logOf(entry, before, after, revision), ifStill(stored, after, writer, condition)),
    ...(after.deleted_at === null && after.pending === null ? [displaceSample(id, after)] : []),
    sqlite
      .updateTable("completion")
      .set({ ...columns, words: wordsOf(after), updated_at: entry.at, revision })
      .where("id", "=", id)
      .compile(),
    ...changeMedia(id, before.media, media),
    ...changeProofLinks(id, before.links, links),
  ];
  return { statements, events: [changedTo(id, before, after, entry)] };
}

/**
 * The id of the row if it is still as it was read, the writer may change it, and the map that it moves to exists;
 * otherwise null, which the log refuses. Nothing of a banned player is verified as an original.
 * An imported row may be, and stay, on a map that the index does not list.
 */
function ifStill(
  { id, revision, state: before }: StoredCompletion,
  after: CompletionState,
  { id: writer, isVerifier }: Writer,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const moves = after.map_id !== before.map_id || (after.deleted_at === null && before.deleted_at !== null);
  const verifies = before.pending !== null && after.pending === null;
  return sql`(select id from completion where id = ${id} and revision = ${revision}
    and pending is ${before.pending} and deleted_at is ${before.deleted_at}
    and (${moves ? 0 : 1} or exists (select 1 from map where id = ${after.map_id} and deleted_at is null))
    and ${isFree(before, after, id, writer)} and ${condition}
    and not ${verifies && after.og === 1 ? isOfBannedAs(after) : sql`0`}
    and (${isVerifier ? 1 : 0} or (${verifies ? 0 : 1} and (
      pending = ${writer}
      or (submitted_by = ${writer} and deleted_at is not null and rejection is not null)))))`;
}

/** The constraint that ConstraintError names when a row has changed since it was read, or is not the writer's. */
export const GUARD = "change.noun_id";
/** The same, when a verified completion of the same identity exists. */
export const TAKEN = "completion.challenge, completion.identity";
/** The same, when a verified original of the same OG identity exists. */
export const OG_TAKEN = "completion.challenge, completion.og_identity";
/** The same, when the member claims the same identity already. */
export const OWN = "completion.challenge, completion.identity, completion.pending";
/** The same, when the member claims the original already. */
export const OWN_OG = "completion.challenge, completion.og_identity, completion.pending";
