import { type CompiledQuery, sql } from "kysely";
import { z } from "zod";
import type { GivenLinks } from "../../../../domain/media/proof-slots.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { completionTag } from "../../../../server/db/tags.ts";

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
