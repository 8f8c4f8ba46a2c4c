import { type Selectable, sql } from "kysely";
import type { ReasonKind } from "../../../../domain/contract/review.ts";
import { type Database, sqlite, statement } from "../../../../server/db/database.ts";
import type { CannedReasonTable } from "../../../../server/db/schema.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

type Version = Selectable<CannedReasonTable>;

/** Reasons, or versions of reasons, in a list. */
const MOST = 2_000;

type NewVersion = Omit<Version, "seq">;

/** Another one that is offered together with this one under the same title. */
const namesakesOf = ({ id, challenge, kind, title }: NewVersion) =>
  sql<Version>`select * from canned_reason as r
    where r.id <> ${id} and r.kind = ${kind} and lower(r.title) = lower(${title}) and r.text <> ''
      and (r.challenge is null or ${challenge} is null or r.challenge = ${challenge})
      and not exists (select 1 from canned_reason as later where later.id = r.id and later.seq > r.seq)`;

/**
 * The statement that adds a version, if the last one is still that of `basis` (0: there is none), and if no other one
 * that is offered with it has its title.
 */
const addVersionStatement = (version: NewVersion, basis: number) => {
  const { id, challenge, kind, title, text, at, by } = version;
  return statement<{ seq: number }>`insert into canned_reason (id, challenge, kind, title, text, at, by)
    select ${id}, ${challenge}, ${kind}, ${title}, ${text}, ${at}, ${by}
    where coalesce((select max(seq) from canned_reason where id = ${id}), 0) = ${basis}
      and (${text} = '' or not exists (${namesakesOf(version)}))
    returning seq`;
};

/** What helpers say often. Nothing public is made from this. */
export const cannedReasonReads = (database: Database) => ({
  /** What is offered now, by title. */
  async listOffered(challenge: string | null, kind: ReasonKind | null): Promise<Version[]> {
    const isLast = sql<boolean>`not exists (select 1 from canned_reason as later
      where later.id = r.id and later.seq > r.seq)`;
    const last = sqlite.selectFrom("canned_reason as r").selectAll().where(isLast).where("text", "<>", "");
    const ofKind = kind === null ? last : last.where("kind", "=", kind);
    const narrowed =
      challenge === null
        ? ofKind
        : ofKind.where((where) =>
            where.or([where("challenge", "is", null), where("challenge", "=", challenge)]),
          );
    return database.query(NO_TAGS, narrowed.orderBy("title").orderBy("id").limit(MOST).compile());
  },

  /** All versions of all, the newest first. */
  listVersions: (): Promise<Version[]> =>
    database.query(
      NO_TAGS,
      sqlite.selectFrom("canned_reason").selectAll().orderBy("seq", "desc").limit(MOST).compile(),
    ),

  /** Returns the number of the version; null: it has a namesake, or the last version is another one. */
  async add(version: NewVersion, basis: number): Promise<number | null> {
    const [rows] = await database.atomic([addVersionStatement(version, basis)]);
    return rows?.[0] ? Number(rows[0].seq) : null;
  },

  /** Whether another one that is offered with it has its title. */
  hasNamesake: async (version: NewVersion): Promise<boolean> =>
    (await database.query(NO_TAGS, statement<Version>`${namesakesOf(version)} limit 1`)).length > 0,
});
