import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { targetOf, tokenOfLink } from "../../../../domain/fields/link/target.ts";
import { MOST_CLAIMS } from "../../../../domain/limits.ts";
import type { GivenLinks } from "../../../../domain/media/proof-slots.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import type { MediaState } from "../../../../server/db/media.ts";
import type { CompletionTable } from "../../../../server/db/schema.ts";
import { completionsOf, completionTag, VERIFIED_PART } from "../../../../server/db/tags.ts";

// Only a verified completion takes a combination, or its original. Until then several members may claim it, each once;
// a claim that was open when another was verified stays open for a helper to decide.

/** The reasons why a claim cannot be made. */
export interface Obstacles {
  /** Its combination is verified already. */
  readonly isTaken: boolean;
  readonly isOriginalTaken: boolean;
  /** Its member claims it already. */
  readonly isClaimed: boolean;
  /** Its member has sent the same run already, where runs of one combination differ by what they say. */
  readonly isRepeated: boolean;
  /** Its member has reached the limit of open claims. */
  readonly hasTooMany: boolean;
}

/** An open claim of a combination for which another completion, `of`, was verified. */
export interface CompetingClaim {
  readonly filekey: string;
  readonly challenge: string;
  readonly of: string;
}

/** A claim of a combination that the verified completion `by` has. */
export interface LostClaim {
  readonly filekey: string;
  readonly by: string;
}

/** What a completion claims: its combination, and whether as the original of it; and what tells a run from others. */
type Claim = Pick<
  CompletionTable,
  | "challenge"
  | "identity"
  | "og"
  | "og_identity"
  | "pending"
  | "deleted_at"
  | "map_id"
  | "money"
  | "version"
  | "date"
  | "link"
  | "people_keys"
> & { readonly media: readonly Pick<MediaState, "key" | "hash">[] };

type Check = RawBuilder<number>;

/** Whether a verified completion has the combination. Sample rows do not count, since they give way. */
const isTaken = ({ challenge, identity }: Claim, id: string): Check =>
  sql`exists (select 1 from completion where challenge = ${challenge} and identity = ${identity}
    and pending is null and deleted_at is null and sample = 0 and id <> ${id})`;

const isClaimed = ({ challenge, identity, pending }: Claim, id: string): Check =>
  sql`exists (select 1 from completion where challenge = ${challenge} and identity = ${identity}
    and pending = ${pending} and deleted_at is null and id <> ${id})`;

/** A proof that was uploaded is the same if its bytes are. */
const hasProof = ({ link, media }: Claim, id: string): Check => {
  if (link !== null)
    return targetOf(link) === null
      ? sql`c.link = ${link}`
      : sql`instr(c.words, ${` ${tokenOfLink(link)} `}) > 0`;
  const proof = media.find(({ key }) => key === id)?.hash ?? null;
  return sql`(c.link is null and (select hash from media where key = c.id) = ${proof})`;
};

/** Whether its member has an open claim of the same run. Only a challenge without combinations needs to ask. */
const isRepeated = (claim: Claim, id: string): Check =>
  claim.identity !== null
    ? sql`0`
    : sql`exists (select 1 from completion as c where c.pending = ${claim.pending} and c.deleted_at is null
    and c.challenge = ${claim.challenge} and c.map_id = ${claim.map_id} and c.money is ${claim.money}
    and c.version is ${claim.version} and c.date is ${claim.date} and c.people_keys = ${claim.people_keys}
    and ${hasProof(claim, id)} and c.id <> ${id})`;

const isOriginalTaken = ({ challenge, og, og_identity }: Claim, id: string): Check =>
  sql`(${og} = 1 and exists (select 1 from completion where challenge = ${challenge} and og_identity = ${og_identity}
    and og = 1 and pending is null and deleted_at is null and sample = 0 and id <> ${id}))`;

const hasTooMany = ({ pending }: Claim, id: string): Check =>
  sql`((select count(*) from completion where pending = ${pending} and deleted_at is null and id <> ${id})
    >= ${MOST_CLAIMS})`;

