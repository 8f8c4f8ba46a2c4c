import type { CompiledQuery } from "kysely";
import { type Database, firstValue, statement, wroteAny } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { write } from "../../completions/repository/effects.server.ts";
import { tellOfMessage } from "../../notices/repository.server.ts";
import { releaseStatement } from "../repository.server.ts";

export interface MessageRow {
  readonly id: string;
  readonly at: string;
  readonly author: string;
  readonly side: "player" | "helper";
  /** For helpers alone. */
  readonly private: number;
  readonly kind: "text" | "ask" | "answer" | "appeal" | "verified" | "rejected" | "removed" | "returned";
  readonly body: string;
  /** The completion's revision that it is about. */
  readonly revision: number;
}

/** What a person writes about a completion, at its present revision. */
export interface NewMessage {
  /** UUID. */
  readonly id: string;
  readonly completion: string;
  readonly author: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly body: string;
}

/** Messages and decisions of a thread; of a longer one, the newest. */
const LONGEST_THREAD = 200;

const HOUR = 60 * 60_000;
/** Messages that a player may write in an hour. */
export const MESSAGES_AN_HOUR = 10;

/** The statement behind a thread, its newest message first. What was decided comes from the log. */
export const threadStatement = (completion: string, isForHelpers: boolean) =>
  statement<MessageRow>`select * from (select id, at, author, side, private, kind, body, revision from message
      where completion = ${completion} and private <= ${isForHelpers ? 1 : 0}
      order by at desc, id desc limit ${LONGEST_THREAD})
    union all select * from (select 'change ' || seq as id, at, actor as author,
      case when actor is after ->> '$.submitted_by' then 'player' else 'helper' end as side, 0 as private,
      case when after ->> '$.deleted_at' is not null
          then case when after ->> '$.rejection' is null then 'removed' else 'rejected' end
        when after ->> '$.pending' is null then 'verified' else 'returned' end as kind,
      coalesce(after ->> '$.rejection', '') as body, revision
      from change where noun = 'completion' and noun_id = ${completion}
        and before is not null and after is not null
        and ((before ->> '$.pending' is null) <> (after ->> '$.pending' is null)
          or (before ->> '$.deleted_at' is null) <> (after ->> '$.deleted_at' is null))
      order by seq desc limit ${LONGEST_THREAD})
    order by at desc, id desc limit ${LONGEST_THREAD}`;

/** The statement by which a player says something of what they submitted, which answers a question if there is one. */
const insertOfPlayer = ({ id, completion, author, at, body }: NewMessage): CompiledQuery<unknown> => {
  const anHourAgo = new Date(Date.parse(at) - HOUR).toISOString();
  return statement`insert into message (id, completion, revision, at, author, side, private, kind, body)
    select ${id}, c.id, c.revision, ${at}, ${author}, 'player', 0,
      case when exists (select 1 from question q where q.completion = c.id and q.answered_at is null)
        then 'answer' else 'text' end, ${body}
    from completion c where c.id = ${completion} and c.deleted_at is null and c.pending = ${author}
      and (select count(*) from message m where m.author = ${author} and m.side = 'player'
        and m.at > ${anHourAgo}) < ${MESSAGES_AN_HOUR}
    returning id`;
};

/** The statement by which a helper writes to a player, or for other helpers alone. */
const insertOfHelper = ({ id, completion, author, at, body }: NewMessage, isPrivate: boolean) =>
  statement`insert into message (id, completion, revision, at, author, side, private, kind, body)
    select ${id}, c.id, c.revision, ${at}, ${author}, 'helper', ${isPrivate ? 1 : 0}, 'text', ${body}
    from completion c where c.id = ${completion} and (c.deleted_at is null or c.rejection is not null)
      and (${isPrivate ? 1 : 0} or coalesce(c.pending, c.submitted_by) is not null)
    returning id`;

/** The statement that notes what was asked by a message until when; what is not answered yet stays asked. */
const askedStatement = (message: string, until: string) =>
  statement`insert into question (completion, asked_by, asked_at, until)
    select completion, author, at, ${until} from message where id = ${message}
    on conflict (completion) do update set asked_by = excluded.asked_by, until = excluded.until, answered_at = null,
      asked_at = iif(question.answered_at is null, question.asked_at, excluded.asked_at)`;

/** The statements by which a helper asks the player of what is pending and not their own, until a time. */
const askStatements = (written: NewMessage, until: string): CompiledQuery<unknown>[] => {
  const { id, completion, author, at, body } = written;
  return [
    statement`insert into message (id, completion, revision, at, author, side, private, kind, body)
      select ${id}, c.id, c.revision, ${at}, ${author}, 'helper', 0, 'ask', ${body}
      from completion c where c.id = ${completion} and c.deleted_at is null and c.pending <> ${author}
        and c.submitted_by is not ${author}
      returning id`,
    askedStatement(id, until),
    tellOfMessage("ask", id, { text: body, until }),
    releaseStatement(completion, author),
  ];
};

/**
 * The statement that records a player's appeal, beside those that make their completion pending again. It breaks APPEALED
 * if they appealed before.
 */
