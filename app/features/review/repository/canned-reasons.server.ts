import { type Selectable, sql } from "kysely";
import type { ReasonKind } from "../../../../domain/contract/review.ts";
import { type Database, sqlite, statement } from "../../../../server/db/database.ts";
import type { CannedReasonTable } from "../../../../server/db/schema.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";

type Version = Selectable<CannedReasonTable>;

/** Reasons, or versions of reasons, in a list. */
const MOST = 2_000;

/** The statement that adds a version, if the last one is still that of `basis`; 0: there is none. */
const addVersionStatement = (
  { id, challenge, kind, title, text, at, by }: Omit<Version, "seq">,
  basis: number,
) =>
  statement<{ seq: number }>`insert into canned_reason (id, challenge, kind, title, text, at, by)
    select ${id}, ${challenge}, ${kind}, ${title}, ${text}, ${at}, ${by}
    where coalesce((select max(seq) from canned_reason where id = ${id}), 0) = ${basis}
    returning seq`;

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
    return database.query(PRIVATE, narrowed.orderBy("title").orderBy("id").limit(MOST).compile());
  },

  /** All versions of all, the newest first. */
  listVersions: (): Promise<Version[]> =>
    database.query(
      PRIVATE,
      sqlite.selectFrom("canned_reason").selectAll().orderBy("seq", "desc").limit(MOST).compile(),
    ),

  /** Returns the number of the version; null: somebody else was faster. */
  async add(version: Omit<Version, "seq">, basis: number): Promise<number | null> {
    const [rows] = await database.atomic([addVersionStatement(version, basis)]);
    return rows?.[0] ? Number(rows[0].seq) : null;
  },
});
