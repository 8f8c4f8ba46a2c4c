import { type CompiledQuery, type Selectable, sql } from "kysely";
import type { NoticeKind } from "../../../domain/contract/notices.ts";
import { type Database, firstOf, firstValue, statement, wroteAny } from "../../../server/db/database.ts";
import type { ProofProposalTable } from "../../../server/db/schema.ts";
import { NO_TAGS } from "../../../server/db/tags.ts";
import { insertNotices } from "../notices/repository.server.ts";

export type ProofProposal = Selectable<ProofProposalTable>;

/** A proposal as it is sent. */
export type NewProposal = Omit<ProofProposal, "state" | "decided_by" | "decided_at" | "reason">;

const COLUMNS = sql.raw(
  "p.id, p.completion, p.person, p.role, p.link, p.hash, p.content_type, p.bytes, p.thumbnail, p.at, p.state, p.decided_by, p.decided_at, p.reason",
);

/** The statement that adds a proposal for what is verified, if its person has fewer than `most` open ones and not this one. */
export const addProposalStatement = (p: NewProposal, most: number) =>
  statement<{ id: string }>`insert into proof_proposal
      (id, completion, person, role, link, hash, content_type, bytes, thumbnail, at)
    select ${p.id}, c.id, ${p.person}, ${p.role}, ${p.link}, ${p.hash}, ${p.content_type}, ${p.bytes}, ${p.thumbnail}, ${p.at}
    from completion as c where c.id = ${p.completion} and c.deleted_at is null and c.pending is null
      and (select count(*) from proof_proposal where person = ${p.person} and state = 'open') < ${most}
    on conflict do nothing returning id`;

/** The statement that finds whether a person has proposed the same, and it is open. */
export const sameProposalStatement = (
  p: Pick<NewProposal, "completion" | "person" | "role" | "link" | "hash">,
) =>
  statement<{
    id: string;
  }>`select id from proof_proposal where completion = ${p.completion} and person = ${p.person}
    and ifnull(role, '') = ${p.role ?? ""} and ifnull(link, hash) = ${p.link ?? p.hash} and state = 'open'`;

/** Of what is verified, which alone can be decided on. */
const waiting = sql`from proof_proposal as p cross join completion as c on c.id = p.completion
  where p.state = 'open' and c.deleted_at is null and c.pending is null`;

/** The statement behind what waits for a decision, the oldest first. */
export const openProposalsStatement = (limit: number) =>
  statement<ProofProposal>`select ${COLUMNS} ${waiting} order by p.at, p.id limit ${limit}`;

const countOpenStatement = () => statement<{ total: number }>`select count(*) as total ${waiting}`;

/** The statement behind a person's own proposals, of one completion or of all: the newest first. */
export const ownProposalsStatement = (person: string, completion: string | null, limit: number) =>
  statement<ProofProposal>`select ${COLUMNS} from proof_proposal as p where p.person = ${person}
    ${completion === null ? sql`` : sql`and p.completion = ${completion}`}
    order by p.at desc, p.id desc limit ${limit}`;

const openStatement = (id: string) =>
  statement<ProofProposal>`select ${COLUMNS} from proof_proposal as p where p.id = ${id} and p.state = 'open'`;

/** Whether a proposal is open, as SQL. */
export const isOpenProposal = (id: string) =>
  sql`exists (select 1 from proof_proposal where id = ${id} and state = 'open')`;

interface Decision {
  readonly state: "taken" | "declined";
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Why it is declined; null: it is taken over. */
  readonly reason: string | null;
}

const TOLD_AS = { taken: "proof-taken", declined: "proof-declined" } as const satisfies Readonly<
  Record<Decision["state"], NoticeKind>
>;

/** The statements that close an open proposal and tell its person; the first returns whether it was open. */
export const decideProposal = (id: string, { state, by, at, reason }: Decision): CompiledQuery<unknown>[] => [
  statement`update proof_proposal set state = ${state}, decided_by = ${by}, decided_at = ${at}, reason = ${reason}
    where id = ${id} and state = 'open' returning id`,
  insertNotices(sql`select person, ${TOLD_AS[state]}, 'proposal ' || id || ' ' || decided_at, completion,
      ${JSON.stringify(reason === null ? {} : { text: reason })}, decided_at
    from proof_proposal where id = ${id} and decided_by = ${by} and decided_at = ${at} and person <> ${by}`),
];

/** The statements that put back what was taken over at that time, once the completion is as it was before. */
export const reopenProposals = (completion: string, at: string): CompiledQuery<unknown>[] => [
  statement`delete from notice where completion = ${completion} and kind = 'proof-taken' and at = ${at}
    and seen_at is null`,
  statement`update or ignore proof_proposal set state = 'open', decided_by = null, decided_at = null
    where completion = ${completion} and state = 'taken' and decided_at = ${at}`,
];

/** Proofs that players propose. Nothing public is made from it; what is taken over is a change of the completion. */
export const proposalReads = (database: Database) => ({
  /** False: it was not added. */
  add: (proposal: NewProposal, most: number): Promise<boolean> =>
    wroteAny(database, [addProposalStatement(proposal, most)]),

  /** The id of a person's open proposal of the same; null: there is none. */
  findSame: async (proposal: Parameters<typeof sameProposalStatement>[0]): Promise<string | null> =>
    (await firstValue(database, NO_TAGS, sameProposalStatement(proposal))) ?? null,

  listOpen: (limit: number) => database.query(NO_TAGS, openProposalsStatement(limit)),

  countOpen: async (): Promise<number> => (await firstValue(database, NO_TAGS, countOpenStatement())) ?? 0,

  listOwn: (person: string, completion: string | null, limit: number) =>
    database.query(NO_TAGS, ownProposalsStatement(person, completion, limit)),

  /** Null: it is not open. */
  findOpen: (id: string) => firstOf(database, NO_TAGS, openStatement(id)),

  /** Deletes a person's open proposal. False: there is none. */
  withdraw: (id: string, person: string): Promise<boolean> =>
    wroteAny(database, [
      statement<{ id: string }>`delete from proof_proposal where id = ${id} and person = ${person}
        and state = 'open' returning id`,
    ]),

  /** Declines an open proposal. False: it is not open. */
  decline: (id: string, decision: Omit<Decision, "state">): Promise<boolean> =>
    wroteAny(database, decideProposal(id, { ...decision, state: "declined" })),
});
