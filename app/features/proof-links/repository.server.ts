import { type RawBuilder, sql } from "kysely";
import {
  type FoundThere,
  LINK_HOSTS,
  type LinkHost,
  type WatchedLink,
} from "../../../domain/media/link-hosts.ts";
import {
  DOUBTED_FROM,
  LINK_STATES,
  type LinkStanding,
  type LinkState,
  type standingAfter,
} from "../../../domain/media/link-watch.ts";
import { SYSTEM } from "../../../server/db/changes.ts";
import { type Database, statement } from "../../../server/db/database.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";
import { touchCompletions } from "../../../server/db/touched.ts";
import { insertNotices } from "../notices/repository.server.ts";
import { ofPlayer } from "../players/repository/name-requests.server.ts";

export const PROOF = "proof";
/** The version of its shape in the log. */
export const PROOF_SHAPE = 1;

/** An entry of the log, as far as it says which completion may have other links now. */
export interface Passed {
  readonly seq: number;
  readonly at: string;
  readonly noun: string;
  readonly id: string;
  /** Null: the index's own. */
  readonly level: string | null;
}

export const passedStatement = (seq: number, count: number) =>
  statement<Passed>`select seq, at, noun, noun_id as id, actor_level as level from change
    where seq > ${seq} order by seq limit ${count}`;

const listed = (values: readonly unknown[]): RawBuilder<unknown> => sql`json_each(${JSON.stringify(values)})`;

/** Of these completions those that are verified and no sample, with their links as JSON. */
export const linksStatement = (ids: readonly string[]) =>
  statement<{ id: string; links: string }>`select c.id, (select json_group_array(url) from (
        select c.link as url where c.link is not null
        union all select p.url from proof_link as p where p.completion = c.id)) as links
    from ${listed(ids)} as given cross join completion as c on c.id = given.value
    where c.deleted_at is null and c.pending is null and c.sample = 0`;

/** That a completion has a watched link. */
export interface WatchedProof {
  readonly completion: string;
  readonly url: string;
}

export const watchedProofsStatement = (ids: readonly string[]) =>
  statement<WatchedProof>`select p.completion, p.url
    from ${listed(ids)} as given cross join watched_proof as p on p.completion = given.value`;

/** A link that completions have since the log was followed last. */
export interface NewProof extends WatchedProof, WatchedLink {
  readonly state: Extract<LinkState, "never" | "ending">;
  readonly dueAt: string | null;
}

/** The statements that follow completions to other links, and forget links that none has any more. */
export function followStatements(added: readonly NewProof[], removed: readonly WatchedProof[], at: string) {
  const given = sql`${listed(added)} as given`;
  const isRemoved = sql`(completion, url) in (
    select value ->> '$.completion', value ->> '$.url' from ${listed(removed)})`;
  return [
    ...(added.length === 0
      ? []
      : [
          statement`insert or ignore into watched_link (url, host, state, since, ends_on, due_at)
            select value ->> '$.url', value ->> '$.host', value ->> '$.state', coalesce(value ->> '$.endsOn', ${at}),
              value ->> '$.endsOn', value ->> '$.dueAt' from ${given}`,
          // Another completion had it: it is asked about as soon as this one's would be.
          statement`update watched_link set due_at = value ->> '$.dueAt' from ${given}
            where watched_link.url = value ->> '$.url' and due_at > value ->> '$.dueAt'`,
          statement`insert or ignore into watched_proof (completion, url)
            select c.id, value ->> '$.url' from ${given} cross join completion as c on c.id = value ->> '$.completion'`,
        ]),
    ...(removed.length === 0
      ? []
      : [
          statement`delete from gone_proof where ${isRemoved}`,
          statement`delete from watched_proof where ${isRemoved}`,
          statement`delete from watched_link where url in (select value ->> '$.url' from ${listed(removed)})
            and not exists (select 1 from watched_proof as p where p.url = watched_link.url)`,
        ]),
  ];
}

/** A link that is to be asked about. */
export interface DueLink extends LinkStanding {
  readonly url: string;
  readonly host: LinkHost;
  readonly endsOn: string | null;
}

