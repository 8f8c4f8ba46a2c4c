import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { NoticeKind } from "../../../domain/contract/notices.ts";
import { type Database, sqlite } from "../../../server/db/database.ts";
import { nameColumns } from "../../../server/db/display-names.ts";
import type { PersonTable } from "../../../server/db/schema.ts";
import { PRIVATE } from "../../../server/db/tags.ts";

/** Milliseconds after which a notice is deleted: 90 days. */
const KEPT_FOR = 90 * 24 * 60 * 60_000;

/**
 * The statement that tells a completion's player of a helper's message, in the batch that writes the message. Triggers
 * tell of decisions, answers and records (migrations/0007-review.sql, 0008-notices.sql).
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

export interface NoticeRow {
  readonly id: string;
  readonly kind: NoticeKind;
  /** Null: it is about none. */
  readonly completion: string | null;
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

/** A notice whose mail is due. */
export interface DueNotice extends NoticeRow {
  readonly person: string;
}

/**
 * The statement that takes the oldest notice that is due, which is of before a time, and returns it: nobody else takes
 * it until another time. What was withdrawn is not there.
 */
export const takeDueStatement = (before: string, now: string, until: string): CompiledQuery<DueNotice> =>
  sql<DueNotice>`update notice set mailed = ${until} where id = (select id from notice
      where mailed <> 'done' and at <= ${before} and (mailed = 'due' or mailed <= ${now})
      order by at, id limit 1)
    returning id, person, kind, completion, data, at, seen_at`.compile(sqlite);

/** Which notices a person gets by mail, and where the accounts are elsewhere, at which address. */
export type Person = Selectable<PersonTable>;

const NOBODY = {
  ...{ switches: "{}", secret: null, address: null, address_confirmed_at: null },
  ...{ ...nameColumns(null), name_public: 0 },
};

/** People's notices. No write here is logged, and nothing public is made from it. */
export const noticeReads = (database: Database) => ({
  listNotices: (person: string, count: number): Promise<NoticeRow[]> =>
    database.query(PRIVATE, noticesStatement(person, count)),

  async countUnseen(person: string): Promise<number> {
    const [row] = await database.query(PRIVATE, unseenStatement(person));
    return row?.unseen ?? 0;
  },

  /** Marks a person's notices up to a time as seen, and forgets what is too old. */
  async markSeen(person: string, until: string, now: Date): Promise<void> {
    const over = new Date(now.getTime() - KEPT_FOR).toISOString();
    await database.atomic([
      sql`update notice set seen_at = ${now.toISOString()}
        where person = ${person} and at <= ${until} and seen_at is null`.compile(sqlite),
      sqlite.deleteFrom("notice").where("person", "=", person).where("at", "<", over).compile(),
    ]);
  },

  async takeDue(before: string, now: string, until: string): Promise<DueNotice | null> {
    const [rows] = await database.atomic([takeDueStatement(before, now, until)]);
    return (rows?.[0] as DueNotice | undefined) ?? null;
  },

  /** There is no mail of this notice to be sent any more. */
  settleMail: async (id: string): Promise<unknown> =>
    database.atomic([sqlite.updateTable("notice").set({ mailed: "done" }).where("id", "=", id).compile()]),

  async findPerson(id: string): Promise<Person> {
    const [row] = await database.query(
      PRIVATE,
      sqlite.selectFrom("person").selectAll().where("id", "=", id).compile(),
    );
    return row ?? { id, ...NOBODY };
  },

  /** Saves part of what is known of a person. */
  savePerson: async (id: string, values: Partial<Omit<Person, "id">>): Promise<unknown> =>
    database.atomic([
      sqlite
        .insertInto("person")
        .values({ id, ...NOBODY, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .compile(),
    ]),

  /** Confirms the address to which a link's secret was sent. It has another secret once it is another address. */
  confirmAddress: async (secret: string, at: string): Promise<unknown> =>
    database.atomic([
      sqlite.updateTable("person").set({ address_confirmed_at: at }).where("secret", "=", secret).compile(),
    ]),

  /** Finds whom the links in a mail name. */
  async findBySecret(secret: string): Promise<Person | null> {
    const [row] = await database.query(
      PRIVATE,
      sqlite.selectFrom("person").selectAll().where("secret", "=", secret).compile(),
    );
    return row ?? null;
  },
});
