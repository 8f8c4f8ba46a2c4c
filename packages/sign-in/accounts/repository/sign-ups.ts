import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { deleteRecordStatement, findRecord, saveRecord } from "./sign-in-records.ts";

/** What is remembered of a sign-up until its address is confirmed. */
export interface SignUp {
  readonly email: string;
  readonly passwordHash: string;
  readonly displayName: string | null;
  /** Of the digits that were mailed. */
  readonly hash: string;
  /** Seconds since 1970. */
  readonly sentAt: number;
  readonly tries: number;
}

/** Among what the provider remembers, so that it is swept with that; by the login that it belongs to. */
const MODEL = "SignUp";

export const saveSignUp = (
  database: Database,
  login: string,
  payload: SignUp,
  expiresAt: number,
): Promise<void> => saveRecord(database, { model: MODEL, id: login, payload: { ...payload }, expiresAt });

export async function findSignUp(database: Database, login: string, now: number): Promise<SignUp | null> {
  const record = await findRecord(database, MODEL, login);
  if (record === null || (record.expiresAt ?? 0) <= now) return null;
  return record.payload as unknown as SignUp;
}

/** Counts a try and returns what it is tried at; null if there were too many, or there is nothing. */
export async function countTry(
  database: Database,
  login: string,
  now: number,
  most: number,
): Promise<SignUp | null> {
  const [rows = []] = await database.atomic([
    sql`update sign_in_record set payload = json_set(payload, '$.tries', json_extract(payload, '$.tries') + 1)
      where model = ${MODEL} and id = ${login} and expires_at > ${now}
        and json_extract(payload, '$.tries') < ${most}
      returning payload`.compile(sqlite),
  ]);
  const [row] = rows as { payload: string }[];
  return row ? JSON.parse(row.payload) : null;
}

export const deleteSignUp = (login: string): CompiledQuery<unknown> => deleteRecordStatement(MODEL, login);