/** When links are due. All are ISO 8601, UTC. */
export interface DueTimes {
  readonly now: string;
  /** What is put off beyond this was so by a clock that was ahead. */
  readonly never: string;
  /** Until then nobody else takes what is taken. */
  readonly until: string;
}

/** The statement that forgets links that are due and whose completions were removed for good. */
export const forgetOrphansStatement = (host: LinkHost, now: string, count: number) =>
  statement`delete from watched_link where url in (
      select url from watched_link where host = ${host} and due_at <= ${now} order by due_at limit ${count})
    and not exists (select 1 from watched_proof as p where p.url = watched_link.url)`;

/** The statement that takes links of a host that are due, those that wait longest first. */
export const takeLinksStatement = (host: LinkHost, { now, never, until }: DueTimes, count: number) =>
  statement<DueLink>`update watched_link set due_at = ${until} where url in (
      select url from (select url from watched_link where host = ${host} and due_at <= ${now} order by due_at limit ${count})
      union all
      select url from (select url from watched_link where host = ${host} and due_at > ${never} order by due_at limit ${count})
      limit ${count})
    returning url, host, state, since, ends_on as "endsOn", first_failed_at as "firstFailedAt", failed_times as "failedTimes"`;

/** Whether a host has said since a time of another link that it is there, and how many it says are gone, up to a number. */
export const saidSinceStatement = (host: LinkHost, since: string) =>
  statement<{ there: number; failing: number }>`select
      exists (select 1 from watched_link where host = ${host} and state = 'alive' and asked_at >= ${since}) as there,
      (select count(*) from (select 1 from watched_link
        where host = ${host} and state = 'failing' and asked_at >= ${since} limit ${DOUBTED_FROM})) as failing`;

/** The completions that have a link, and of which nothing is said yet; or those of which it is said that it is gone. */
export const completionsOfStatement = (url: string, isSaid: boolean) =>
  isSaid
    ? statement<{ completion: string }>`select completion from gone_proof where url = ${url}`
    : statement<{ completion: string }>`select p.completion from watched_proof as p where p.url = ${url}
        and not exists (select 1 from gone_proof as g where g.completion = p.completion and g.url = p.url)`;

/** That a completion `c` is verified, and was not said to be without this proof. */
const isNewlyGone = (url: string): RawBuilder<unknown> =>
  sql`c.deleted_at is null and c.pending is null
    and not exists (select 1 from gone_proof as g where g.completion = c.id and g.url = ${url})`;

/** What is said of a link that is gone. Times are ISO 8601, UTC. */
export interface GoneLink {
  readonly url: string;
  /** When it was not found for the first time. */
  readonly since: string;
  readonly at: string;
  /** To its players. */
  readonly text: string;
}

/**
 * The statements that say of completions that their proof is gone: in the log, to their players (whoever submitted it, and
 * who owns their names), and publicly. Each completion's once.
 */
export function goneStatements(ids: readonly string[], { url, since, at, text }: GoneLink) {
  const each = sql`${listed(ids)} as given cross join completion as c on c.id = given.value`;
  const told = sql`'proof-gone', 'gone ' || c.id || ' ' || ${at} || ' ' || ${url}, c.id, ${JSON.stringify({ text })}, ${at}`;
  const isNew = isNewlyGone(url);
  return [
    statement`insert into change (at, actor, action, noun, noun_id, shape, after)
      select ${at}, ${SYSTEM}, 'gone', ${PROOF}, c.id, ${PROOF_SHAPE},
        json_object('challenge', c.challenge, 'url', ${url}, 'since', ${since}) from ${each} where ${isNew}`,
    insertNotices(sql`select c.submitted_by, ${told} from ${each} where c.submitted_by is not null and ${isNew}
      union select r.person, ${told} from ${each}
        cross join completion_player as played on played.completion = c.seq
        cross join player_name as n on n.id = played.name
        cross join name_request as r on r.state = 'approved' and ${ofPlayer(sql`n.player`)} where ${isNew}`),
    statement`insert into gone_proof (completion, url, since) select c.id, ${url}, ${since} from ${each} where ${isNew}`,
    touchCompletions(ids),
  ];
}

