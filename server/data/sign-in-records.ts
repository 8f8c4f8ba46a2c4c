import { type CompiledQuery, sql } from "kysely";
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

/** How many records of one kind there may be. What is over makes room, the oldest first, never the one just saved. */
export interface RecordBound {
  /** Against whom it counts. */
  readonly holder: string;
  /** Of one holder. */
  readonly most: number;
  /** Of all holders together; the one who has most makes room, so that nobody can push out others. */
  readonly mostInAll?: number;
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

    /** Saves anew, or again; the bound is that of the first time. */
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

    /** Whether a grant is there: until it ends, or somebody signs out or changes the password. */
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

    /** Everything that was given under a grant. */
    deleteByGrant: (grantId: string): Promise<void> =>
      run(sqlite.deleteFrom("sign_in_record").where("grant_id", "=", grantId).compile()),

    /** What ended before `now`, in seconds since 1970. */
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

    /** Adds a key where there is none of its use. */
    async addFirstKey(use: KeyUse, { id, secret }: SignInKey, at: string): Promise<void> {
      await run(
        sql`insert into sign_in_key (id, use, secret, created_at) select ${id}, ${use}, ${secret}, ${at}
          where not exists (select 1 from sign_in_key where use = ${use})`.compile(sqlite),
      );
    },

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

/** Deletes what is over the bound after one more was saved. */
function makeRoom(
  model: string,
  id: string,
  { holder, most, mostInAll }: RecordBound,
): CompiledQuery<unknown>[] {
  const ofHolder = sql`delete from sign_in_record where model = ${model} and id in (
    select id from sign_in_record where model = ${model} and holder = ${holder} and id <> ${id}
    order by expires_at desc limit -1 offset ${most - 1})`;
  if (mostInAll === undefined) return [ofHolder.compile(sqlite)];
  // One more came, so one makes room.
  const inAll = sql`delete from sign_in_record where model = ${model} and id in (
    select id from sign_in_record where model = ${model} and id <> ${id} and holder = (
      select holder from sign_in_record where model = ${model} and holder is not null
      group by holder order by count(*) desc, min(expires_at) limit 1)
    order by expires_at limit 1)
    and (select count(*) from sign_in_record where model = ${model} and holder is not null) > ${mostInAll}`;
  return [ofHolder.compile(sqlite), inAll.compile(sqlite)];
}

/** Ends everything that an account has open, at once: sessions, refresh tokens, grants but the one named. */
export function deleteRecordsOf(account: string, exceptGrant = ""): CompiledQuery<unknown> {
  return sqlite
    .deleteFrom("sign_in_record")
    .where("account", "=", account)
    .where((is) => is.not(is.and([is("model", "=", "Grant"), is("id", "=", exceptGrant)])))
    .compile();
}
