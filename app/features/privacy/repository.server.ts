import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { ATTRIBUTE_COLUMNS } from "../../../domain/fields/attributes.ts";
import { personKey } from "../../../domain/game/name-key.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import { type Database, inTexts, sqlite, statement } from "../../../server/db/database.ts";
import type { ErasureTable, Schema } from "../../../server/db/schema.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";
import { reindexCompletions } from "../../../server/db/touched.ts";
import { forgetCreatorsStatement } from "../challenge-codes/repository.server.ts";
import { write } from "../completions/repository/effects.server.ts";
import {
  COMPLETION_SHAPE,
  type CompletionState,
} from "../completions/repository/stored-completion.server.ts";
import { removeCopies } from "../kept-copies/repository.server.ts";
import { hashOfName, PLAYER_SHAPE, type PlayerState } from "../players/repository/changes.server.ts";
import { findAnsweredAround } from "../players/repository/played-with.server.ts";
import { forgetFoundStatement } from "../proof-links/repository.server.ts";

/** A column that holds the id (the token's `sub`) of a person. */
interface Personal {
  readonly table: keyof Schema;
  readonly column: string;
  /** What erasing the person does: the row goes, or another id takes the place of theirs, at once or by a walk over the table. */
  readonly erased: "row" | "id" | "id, by a walk";
  /** What the person reads of such a row; none: another entry shows it, or it says something of others. */
  readonly shown: readonly (string | RawBuilder<unknown>)[];
}

const personal = (
  table: keyof Schema,
  column: string,
  erased: Personal["erased"],
  ...shown: Personal["shown"]
): Personal => ({ table, column, erased, shown });

const mapName = sql`(select name from map where map.id = completion.map_id) as map`;

const proofLinks = sql`(select json_group_object(role, url) from proof_link
  where proof_link.completion = completion.id) as links`;
const codeCreator = sql`(select creator from challenge_code
  where code = upper(completion.challenge_code)) as challenge_code_creator`;
const files = sql`(select json_group_array(key) from media where media.completion = completion.id) as files`;

const copies = sql`(select json_group_array(json_object('url', url, 'state', state, 'bytes', bytes)) from kept_copy
  where kept_copy.completion = completion.id) as copies`;

/** Every column that holds a person's id. A test finds those that are missing here. */
export const PERSONAL: readonly Personal[] = [
  personal(
    ...(["account", "id", "row", "email", "email_verified_at", "display_name", "name_public"] as const),
    ...["roles", "blocked_at", "created_at", "signed_in_at"],
  ),
  personal("account_identity", "account", "row", "issuer", "subject", "name"),
  personal("account_link", "account", "row", "purpose", "email", "created_at", "expires_at"),
  personal("account_link", "invited_by", "row"),
  personal("account_log", "account", "id", "at", "action", "details"),
  personal("account_log", "actor", "id"),
  personal("sign_in_record", "account", "row", "model", "expires_at"),
  personal(
    "person",
    "id",
    "row",
    "address",
    "address_confirmed_at",
    "switches",
    "display_name",
    "name_public",
    "keeps_copies",
  ),
  personal(
    ...(["completion", "submitted_by", "id, by a walk", "id", "challenge", mapName] as const),
    ...[...ATTRIBUTE_COLUMNS, "og", proofLinks, files, copies, codeCreator],
    ...["created_at", "updated_at", "verified_at", "deleted_at", "rejection"],
  ),
  personal("completion", "pending", "id, by a walk"),
  personal("completion", "verified_by", "id, by a walk"),
  personal("completion", "confirmed_by", "id, by a walk"),
  personal("change", "actor", "id, by a walk", "seq", "at", "action", "noun", "noun_id"),
  personal("submission", "account", "row", "id", "at"),
  personal("message", "author", "id", "completion", "at", "kind", "body"),
  personal("question", "asked_by", "id", "completion", "asked_at", "until", "answered_at"),
  personal("notice", "person", "row", "kind", "completion", "data", "at", "seen_at"),
  personal("report", "reporter", "row", "completion", "reason", "link", "at", "closed_at", "outcome"),
  personal("report", "closed_by", "id"),
  personal(
    ...(["proof_proposal", "person", "row", "completion", "role", "link", "content_type", "at"] as const),
    ...["state", "decided_at", "reason"],
  ),
  personal("proof_proposal", "decided_by", "id"),
  personal("review", "holder", "row", "completion", "held_until"),
  personal("review_skip", "helper", "row", "completion", "until"),
  personal("canned_reason", "by", "id", "kind", "title", "text", "at"),
  personal("name_request", "person", "row", "evidence", "at", "state", "reason", "decided_at"),
  personal("name_request", "decided_by", "id"),
  personal("partner_answer", "person", "row", "completion", "answer", "at"),
  personal("partner_mute", "person", "row", "completion", "at"),
  personal("partner_mute", "submitter", "row"),
  personal("wish", "person", "row", "challenge", "towers", "map", "at", "removed_at", "reason"),
  personal("wish", "removed_by", "id"),
  personal("follow", "person", "row", "challenge", "query", "at"),
  personal("follow_feed", "person", "row", "at"),
  personal("check_exception", "by", "id", "completion", "check_id", "reason", "at"),
  personal("erasure", "person", "row"),
];