/** The statements that take all of that back of a link that is there again, in an entry of the log for each completion. */
export const backStatements = (ids: readonly string[], url: string, at: string) => [
  statement`insert into change (at, actor, action, noun, noun_id, shape, before)
    select ${at}, ${SYSTEM}, 'back', ${PROOF}, c.id, ${PROOF_SHAPE},
      json_object('challenge', c.challenge, 'url', g.url, 'since', g.since)
    from gone_proof as g cross join completion as c on c.id = g.completion
    where g.url = ${url} and c.deleted_at is null`,
  statement`delete from notice where kind = 'proof-gone' and seen_at is null
    and completion in (select completion from gone_proof where url = ${url})
    and substr(cause, -length(${url}) - 1) = ' ' || ${url}`,
  statement`delete from gone_proof where url = ${url}`,
  touchCompletions(ids),
];

type Standing = ReturnType<typeof standingAfter>;

/** The statement that forgets what hosts said of the links of completions whose players are erased. */
export const forgetFoundStatement = (ids: readonly string[]) =>
  statement`update watched_link set title = null, channel = null, length = null, day = null
    where url in (select p.url from ${listed(ids)} as given cross join watched_proof as p on p.completion = given.value)`;

/** The statement that saves what a host answered, and what it found: nothing where whoever submitted that was erased. */
function saveStatement(url: string, at: string, standing: Standing, found: FoundThere | null) {
  const isErased = sql`exists (select 1 from watched_proof as p join completion as c on c.id = p.completion
    where p.url = ${url} and substr(c.submitted_by, 1, 7) = 'erased-')`;
  const columns = (["title", "channel", "length", "day"] as const).map(
    (column) =>
      sql`${sql.ref(column)} = iif(${isErased}, null, coalesce(${found?.[column] ?? null}, ${sql.ref(column)}))`,
  );
  return statement`update watched_link set state = ${standing.state}, since = ${standing.since}, due_at = ${standing.dueAt},
      asked_at = ${at}, first_failed_at = ${standing.firstFailedAt}, failed_times = ${standing.failedTimes},
      why = ${standing.why}, ${sql.join(columns)}
    where url = ${url}`;
}

/** A row of the list of links. Times are ISO 8601, UTC. */
export interface ListedLink extends Omit<DueLink, "state"> {
  readonly askedAt: string | null;
  readonly dueAt: string | null;
  readonly why: string | null;
  readonly title: string | null;
  readonly channel: string | null;
  readonly length: number | null;
  readonly day: string | null;
}

export interface LinkQuery {
  readonly state: LinkState;
  /** Null: any. */
  readonly host: LinkHost | null;
  /** Of the last row of the page before; null: from the first one on. */
  readonly after: Pick<ListedLink, "since" | "url"> | null;
  readonly count: number;
}

/** The statement that lists links in a state: what ends by itself by when that is, all others from the newest on. */
export function linksInStateStatement({ state, host, after, count }: LinkQuery) {
  const isUp = state === "ending";
  const behind = after
    ? sql`and (since, url) ${isUp ? sql`>` : sql`<`} (${after.since}, ${after.url})`
    : sql``;
  const direction = isUp ? sql`asc` : sql`desc`;
  return statement<ListedLink>`select url, host, since, ends_on as "endsOn", first_failed_at as "firstFailedAt",
      failed_times as "failedTimes", asked_at as "askedAt", due_at as "dueAt", why, title, channel, length, day
    from watched_link where state = ${state} ${host === null ? sql`` : sql`and host = ${host}`} ${behind}
    order by since ${direction}, url ${direction} limit ${count}`;
}

/** The most links of one host in one state that are counted. */
export const MOST_COUNTED = 100_000;

const STATES = Object.keys(LINK_STATES) as LinkState[];
export const HOSTS = Object.keys(LINK_HOSTS) as LinkHost[];

/** How many links of a host are in a state. */
export interface LinkCount {
  readonly host: LinkHost;
  readonly state: LinkState;
  readonly links: number;
}

