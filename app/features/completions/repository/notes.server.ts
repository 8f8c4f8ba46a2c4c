import { sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import type { RenderedNotesTable } from "../../../../server/db/schema.ts";
import { completionTag } from "../../../../server/db/tags.ts";
import type { ProofLink } from "./claims.server.ts";
import { playersAgree } from "./conditions.server.ts";
import { isConfirmed } from "./stored-completion.server.ts";

/** A link that cannot be found any more, as it is watched. */
interface GoneLink {
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** The hash of the copy of what it led to, and its content type; null: there is none. */
  readonly hash: string | null;
  readonly type: string | null;
}

/** The notes of a completion, with their HTML where it was rendered from the current text by the current renderer. */
export interface FoundNotes {
  readonly challenge: string;
  readonly notes: string;
  readonly revision: number;
  readonly isRendered: boolean;
  /** Null: not rendered yet, or the notes cannot be rendered. */
  readonly html: string | null;
  /** When it was verified, ISO 8601, UTC; null: it was not, or it is not known. */
  readonly verifiedAt: string | null;
  /** When a second helper looked at it as it is, ISO 8601, UTC; null: none has. */
  readonly confirmedAt: string | null;
  readonly isSample: boolean;
  readonly links: readonly ProofLink[];
  /** Links that cannot be found any more. */
  readonly gone: readonly GoneLink[];
  /** The document of its challenge code as JSON, and when it was fetched; null: there is none. */
  readonly codeDocument: string | null;
  readonly codeFoundAt: string | null;
  /** 1: it agrees with the completion. */
  readonly codeAgrees: number | null;
  /** 1: it has several players, and all of them say that it is right. */
  readonly playersAgree: number;
}

/** Notes rendered as HTML. Derived from the text, so never logged, and writing them moves no version. */
export function renderedNotes(database: Database) {
  return {
    /** Finds the notes of a live completion, and what else only its page shows; null: there is no such completion. */
    async findRendered(filekey: string, renderer: number): Promise<FoundNotes | null> {
      const [found] = await database.query(
        [completionTag(filekey)],
        sqlite
          .selectFrom("completion as c")
          .leftJoin("rendered_notes as r", (join) =>
            join
              .onRef("r.completion", "=", "c.id")
              .onRef("r.revision", "=", "c.revision")
              .on("r.renderer", "=", renderer),
          )
          .select(["c.challenge", "c.notes", "c.revision", "c.verified_at as verifiedAt", "c.sample"])
          .select(sql<string | null>`iif(${isConfirmed}, c.confirmed_at, null)`.as("confirmedAt"))
          .select(["r.completion as rendered", "r.html"])
          .leftJoin("code_check as k", (join) =>
            join.onRef("k.completion", "=", "c.id").onRef("k.revision", "=", "c.revision"),
          )
          .leftJoin("challenge_code as d", "d.code", "k.code")
          .select(["d.document as codeDocument", "d.found_at as codeFoundAt", "k.agrees as codeAgrees"])
          .select(sql<number>`${playersAgree}`.as("playersAgree"))
          .select(
            sql<string>`(select json_group_array(json_object('role', p.role, 'url', p.url) order by p.role)
              from proof_link as p where p.completion = c.id)`.as("links"),
          )
          .select(
            sql<string>`(select json_group_array(json_object(
                'url', g.url, 'since', g.since, 'hash', copy.hash, 'type', copy.content_type))
              from gone_proof as g left join kept_copy as copy on copy.completion = g.completion and copy.url = g.url
              where g.completion = c.id and c.pending is null)`.as("gone"),
          )
          .where("c.id", "=", filekey)
          .where("c.deleted_at", "is", null)
          .compile(),
      );
      if (!found) return null;
      const { rendered, sample, links, gone, ...notes } = found;
      return {
        ...notes,
        isRendered: rendered !== null,
        isSample: sample === 1,
        links: JSON.parse(links) as ProofLink[],
        gone: JSON.parse(gone) as FoundNotes["gone"],
      };
    },

    /** Saves rendered notes if the completion still has that revision. */
    async keepRendered({ completion, revision, renderer, html }: RenderedNotesTable): Promise<void> {
      await database.atomic([
        sql`insert or replace into rendered_notes (completion, revision, renderer, html)
          select ${completion}, ${revision}, ${renderer}, ${html}
          where exists (select 1 from completion where id = ${completion} and revision = ${revision})`.compile(
          sqlite,
        ),
      ]);
    },
  };
}
