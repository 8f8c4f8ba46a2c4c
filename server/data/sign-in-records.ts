import { type CompiledQuery, sql } from "kysely";
import { type Database, sqlite } from "./database.ts";

/** Something that the provider keeps for a while: a session, a grant, a code, a refresh token, or a login under way. */
export interface SignInRecord {
  readonly model: string;
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Seconds since 1970; null: it does not expire. */
  readonly expiresAt: number | null;
  readonly consumedAt: number | null;
}

/** How many records of one model there may be. Any over it are deleted, oldest first, but never the one just saved. */
export interface RecordBound {
  /** Whose records are counted. */
  readonly holder: string;
  /** Most records of one holder. */
  readonly most: number;
  /** Most records of all holders together. The holder with the most makes room, so that nobody can push out others. */
  readonly mostInAll?: number;
}

/** A key that signs tokens or cookies. */
export interface SignInKey {
  readonly id: string;
  readonly secret: string;
}

export type KeyUse = "token" | "cookie";

/** What the embedded provider stores between requests and restarts. */
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

    /** Inserts or updates a record. An update keeps the holder. */
    save(
      { model, id, payload, expiresAt }: Omit<SignInRecord, "consumedAt">,
      bound: RecordBound | null = null,
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
          .values({ model, id, holder: bound?.holder ?? null, ...values })
          .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
          .compile(),
        ...(bound === null ? [] : makeRoom(model, id, bound)),
      );
    },

    /** Records the first use of something that may be used once. */
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

    /** Whether a grant still exists: it lasts until it expires, or somebody signs out or changes the password. */
    async hasGrant(id: string, now: number): Promise<boolean> {
      const rows = await database.query(
        sqlite
          .selectFrom("sign_in_record")
          .select("id")
          .where("model", "=", "Grant")
          .where("id", "=", id)
          .where("expires_at", ">", now)
          .compile(),
      );
      return rows.length > 0;
    },

    delete: (model: string, id: string): Promise<void> =>
      run(sqlite.deleteFrom("sign_in_record").where("model", "=", model).where("id", "=", id).compile()),

    /** Deletes everything that was issued under a grant. */
    deleteByGrant: (grantId: string): Promise<void> =>
      run(sqlite.deleteFrom("sign_in_record").where("grant_id", "=", grantId).compile()),

    /** Deletes what expired before `now`, in seconds since 1970. */
    deleteEnded: (now: number): Promise<void> =>
      run(sqlite.deleteFrom("sign_in_record").where("expires_at", "<", now).compile()),

    /** Lists the keys, newest first: the newest signs, the others are still accepted. */
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

    /** Adds a key if there is none for its use. */
    async addFirstKey(use: KeyUse, { id, secret }: SignInKey, at: string): Promise<void> {
      await run(
        sql`insert into sign_in_key (id, use, secret, created_at) select ${id}, ${use}, ${secret}, ${at}
          where not exists (select 1 from sign_in_key where use = ${use})`.compile(sqlite),
      );
    },

    /** Adds a key, and keeps only the newest few of its use. */
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

/** The statements that delete what is over the bound after a record was saved. */
function makeRoom(
  model: string,
  id: string,
  { holder, most, mostInAll }: RecordBound,
): CompiledQuery<unknown>[] {
  const ofHolder = sql`delete from sign_in_record where model = ${model} and id in (
    select id from sign_in_record where model = ${model} and holder = ${holder} and id <> ${id}
    order by expires_at desc limit -1 offset ${most - 1})`;
  if (mostInAll === undefined) return [ofHolder.compile(sqlite)];
  // One record was added, so one makes room.
  const inAll = sql`delete from sign_in_record where model = ${model} and id in (
    select id from sign_in_record where model = ${model} and id <> ${id} and holder = (
      select holder from sign_in_record where model = ${model} and holder is not null
      group by holder order by count(*) desc, min(expires_at) limit 1)
    order by expires_at limit 1)
    and (select count(*) from sign_in_record where model = ${model} and holder is not null) > ${mostInAll}`;
  return [ofHolder.compile(sqlite), inAll.compile(sqlite)];
}

/** Ends everything that an account has open, at once: sessions, refresh tokens, and all grants except the one named. */
export function deleteRecordsOf(account: string, exceptGrant = ""): CompiledQuery<unknown> {
  return sqlite
    .deleteFrom("sign_in_record")
    .where("account", "=", account)
    .where((is) => is.not(is.and([is("model", "=", "Grant"), is("id", "=", exceptGrant)])))
    .compile();
}