/**
 * Whether a write needs a free place: the new state is a claim, and what it claims is new. A completion that was verified
 * before already had its place.
 */
function needsFreePlace(before: Claim | null, after: Claim): boolean {
  if (after.pending === null || after.deleted_at !== null) return false;
  if (before === null || before.deleted_at !== null) return true;
  if (before.pending === null) return false;
  return (
    before.identity !== after.identity || before.og !== after.og || before.og_identity !== after.og_identity
  );
}

/**
 * Whether a write counts against its member's limit of open claims: the member opens one. An edit of an open one does not,
 * nor what a helper does, such as an undo.
 */
export const isLimited = (before: Claim | null, after: Claim, writer: string): boolean =>
  after.pending === writer && after.deleted_at === null && (before === null || before.deleted_at !== null);

/** Whether nothing stands in the way of a new state; evaluated in the batch that writes it. */
export function isFree(before: Claim | null, after: Claim, id: string, writer: string): Check {
  if (!needsFreePlace(before, after)) return sql`1`;
  const isFull = isLimited(before, after, writer) ? hasTooMany(after, id) : sql`0`;
  return sql`(not ${isTaken(after, id)} and not ${isRepeated(after, id)} and not ${isOriginalTaken(after, id)} and not ${isFull})`;
}

/** Whether `c` has one of these filekeys, as one bound parameter however many there are. */
const isAmong = (ids: readonly string[]) =>
  sql`c.id in (select value from json_each(${JSON.stringify(ids)}))`;

/** The statement that finds what stands in the way of a claim, by the same checks as when it is written. */
export const obstaclesStatement = (state: Claim, id: string): CompiledQuery<Flags> =>
  sql<Flags>`select ${isTaken(state, id)} as "isTaken", ${isOriginalTaken(state, id)} as "isOriginalTaken",
    ${isClaimed(state, id)} as "isClaimed", ${isRepeated(state, id)} as "isRepeated", ${hasTooMany(state, id)} as "hasTooMany"`.compile(
    sqlite,
  );
type Flags = Readonly<Record<keyof Obstacles, number>>;

/** The statement that finds the other open claims of these completions' combinations, oldest first. */
export const competingClaimsStatement = (ids: readonly string[]): CompiledQuery<CompetingClaim> =>
  sql<CompetingClaim>`select r.id as filekey, r.challenge as challenge, c.id as "of"
    from completion c join completion r on r.challenge = c.challenge and r.identity = c.identity
    where ${isAmong(ids)} and r.id <> c.id
      and r.identity is not null and r.pending is not null and r.deleted_at is null
    order by r.created_at, r.id`.compile(sqlite);

/** The statement that finds which of these completions claim to be an original when another one is verified already. */
export const secondOriginalsStatement = (ids: readonly string[]): CompiledQuery<{ id: string }> =>
  sql<{ id: string }>`select c.id from completion c
    join completion o on o.challenge = c.challenge and o.og_identity = c.og_identity
    where ${isAmong(ids)} and c.og = 1 and o.og = 1 and o.pending is null and o.deleted_at is null
      and o.sample = 0 and o.id <> c.id`.compile(sqlite);

/**
 * The statement that finds which of these claims have since lost their combination, each with the completion that took
 * it.
 */
export const lostClaimsStatement = (ids: readonly string[]): CompiledQuery<LostClaim> =>
  sql<LostClaim>`select c.id as filekey, v.id as "by"
    from completion c join completion v on v.challenge = c.challenge and v.identity = c.identity
    where ${isAmong(ids)} and c.pending is not null and c.deleted_at is null
      and v.identity is not null and v.pending is null and v.deleted_at is null and v.sample = 0`.compile(
    sqlite,
  );

