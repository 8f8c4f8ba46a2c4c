import { type CompiledQuery, type RawBuilder, type Selectable, sql } from "kysely";
import type { NoticeKind } from "../../../domain/contract/notices.ts";
import { type Database, firstOf, firstValue, sqlite, statement } from "../../../server/db/database.ts";
import { nameColumns } from "../../../server/db/names.ts";
import type { PersonTable } from "../../../server/db/schema.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";

/** Milliseconds after which a notice is deleted once its reader sees their notices: 90 days. */
const KEPT_FOR = 90 * 24 * 60 * 60_000;

/** Returns what the ids of the notices begin with that one batch adds: 16 hexadecimal digits. */
export const newMark = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 16);

/**
 * The statement that adds notices: once for each cause, and none for an erased person.
 * @param told a select of person, kind, cause, completion, data and at
 * @param table a common table expression that it reads
 */
export const insertNotices = (
  told: RawBuilder<unknown>,
  { table, mark = newMark() }: { readonly table?: RawBuilder<unknown>; readonly mark?: string } = {},
): CompiledQuery<unknown> =>
  statement`insert or ignore into notice (id, person, kind, cause, completion, data, at)
    with ${table ? sql`${table},` : sql``} told (person, kind, cause, completion, data, at) as (${told})
    select ${mark} || lower(hex(randomblob(8))), person, kind, cause, completion, data, at from told
    where substr(person, 1, 7) <> 'erased-'`;

/** The statement that tells a completion's player of a helper's message, in the batch that writes the message. */
export const tellOfMessage = (
  kind: Extract<NoticeKind, "ask" | "reply">,
  message: string,
  data: Readonly<Record<string, string>>,
) =>
  insertNotices(sql`select coalesce(c.pending, c.submitted_by), ${kind}, 'message ' || m.id, c.id,
      ${JSON.stringify(data)}, m.at
    from message m join completion c on c.id = m.completion
    where m.id = ${message} and coalesce(c.pending, c.submitted_by) <> m.author`);

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
export const noticesStatement = (person: string, count: number) =>
  statement<NoticeRow>`select id, kind, completion, data, at, seen_at from notice where person = ${person}
    order by at desc, id desc limit ${count}`;

export const unseenStatement = (person: string): CompiledQuery<{ unseen: number }> =>
  statement<{
    unseen: number;
  }>`select count(*) as unseen from notice where person = ${person} and seen_at is null`;

/** A notice whose mail is due. */
export interface DueNotice extends NoticeRow {
  readonly person: string;
}

/** Notices of one person that are mailed together. */
const MOST_TOGETHER = 50;

/** When mail is due. All are ISO 8601, UTC. */
export interface MailTimes {
  readonly now: string;
  /** What came after it may still be undone. */
  readonly before: string;
  /** What came before it does not wait for what may still be undone. */
  readonly atOnce: string;
  /** Until then nobody else takes what is taken. */
  readonly until: string;
}

/**
 * The statement that takes the notices of one person that are due, whose oldest is older than anybody else's, and returns
 * them. They wait for the person's last one. What was withdrawn is not there.
 */
export const takeDueStatement = ({ now, before, atOnce, until }: MailTimes): CompiledQuery<DueNotice> => {
  const isDue = sql`n.mailed <> 'done' and n.at <= ${before} and (n.mailed = 'due' or n.mailed <= ${now})`;
  return statement<DueNotice>`update notice set mailed = ${until} where id in (select n.id from notice as n
      where ${isDue} and n.person = (select n.person from notice as n indexed by notice_due
        where ${isDue} and (n.at <= ${atOnce} or not exists (select 1 from notice as last
          where last.person = n.person and last.at > ${before} and last.mailed = 'due'))
        order by n.at, n.id limit 1)
      order by n.at, n.id limit ${MOST_TOGETHER})
    returning id, person, kind, completion, data, at, seen_at`;
};

/** Which notices a person gets by mail, and where the accounts are elsewhere, at which address. */
export type Person = Selectable<PersonTable>;

const NOBODY = {
  switches: "{}",
  secret: null,
  address: null,
  address_confirmed_at: null,
  ...nameColumns(null),
  name_public: 0,
  keeps_copies: 0,
};

/** People's notices. No write here is logged, and nothing public is made from it. */
export const noticeReads = (database: Database) => ({
  listNotices: (person: string, count: number): Promise<NoticeRow[]> =>
    database.query(NO_TAGS, noticesStatement(person, count)),

  countUnseen: async (person: string): Promise<number> =>
    (await firstValue(database, NO_TAGS, unseenStatement(person))) ?? 0,

  /** Marks a person's notices up to a time as seen, and forgets what is too old. */
  async markSeen(person: string, until: string, now: Date): Promise<void> {
    const over = new Date(now.getTime() - KEPT_FOR).toISOString();
    await database.atomic([
      statement`update notice set seen_at = ${now.toISOString()}
        where person = ${person} and at <= ${until} and seen_at is null`,
      sqlite.deleteFrom("notice").where("person", "=", person).where("at", "<", over).compile(),
    ]);
  },

  /** One person's notices whose mail is due, the oldest first; empty: nobody's is. */
  async leaseDue(times: MailTimes): Promise<readonly DueNotice[]> {
    const [rows = []] = await database.atomic([takeDueStatement(times)]);
    return (rows as unknown as DueNotice[]).toSorted((one, other) =>
      one.at + one.id < other.at + other.id ? -1 : 1,
    );
  },

  /** There is no mail of these notices to be sent any more. */
  markMailSent: async (ids: readonly string[]): Promise<unknown> =>
    database.atomic([
      statement`update notice set mailed = 'done' where id in (select value from json_each(${JSON.stringify(ids)}))`,
    ]),

  async findPerson(id: string): Promise<Person> {
    const [row] = await database.query(
      NO_TAGS,
      sqlite.selectFrom("person").selectAll().where("id", "=", id).compile(),
    );
    return row ?? { id, ...NOBODY };
  },

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
  findBySecret: (secret: string): Promise<Person | null> =>
    firstOf(
      database,
      NO_TAGS,
      sqlite.selectFrom("person").selectAll().where("secret", "=", secret).compile(),
    ),
});