/** The statement that counts the links of each host in each state. It reads an index alone, and no more than so many of each. */
export const linkCountsStatement = (most = MOST_COUNTED) =>
  statement<LinkCount>`select h.value as host, s.value as state, (select count(*) from (
      select 1 from watched_link where host = h.value and state = s.value limit ${most})) as links
    from ${listed(HOSTS)} as h cross join ${listed(STATES)} as s`;

/** So many completions of each of these links, at most. */
export const someCompletionsStatement = (urls: readonly string[], most: number) =>
  statement<WatchedProof>`select p.completion, p.url from ${listed(urls)} as given cross join watched_proof as p
    on p.url = given.value and p.completion in (
      select completion from watched_proof where url = given.value order by completion limit ${most})`;

/** Links to proof that are watched. What is gone is public; all else here is private. */
export const watchedLinkReads = (database: Database) => ({
  findPassed: (seq: number, count: number) => database.query(NO_TAGS, passedStatement(seq, count)),

  /** Finds the links of those of these completions that are verified, as they were written. */
  async findLinks(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await database.query(NO_TAGS, linksStatement(ids));
    return new Map(rows.map(({ id, links }) => [id, JSON.parse(links) as string[]]));
  },

  findWatched: (ids: readonly string[]) => database.query(NO_TAGS, watchedProofsStatement(ids)),

  async follow(added: readonly NewProof[], removed: readonly WatchedProof[], at: string): Promise<void> {
    const statements = followStatements(added, removed, at);
    if (statements.length > 0) await database.atomic(statements);
  },

  /** Takes links that are due, so that nobody else asks about them meanwhile. */
  async leaseDue(host: LinkHost, times: DueTimes, count: number): Promise<readonly DueLink[]> {
    const [, rows = []] = await database.atomic([
      forgetOrphansStatement(host, times.now, count),
      takeLinksStatement(host, times, count),
    ]);
    return rows as unknown as DueLink[];
  },

  /** Whether a host that calls a link gone is believed: not where it has called everything so since a time. */
  async isBelieved(host: LinkHost, since: string): Promise<boolean> {
    const [said] = await database.query(NO_TAGS, saidSinceStatement(host, since));
    return said === undefined || said.there === 1 || said.failing < DOUBTED_FROM;
  },

  /**
   * Saves what the host of a link answered, and says publicly that it is gone, or there again.
   * @param text what its players are told once it is gone
   */
  async saveAnswer(
    { url, state }: Pick<DueLink, "url" | "state">,
    at: string,
    standing: Standing,
    found: FoundThere | null,
    text: string,
  ): Promise<void> {
    const saved = saveStatement(url, at, standing, found);
    const isGone = standing.state === "gone";
    const rows =
      isGone || state === "gone" ? await database.query(NO_TAGS, completionsOfStatement(url, !isGone)) : [];
    const ids = rows.map(({ completion }) => completion);
    const since = standing.firstFailedAt ?? at;
    const said = isGone ? goneStatements(ids, { url, since, at, text }) : backStatements(ids, url, at);
    await database.atomic([saved, ...(ids.length > 0 ? said : [])]);
  },

  listInState: (query: LinkQuery) => database.query(NO_TAGS, linksInStateStatement(query)),

  countAll: () => database.query(NO_TAGS, linkCountsStatement()),

  /** Finds some completions of each of these links, by link. */
  async findCompletionsOf(
    urls: readonly string[],
    most: number,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await database.query(NO_TAGS, someCompletionsStatement(urls, most));
    return new Map(
      Array.from(
        Map.groupBy(rows, ({ url }) => url),
        ([url, own]) => [url, own.map(({ completion }) => completion)],
      ),
    );
  },

  /** Of these completions those of which proof is gone. */
  async findGoneAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await database.query(
      ["completions"],
      statement<{ completion: string }>`select distinct g.completion from ${listed(ids)} as given
        cross join gone_proof as g on g.completion = given.value`,
    );
    return new Set(rows.map(({ completion }) => completion));
  },
});