/** What stands in the place of a message. */
const ERASED_MESSAGE = "This message was erased.";

type Value = string | number | null;
export type PersonalRows = Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;

export interface Erasure extends Omit<ErasureTable, "names" | "done_to" | "redacted"> {
  readonly names: ReadonlySet<string>;
  readonly doneTo: number;
  readonly redacted: number;
}

type Row = Omit<ErasureTable, "done_to" | "redacted"> & { done_to: number; redacted: number };
const toErasure = ({ names, done_to, ...row }: Row): Erasure => ({
  ...row,
  names: new Set(JSON.parse(names) as string[]),
  doneTo: done_to,
});

const listed = (values: Iterable<unknown>): RawBuilder<unknown> =>
  sql`(select value from json_each(${JSON.stringify([...values])}))`;

/** The columns of completions that may hold a person's id. */
const OF_COMPLETIONS = PERSONAL.filter(({ table }) => table === "completion").map(({ column }) => column);

/** How many rows of a table a walk passes at a time, and how many completions it changes. */
const PASSED = { completions: 5_000, changed: 50, entries: 250 };

/** How many pages of the search index are merged at a time. */
const MERGED = 500;

/** A completion that an erasure changes. */
export interface Touched {
  readonly id: string;
  readonly revision: number;
  /** Its state afterwards, with the words that find it; null: no name in it is erased, only ids. */
  readonly after: { readonly state: CompletionState; readonly words: string } | null;
}

