import type { CompiledQuery } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** Something that the provider keeps for a while: a session, a grant, a code, a refresh token, a login under way. */
export interface SignInRecord {
  readonly model: string;
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Seconds since 1970; null: does not end. */
  readonly expiresAt: number | null;
  readonly consumedAt: number | null;
}

/** A key that signs tokens or cookies. */
export interface SignInKey {
  readonly id: string;
  readonly secret: string;
}

export type KeyUse = "token" | "cookie";

/** What the embedded provider remembers between requests and restarts. */
export function signInRecords(database: Database) {
  const run = async (...statements: CompiledQuery<unknown>[]): Promise<void> => {
    await database.atomic(statements);
  };
  const columns = ["model", "id", "payload", "expires_at as expiresAt", "consumed_at as consumedAt"] as const;

  async function first(
    statement: CompiledQuery<Omit<SignInRecord, "payload"> & { payload: string }>,
  ): Promise<SignInRecord | null> {
    const [row] = await database.query(statement);
    return row ? { ...row, payload: JSON.parse(row.payload) } : null;
  }

  return {
    findById: (model: string, id: string): Promise<SignInRecord | null> =>
      first(
        sqlite
          .selectFrom("sign_in_record")
          .select(columns)
          .where("model", "=", model)
          .where("id", "=", id)
          .compile(),
      ),

    findByUid: (model: string, uid: string): Promise<SignInRecord | null> =>
      first(
        sqlite
          .selectFrom("sign_in_record")
          .select(columns)
          .where("model", "=", model)
          .where("uid", "=", uid)
          .compile(),
      ),

    save(
      model: string,
      id: string,
      payload: Readonly<Record<string, unknown>>,
      expiresAt: number | null,
    ): Promise<void> {
      const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
      const values = {
        payload: JSON.stringify(payload),
        expires_at: expiresAt,
        grant_id: text(payload.grantId),
        uid: text(payload.uid),
        account: text(payload.accountId),
      };
      return run(
        sqlite
          .insertInto("sign_in_record")
          .values({ model, id, ...values })
          .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
          .compile(),
      );
    },

    /** Notes the first use of what may be used once. */
    consume: (model: string, id: string, at: number): Promise<void> =>
      run(
        sqlite
          .updateTable("sign_in_record")
          .set({ consumed_at: at })
          .where("model", "=", model)
          .where("id", "=", id)
          .where("consumed_at", "is", null)
          .compile(),
      ),

    delete: (model: string, id: string): Promise<void> =>
      run(sqlite.deleteFrom("sign_in_record").where("model", "=", model).where("id", "=", id).compile()),

    /** Everything that was given under a grant. */
    deleteByGrant: (grantId: string): Promise<void> =>
      run(sqlite.deleteFrom("sign_in_record").where("grant_id", "=", grantId).compile()),

    deleteEnded: (now: number): Promise<void> =>
      run(sqlite.deleteFrom("sign_in_record").where("expires_at", "<", now).compile()),

    /** Newest first: that one signs, the others are still accepted. */
    listKeys: (use: KeyUse): Promise<SignInKey[]> =>
      database.query(
        sqlite
          .selectFrom("sign_in_key")
          .select(["id", "secret"])
          .where("use", "=", use)
          .orderBy("created_at", "desc")
          .orderBy("id")
          .compile(),
      ),

    /** Adds a key and keeps the newest few of its use. */
    async addKey(use: KeyUse, key: SignInKey, at: string, keep: number): Promise<void> {
      const kept = sqlite
        .selectFrom("sign_in_key")
        .select("id")
        .where("use", "=", use)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .limit(keep);
      await run(
        sqlite
          .insertInto("sign_in_key")
          .values({ id: key.id, use, secret: key.secret, created_at: at })
          .compile(),
        sqlite.deleteFrom("sign_in_key").where("use", "=", use).where("id", "not in", kept).compile(),
      );
    },
  };
}

export type SignInRecords = ReturnType<typeof signInRecords>;

/** Ends everything that an account has open, at once: sessions, grants, refresh tokens. */
export function deleteRecordsOf(account: string): CompiledQuery<unknown> {
  return sqlite.deleteFrom("sign_in_record").where("account", "=", account).compile();
}