/** Reads of claims. */
export function claimReads(database: Database) {
  return {
    async findObstacles(state: Claim, id: string): Promise<Obstacles> {
      const [found] = await database.query(["completions"], obstaclesStatement(state, id));
      const is = (name: keyof Obstacles): boolean => found?.[name] === 1;
      return {
        isTaken: is("isTaken"),
        isOriginalTaken: is("isOriginalTaken"),
        isClaimed: is("isClaimed"),
        isRepeated: is("isRepeated"),
        hasTooMany: is("hasTooMany"),
      };
    },

    findCompetingClaims: (ids: readonly string[]): Promise<CompetingClaim[]> =>
      database.query(["completions"], competingClaimsStatement(ids)),

    async findSecondOriginals(ids: readonly string[]): Promise<ReadonlySet<string>> {
      return new Set(
        (await database.query(["completions"], secondOriginalsStatement(ids))).map(({ id }) => id),
      );
    },

    findLostClaims: (ids: readonly string[]): Promise<LostClaim[]> =>
      database.query(
        [completionsOf(null, VERIFIED_PART), ...ids.map(completionTag)],
        lostClaimsStatement(ids),
      ),
  };
}

/** A link that shows one of the things that the rules ask for. A completion's first one is its `link`, not one of these. */
export interface ProofLink {
  /** Which of them: domain/challenges/rules.ts. */
  readonly role: string;
  /** As it was written. */
  readonly url: string;
}

/** The schema of the links of a completion in the log. */
export const proofLinks: z.ZodType<readonly ProofLink[]> = z.array(
  z.object({ role: z.string(), url: z.string() }),
);

/** Returns a completion's links once slots have been given others, by their roles, as they are read. */
export function linksAfter(given: GivenLinks, before: readonly ProofLink[]): readonly ProofLink[] {
  const fresh = [...given].flatMap(([role, url]) => (url === null ? [] : [{ role, url }]));
  return [...before.filter(({ role }) => !given.has(role)), ...fresh].sort((one, other) =>
    one.role < other.role ? -1 : 1,
  );
}

/** Reads of links to proof. Those of a deleted completion are hidden with it. */
export function proofLinkReads(database: Database) {
  return {
    /** Lists the links of a live completion, by their roles. */
    async listLinks(filekey: string): Promise<readonly ProofLink[]> {
      return database.query(
        [completionTag(filekey)],
        sqlite
          .selectFrom("proof_link as p")
          .innerJoin("completion as c", "c.id", "p.completion")
          .select(["p.role", "p.url"])
          .where("p.completion", "=", filekey)
          .where("c.deleted_at", "is", null)
          .orderBy("p.role")
          .compile(),
      );
    },

    /** Finds the links of these completions, by completion, whether they are deleted or not. */
    async findLinksOf(completions: readonly string[]): Promise<ReadonlyMap<string, readonly ProofLink[]>> {
      const rows = await database.query(
        completions.map(completionTag),
        sql<ProofLink & { completion: string }>`
          select p.completion as completion, p.role as role, p.url as url
          from json_each(${JSON.stringify(completions)}) as c cross join proof_link as p on p.completion = c.value
          order by p.completion, p.role`.compile(sqlite),
      );
      const links = Map.groupBy(rows, ({ completion }) => completion);
      return new Map(
        Array.from(links, ([completion, own]) => [completion, own.map(({ role, url }) => ({ role, url }))]),
      );
    },
  };
}

/** The statements that turn a completion's links into what they are after a write. */
export function changeProofLinks(
  completion: string,
  before: readonly ProofLink[],
  after: readonly ProofLink[],
): CompiledQuery<unknown>[] {
  const isIn = (list: readonly ProofLink[], { role, url }: ProofLink): boolean =>
    list.some((each) => each.role === role && each.url === url);
  const gone = before.filter((each) => !isIn(after, each)).map(({ role }) => role);
  const fresh = after.filter((each) => !isIn(before, each));
  return [
    ...(gone.length === 0
      ? []
      : [
          sqlite
            .deleteFrom("proof_link")
            .where("completion", "=", completion)
            .where("role", "in", gone)
            .compile(),
        ]),
    ...(fresh.length === 0
      ? []
      : [
          sqlite
            .insertInto("proof_link")
            .values(fresh.map(({ role, url }) => ({ completion, role, url })))
            .compile(),
        ]),
  ];
}
