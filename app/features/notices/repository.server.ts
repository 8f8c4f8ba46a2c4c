import { type CompiledQuery, sql } from "kysely";
import type { NoticeKind } from "../../../domain/contract/notices.ts";
import { type Database, sqlite } from "../../../server/db/database.ts";
import { PRIVATE } from "../../../server/db/tags.ts";

/** Milliseconds for which a notice is kept: 90 days. */
const KEPT_FOR = 90 * 24 * 60 * 60_000;

/**
 * The statement that tells a completion's player of a helper's message, in the batch that writes the message. Triggers
 * tell of decisions and answers (migrations/0017-notices.sql).
 */
export const insertNotice = (
  kind: Extract<NoticeKind, "ask" | "reply">,
  message: string,
  data: Readonly<Record<string, string>>,
): CompiledQuery<unknown> =>
  sql`insert or ignore into notice (id, person, kind, cause, completion, data, at)
    select ${crypto.randomUUID()}, coalesce(c.pending, c.submitted_by), ${kind}, 'message ' || m.id, c.id,
      ${JSON.stringify(data)}, m.at
    from message m join completion c on c.id = m.completion
    where m.id = ${message} and coalesce(c.pending, c.submitted_by) <> m.author`.compile(sqlite);

interface NoticeRow {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly completion: string;
  /** JSON. */
  readonly data: string;
  readonly at: string;
  readonly seen_at: string | null;
}

/** The statement that lists a person's notices, the newest first. */
export const noticesStatement = (person: string, count: number): CompiledQuery<NoticeRow> =>
  sql<NoticeRow>`select id, kind, completion, data, at, seen_at from notice where person = ${person}
    order by at desc, id desc limit ${count}`.compile(sqlite);

/** The statement that counts what a person has not seen. */
export const unseenStatement = (person: string): CompiledQuery<{ unseen: number }> =>
  sql<{
    unseen: number;
  }>`select count(*) as unseen from notice where person = ${person} and seen_at is null`.compile(sqlite);

/** What people are told. No write here is logged, and nothing public is made from it. */
export const noticeReads = (database: Database) => ({
  listNotices: (person: string, count: number): Promise<NoticeRow[]> =>
    database.query(PRIVATE, noticesStatement(person, count)),

  async countUnseen(person: string): Promise<number> {
    const [row] = await database.query(PRIVATE, unseenStatement(person));
    return row?.unseen ?? 0;
  },

  /** Marks what a person was told up to a time as seen, and forgets what is too old. */
  async markSeen(person: string, until: string, now: Date): Promise<void> {
    const over = new Date(now.getTime() - KEPT_FOR).toISOString();
    await database.atomic([
      sql`update notice set seen_at = ${now.toISOString()}
        where person = ${person} and at <= ${until} and seen_at is null`.compile(sqlite),
      sqlite.deleteFrom("notice").where("person", "=", person).where("at", "<", over).compile(),
    ]);
  },
});