export const appealStatement = ({ id, completion, author, at, body }: NewMessage): CompiledQuery<unknown> =>
  statement`insert into message (id, completion, revision, at, author, side, private, kind, body)
    select ${id}, id, revision, ${at}, ${author}, 'player', 0, 'appeal', ${body}
    from completion where id = ${completion}`;

/** The constraint that a second appeal of the same breaks. */
export const APPEALED = "message.completion, message.revision";

/** What is known of a submission to its submitter. */
export interface ReviewProgress {
  /** Its place among all that are pending, from 1; null: it is not pending. */
  readonly place: number | null;
  /** Until when a question waits for its player. */
  readonly until: string | null;
  readonly answeredAt: string | null;
  readonly messages: number;
  /** Whether it was appealed as it is. */
  readonly isAppealed: boolean;
  /** The filekey of the verified completion of the same combination. */
  readonly takenBy: string | null;
  /** The filekey of the OG that it was sent in as. */
  readonly original: string | null;
  /** Whether its submitter sent it in as the OG. */
  readonly isSentAsOg: boolean;
  /** The revision that its submitter sent last; null: nobody knows. */
  readonly sent: number | null;
}

interface ReviewProgressRow extends Omit<ReviewProgress, "isAppealed" | "isSentAsOg"> {
  readonly id: string;
  readonly isAppealed: number;
  readonly isSentAsOg: number | null;
}

export const reviewProgressStatement = (ids: readonly string[]) =>
  statement<ReviewProgressRow>`select c.id, q.until, q.answered_at as "answeredAt",
      case when c.pending is not null and c.deleted_at is null then (select count(*) from completion as w
        indexed by completion_queue where w.deleted_at is null and w.pending is not null
        and (w.created_at, w.id) <= (c.created_at, c.id)) end as place,
      (select count(*) from message m where m.completion = c.id and m.private = 0) as messages,
      exists (select 1 from message m where m.completion = c.id and m.revision = c.revision
        and m.kind = 'appeal') as "isAppealed",
      (select v.id from completion v where v.challenge = c.challenge and v.identity = c.identity
        and v.pending is null and v.deleted_at is null and v.sample = 0 and v.id <> c.id) as "takenBy",
      (select o.id from completion o where o.challenge = c.challenge and o.og_identity = c.og_identity and o.og = 1
        and o.pending is null and o.deleted_at is null and o.sample = 0 and o.id <> c.id
        and (c.og = 1 or s.after ->> '$.og' = 1)) as original,
      s.after ->> '$.og' as "isSentAsOg", s.revision as sent
    from completion c left join question q on q.completion = c.id
      left join change s on s.seq = (select seq from change where noun = 'completion' and noun_id = c.id
        and actor = c.submitted_by order by seq desc limit 1)
    where c.id in (select value from json_each(${JSON.stringify(ids)}))`;

/** The statement that finds when a person was last heard of here; an ISO 8601 date, or null. */
export const lastSeenStatement = (person: string) =>
  statement<{ at: string | null }>`select max(at) as at from (
    select max(created_at) as at from completion where submitted_by = ${person}
    union all select max(at) from message where author = ${person}
    union all select max(seen_at) from notice where person = ${person})`;

/** Threads of completions. No write here is logged, and nothing public is made from them. */
export const messageReads = (database: Database) => ({
  /** A thread, its oldest message first. */
  findThread: async (completion: string, isForHelpers: boolean): Promise<readonly MessageRow[]> =>
    (await database.query(NO_TAGS, threadStatement(completion, isForHelpers))).reverse(),

  async findReviewProgress(ids: readonly string[]): Promise<ReadonlyMap<string, ReviewProgress>> {
    const rows = ids.length === 0 ? [] : await database.query(NO_TAGS, reviewProgressStatement(ids));
    return new Map(
      rows.map(({ id, isAppealed, isSentAsOg, ...row }) => [
        id,
        { ...row, isAppealed: isAppealed === 1, isSentAsOg: isSentAsOg === 1 },
      ]),
    );
  },

  findLastSeen: (person: string): Promise<string | null> =>
    firstValue(database, NO_TAGS, lastSeenStatement(person)),

  /** False: it is not a pending completion of theirs, or they wrote too much within the hour. */
  async writeAsPlayer(written: NewMessage): Promise<boolean> {
    const events = [{ kind: "message", id: written.id }] as const;
    const [rows] = await write(database, [{ statements: [insertOfPlayer(written)], events }]);
    return rows?.length === 1;
  },

  /** False: there is no such completion, or nobody who would read it. */
  async writeAsHelper(written: NewMessage, isPrivate: boolean): Promise<boolean> {
    const tells = isPrivate ? [] : [tellOfMessage("reply", written.id, { text: written.body })];
    const [rows] = await database.atomic([insertOfHelper(written, isPrivate), ...tells]);
    return rows?.length === 1;
  },

  /** False: it is not pending, or their own. */
  ask: (written: NewMessage, until: string): Promise<boolean> =>
    wroteAny(database, askStatements(written, until)),
});
