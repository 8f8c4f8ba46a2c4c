import { sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

/** A key that signs tokens or cookies. */
export interface SignInKey {
  readonly id: string;
  readonly secret: string;
}

export type KeyUse = "token" | "cookie";

/** Lists the keys, newest first: the newest signs, the others are still accepted. */
export const listKeys = (database: Database, use: KeyUse): Promise<SignInKey[]> =>
  database.query(
    NO_TAGS,
    sqlite
      .selectFrom("sign_in_key")
      .select(["id", "secret"])
      .where("use", "=", use)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .compile(),
  );

/** Adds a key if there is none for its use. */
export async function addFirstKey(
  database: Database,
  use: KeyUse,
  { id, secret }: SignInKey,
  at: string,
): Promise<void> {
  await database.atomic([
    sql`insert into sign_in_key (id, use, secret, created_at) select ${id}, ${use}, ${secret}, ${at}
      where not exists (select 1 from sign_in_key where use = ${use})`.compile(sqlite),
  ]);
}

/** Adds a key, and keeps only the newest few of its use. */
export async function addKey(
  database: Database,
  use: KeyUse,
  key: SignInKey,
  at: string,
  keep: number,
): Promise<void> {
  const newest = sqlite
    .selectFrom("sign_in_key")
    .select("id")
    .where("use", "=", use)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(keep);
  await database.atomic([
    sqlite
      .insertInto("sign_in_key")
      .values({ id: key.id, use, secret: key.secret, created_at: at })
      .compile(),
    sqlite.deleteFrom("sign_in_key").where("use", "=", use).where("id", "not in", newest).compile(),
  ]);
}
