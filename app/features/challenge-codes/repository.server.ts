import { sql } from "kysely";
import { type Database, firstOf, statement } from "../../../server/db/database.ts";

/** What is stored of a code. */
export interface StoredCode {
  readonly code: string;
  /** The challenge as JSON; null: when the server was asked, there was none. */
  readonly document: string | null;
  /** When the document was fetched, and when the server last answered: ISO 8601, UTC. */
  readonly foundAt: string | null;
  readonly askedAt: string;
}

const COLUMNS = sql`code, document, found_at as "foundAt", asked_at as "askedAt"`;

export const codeStatement = (code: string) =>
  statement<StoredCode>`select ${COLUMNS} from challenge_code where code = ${code}`;

/** Of these codes, those that were found. */
const foundStatement = (codes: readonly string[]) =>
  statement<StoredCode>`select ${COLUMNS} from challenge_code
    where document is not null and code in (select value from json_each(${JSON.stringify(codes)}))`;

/** What of a document says who made the challenge. */
const PERSONAL_PATHS = sql`'$.creator', '$.name'`;

/** A document that was found stays when there is none any more. One whose creator was erased never has one again. */
const save = (code: string, document: string | null, at: string) =>
  statement<StoredCode>`insert into challenge_code (code, document, found_at, asked_at)
    values (${code}, ${document}, ${document === null ? null : at}, ${at})
    on conflict (code) do update set asked_at = excluded.asked_at,
      found_at = coalesce(excluded.found_at, challenge_code.found_at),
      document = case when excluded.document is null then challenge_code.document
        when json_type(challenge_code.document, '$.creator') is null and challenge_code.document is not null
          then json_remove(excluded.document, ${PERSONAL_PATHS})
        else excluded.document end
    returning ${COLUMNS}`;

/** The statement that forgets which codes were not found before a time. */
export const forgetNotFoundStatement = (before: string) =>
  statement`delete from challenge_code where document is null and asked_at < ${before}`;

/** The statement that takes the creators of these codes out of all documents. */
export const forgetCreatorsStatement = (codes: readonly string[]) => {
  const listed = sql`(select value from json_each(${JSON.stringify(codes)}))`;
  return statement`update challenge_code set document = json_remove(document, ${PERSONAL_PATHS})
    where document is not null and (code in ${listed}
      or creator in (select creator from challenge_code where code in ${listed} and creator is not null))`;
};

export const challengeCodeReads = (database: Database) => ({
  find: (code: string): Promise<StoredCode | null> =>
    firstOf(database, ["challenge-codes"], codeStatement(code)),

  findFound: (codes: readonly string[]): Promise<StoredCode[]> =>
    database.query(["challenge-codes"], foundStatement(codes)),

  /**
   * Stores what the server answered at a time, and forgets which codes were not found before another one.
   * @param document the challenge as JSON; null: there is none
   */
  async save(code: string, document: string | null, at: string, forgetBefore: string): Promise<StoredCode> {
    const [, [row] = []] = await database.atomic([
      forgetNotFoundStatement(forgetBefore),
      save(code, document, at),
    ]);
    return row as unknown as StoredCode;
  },
});