/** An entry of the log as it is stored. */
export interface StoredEntry {
  readonly seq: number;
  readonly actor: string;
  readonly noun: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The statement that finds the next completions with a person's id or with one of these names. */
const touchedStatement = ({ person, names, doneTo }: Pick<Erasure, "person" | "names" | "doneTo">) =>
  statement<{ seq: number; id: string }>`select seq, id from completion
    where seq > ${doneTo} and seq <= ${doneTo + PASSED.completions}
      and (${person} in (${sql.join(OF_COMPLETIONS.map((column) => sql.ref(column)))})
        or exists (select 1 from json_each(people_keys) where value in ${listed(names)}))
    order by seq limit ${PASSED.changed}`;

/** The statement that makes another step the next one, or the same one from another number on. */
const goOn = ({ id, step }: Pick<Erasure, "id" | "step">, to: Erasure["step"], doneTo = 0, redacted = 0) =>
  statement`update erasure set step = ${to}, done_to = ${doneTo}, redacted = redacted + ${redacted}
    where id = ${id} and step = ${step}`;

/** The statements that delete what is a person's alone, and take their id out of what is not walked over. */
const forget = (person: string, id: string): CompiledQuery<unknown>[] => [
  sqlite.updateTable("message").set({ body: ERASED_MESSAGE }).where("author", "=", person).compile(),
  // Other rows refer to an account: it goes last.
  ...PERSONAL.toReversed().flatMap(({ table, column, erased }) => {
    const isTheirs = sql`${sql.ref(column)} = ${person}`;
    if (table === "erasure" || erased === "id, by a walk") return [];
    return erased === "row"
      ? [statement`delete from ${sql.table(table)} where ${isTheirs}`]
      : [statement`update ${sql.table(table)} set ${sql.ref(column)} = ${id} where ${isTheirs}`];
  }),
];

/** Returns all rows of a person, by table. */
export async function findOwn(database: Database, person: string): Promise<PersonalRows> {
  const shown = PERSONAL.filter((each) => each.shown.length > 0);
  const all = await Promise.all(
    shown.map(async ({ table, column, shown: columns }) => {
      const values = columns.map((each) => (typeof each === "string" ? sql.ref(each) : each));
      // People's entries of the log have an index; it has no others of theirs.
      const isTheirs = table === "change" ? sql`and actor_level is not null` : sql``;
      const rows = await database.query(
        NO_TAGS,
        statement<Record<string, Value>>`select ${sql.join(values)} from ${sql.table(table)}
          where ${sql.ref(column)} = ${person} ${isTheirs}`,
      );
      return [table, rows] as const;
    }),
  );
  return Object.fromEntries(all);
}

/** Counts what an erasure would concern: open submissions, others that stay, and those under a player's names. */
export async function count(database: Database, person: string, player: number | null) {
  const [row] = await database.query(
    NO_TAGS,
    statement<{ open: number; kept: number; named: number; messages: number }>`select
        (select count(*) from completion where pending = ${person} and deleted_at is null) as open,
        (select count(*) from completion
          where submitted_by = ${person} and pending is null and deleted_at is null) as kept,
        (select count(distinct p.completion) from player_name as n
          join completion_player as p on p.name = n.id where n.player = ${player}) as named,
        (select count(*) from message where author = ${person}) as messages`,
  );
  return row ?? { open: 0, kept: 0, named: 0, messages: 0 };
}

/**
 * Begins to erase a person: from here on there is no account, and nothing private has their id.
 * @param player whose names are erased; null: they stay
 * @returns the id of the erasure: a new one, or the one that is under way
 */
export async function begin(
  database: Database,
  person: string,
  player: number | null,
  at: string,
): Promise<string> {
  const [underWay] = await database.query(
    NO_TAGS,
    sqlite.selectFrom("erasure").select("id").where("person", "=", person).compile(),
  );
  const id = underWay?.id ?? `erased-${crypto.randomUUID()}`;
  const answered = await findAnsweredAround(database, person);
  const email = sql`coalesce((select email_key from account where id = ${person}),
    (select lower(address) from person where id = ${person}))`;
  // As it was written, too: SQLite has small letters of the Latin alphabet alone.
  const written = sql`lower((select email from account where id = ${person}))`;
  // The whole address, as JSON has it: somebody else's may contain theirs.
  const named = (column: string) => {
    const among = (address: RawBuilder<unknown>) =>
      sql`ifnull(instr(lower(${sql.ref(column)}), '"' || ${address} || '"'), 0) > 0`;
    return sql`(${among(email)} or ${among(written)})`;
  };
  await database.atomic([
    statement`insert into erasure (id, person, names, at, step)
      values (${id}, ${person}, (select json_group_array(name_key) from player_name where player = ${player}),
        ${at}, 'submissions')
      on conflict (person) do nothing`,
    statement`update account_log set details = null where account = ${person} or ${named("details")}`,
    statement`delete from account_link where lower(email) in (${email}, ${written})`,
    statement`delete from sign_in_record where ${named("payload")} or instr(payload, ${person}) > 0`,
    ...removeCopies(person),
    ...forget(person, id),
    ...reindexCompletions(answered),
  ]);
  return id;
}

export async function find(database: Database, id: string): Promise<Erasure | null> {
  const [row] = await database.query(
    NO_TAGS,
    sqlite.selectFrom("erasure").selectAll().where("id", "=", id).compile(),
  );
  return row ? toErasure(row) : null;
}

export async function listOpen(database: Database): Promise<readonly string[]> {
  const rows = await database.query(
    NO_TAGS,
    sqlite.selectFrom("erasure").select("id").orderBy("at").orderBy("id").compile(),
  );
  return rows.map(({ id }) => id);
}

/** Finds some of the submissions that a person still has in the queue, and those that have the erasure's id already. */
export async function findOpenSubmissions(database: Database, { id, person }: Erasure): Promise<string[]> {
  const rows = await database.query(
    NO_TAGS,
    sqlite
      .selectFrom("completion")
      .select("id")
      .where("pending", "in", person === null ? [id] : [person, id])
      .where("deleted_at", "is", null)
      .limit(PASSED.changed)
      .compile(),
  );
  return rows.map(({ id }) => id);
}

export const nextStep = (database: Database, erasure: Erasure, to: Erasure["step"]): Promise<unknown> =>
  database.atomic([goOn(erasure, to)]);

/** Finds the next completions that an erasure changes; `doneTo` null: there are none behind these. */
export async function findTouched(
  database: Database,
  erasure: Erasure,
): Promise<{ ids: string[]; doneTo: number | null }> {
  const found = await database.query(NO_TAGS, touchedStatement(erasure));
  const [last] = await database.query(
    NO_TAGS,
    statement<{ seq: number | null }>`select max(seq) as seq from completion`,
  );
  const doneTo =
    found.length < PASSED.changed ? erasure.doneTo + PASSED.completions : (found.at(-1)?.seq ?? 0);
  return { ids: found.map(({ id }) => id), doneTo: doneTo >= (last?.seq ?? 0) ? null : doneTo };
}

/**
 * Takes a person out of completions, and says in the log what those read like that have another name now. One that
 * somebody else changed meanwhile keeps its name: it is to be found once more.
 * @param codes the challenge codes whose creators are erased with them
 */
export async function changeTouched(
  database: Database,
  erasure: Erasure,
  {
    touched,
    codes,
    doneTo,
  }: { touched: readonly Touched[]; codes: readonly string[]; doneTo: number | null },
  at: string,
): Promise<void> {
  const { id, person } = erasure;
  const renamed = inTexts(
    touched.flatMap(({ after, ...each }) =>
      after ? [{ ...each, ...after, isLive: !after.state.deleted_at }] : [],
    ),
  );
  const isAsRead = sql`completion.id = row.value ->> '$.id' and completion.revision = row.value ->> '$.revision'`;
  const ids = OF_COMPLETIONS.map(
    (column) => sql`${sql.ref(column)} = iif(${sql.ref(column)} = ${person}, ${id}, ${sql.ref(column)})`,
  );
  const names = ["people", "people_keys", "people_sort_keys"].map(
    (column) => sql`${sql.ref(column)} = row.value ->> ${sql.lit(`$.state.${column}`)}`,
  );
  await write(database, [
    ...renamed.flatMap((rows) => [
      statement`insert into change (at, actor, action, noun, noun_id, revision, shape, before, after)
      select ${at}, ${SYSTEM}, ${REDACTED}, 'completion', completion.id, completion.revision + 1, ${COMPLETION_SHAPE},
        row.value -> '$.state', row.value -> '$.state'
      from json_each(${rows}) as row join completion on ${isAsRead} where row.value ->> '$.isLive'`,
      statement`update completion set ${sql.join(names)}, words = row.value ->> '$.words', updated_at = ${at},
        confirmed_revision = iif(confirmed_revision = revision, revision + 1, confirmed_revision),
        revision = revision + 1
      from json_each(${rows}) as row where ${isAsRead}`,
    ]),
    statement`update completion set ${sql.join(ids)} where id in ${listed(touched.map((each) => each.id))}
      and ${person} in (${sql.join(OF_COMPLETIONS.map((column) => sql.ref(column)))})`,
    ...(codes.length > 0 ? [forgetCreatorsStatement(codes)] : []),
    forgetFoundStatement(touched.map((each) => each.id)),
    goOn(erasure, doneTo === null ? "log" : "completions", doneTo ?? 0),
  ]);
}

export const findEntries = (database: Database, { doneTo }: Erasure): Promise<StoredEntry[]> =>
  database.query(
    NO_TAGS,
    sqlite
      .selectFrom("change")
      .select(["seq", "actor", "noun", "before", "after"])
      .where("seq", ">", doneTo)
      .orderBy("seq")
      .limit(PASSED.entries)
      .compile(),
  );

/** Rewrites entries of the log: nothing else may. */
export async function redact(
  database: Database,
  erasure: Erasure,
  entries: readonly StoredEntry[],
  doneTo: number | null,
): Promise<void> {
  await database.atomic([
    ...inTexts(entries).map(
      (rows) =>
        statement`update change set actor = row.value ->> '$.actor', before = row.value ->> '$.before',
          after = row.value ->> '$.after'
        from json_each(${rows}) as row where seq = row.value ->> '$.seq'`,
    ),
    goOn(erasure, doneTo === null ? "players" : "log", doneTo ?? 0, entries.length),
  ]);
}

/** Removes players whose names are erased, and what people said of these names. */
export async function removePlayers(
  database: Database,
  erasure: Erasure,
  nobody: PlayerState,
  at: string,
): Promise<void> {
  const names = listed(erasure.names);
  const players = sql`(select id from player where origin_key in ${names})`;
  const [used] = await database.query(
    NO_TAGS,
    statement<{ id: number }>`select n.id from player_name as n join completion_player as p on p.name = n.id
      where n.name_key in ${names} limit 1`,
  );
  // Somebody was credited once more meanwhile.
  if (used) return void (await database.atomic([goOn(erasure, "completions")]));
  const followed = await database.query(
    NO_TAGS,
    statement<{ id: string; query: string }>`select id, query from follow where query like '%person=%'`,
  );
  const ofNames = followed.filter(({ query }) =>
    new URLSearchParams(query).getAll("person").some((name) => erasure.names.has(personKey(name))),
  );
  const ofThem = (table: "player_count" | "player_map_count" | "player_total" | "name_request") =>
    statement`delete from ${sql.table(table)} where player in ${players}`;
  const hashes = await Promise.all([...erasure.names].map(hashOfName));
  await database.atomic([
    // Nobody ends a ban by having the name erased.
    statement`insert or ignore into erased_ban (hash, at) select value, ${at} from json_each(${JSON.stringify(hashes)})
      where exists (select 1 from player where id in ${players} and banned = 1)`,
    statement`insert into change (at, actor, action, noun, noun_id, shape, before)
      select ${at}, ${SYSTEM}, ${REDACTED}, 'player', cast(id as text), ${PLAYER_SHAPE}, ${JSON.stringify(nobody)}
      from player where id in ${players}
        and exists (select 1 from change where noun = 'player' and noun_id = cast(player.id as text))`,
    statement`delete from notice where cause in (
      select 'name ' || id from name_request where player in ${players})`,
    statement`delete from follow where id in ${listed(ofNames.map(({ id }) => id))}`,
    ...(["player_count", "player_map_count", "player_total", "name_request"] as const).map(ofThem),
    statement`update player set shown_as = null, shown_key = null where shown_key in ${names}`,
    statement`delete from player_name where name_key in ${names}`,
    statement`delete from player where id in ${players}
      and not exists (select 1 from player_name where player = player.id)`,
    // A move without its row concerns all of its challenge.
    sqlite.deleteFrom("completion_move").compile(),
    goOn(erasure, "search"),
  ]);
}

/** Has the search index rewrite some of its pages without what was deleted. */
export async function mergeSearch(database: Database, erasure: Erasure): Promise<void> {
  const changes = statement<{ changes: number }>`select total_changes() as changes`;
  // The first call begins to merge everything.
  const pages = erasure.doneTo === 0 ? -MERGED : MERGED;
  const [before, , after] = await database.atomic([
    changes,
    statement`insert into completion_search (completion_search, rank) values ('merge', ${pages})`,
    changes,
  ]);
  const isMerged = Number(after?.[0]?.changes) - Number(before?.[0]?.changes) < 2;
  await database.atomic([isMerged ? goOn(erasure, "end") : goOn(erasure, "search", erasure.doneTo + 1)]);
}

/**
 * Logs that the log was redacted, and forgets whom it was for. Public dumps are made anew. What they had sent before it
 * began, and was written only since, is erased, too.
 */
export async function end(database: Database, { id, step, person }: Erasure, at: string): Promise<void> {
  const late = statement<{ is: 1 }>`select 1 as "is" where exists (select 1 from completion
      where ${person} in (${sql.join(OF_COMPLETIONS.map((column) => sql.ref(column)))})
        or (pending = ${id} and deleted_at is null))
    or exists (select 1 from change where actor = ${person} and actor_level is not null)`;
  if (person !== null && (await database.query(NO_TAGS, late)).length > 0)
    return void (await database.atomic([goOn({ id, step }, "submissions")]));
  await database.atomic([
    ...(person === null ? [] : forget(person, id)),
    statement`insert into change (at, actor, action, noun, noun_id, after)
      select ${at}, ${SYSTEM}, ${REDACTED}, 'log', 'redaction', json_object('entries', redacted)
      from erasure where id = ${id} and step = 'end'`,
    sqlite.deleteFrom("dump").compile(),
    statement`update erasure set person = null, names = '[]', step = 'file' where id = ${id}`,
  ]);
}

/** Overwrites what the engine's files still hold. False: it is to be tried once more. */
export async function overwrite(database: Database, { id }: Erasure): Promise<boolean> {
  if (!((await database.overwriteDeleted?.()) ?? true)) return false;
  await database.atomic([sqlite.deleteFrom("erasure").where("id", "=", id).compile()]);
  return true;
}

/** The action of entries about an erasure. */
const REDACTED = "redact";
