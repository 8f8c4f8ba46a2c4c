import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";

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
}

/**
 * How many records of one model there may be where strangers make them. If there are too many of a holder, its oldest
 * makes room; if there are too many in all, the oldest of whichever of the widest holders has most. What is recent makes
 * room only for somebody whose widest holder has fewer: otherwise the new record is refused.
 */
export interface RecordRoom {
  /** The holders of the record, each within the next, and the most records of each. */
  readonly holders: readonly { readonly name: string; readonly most: number }[];
  readonly mostInAll: number;
  /** What expires later than this, in seconds since 1970, is recent. */
  readonly keepAfter: number;
}

/** The most devices that are listed; the provider keeps no more grants of an account. */
const MOST_DEVICES = 100;

/** A device that is signed in. */
export interface SignedInDevice {
  /** Its grant. */
  readonly id: string;
  /** Null if it signed in before that was recorded. */
  readonly device: string | null;
  /** Seconds since 1970. */
  readonly since: number;
  readonly usedAt: number;
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
    const [row] = await database.query(NO_TAGS, statement);
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

    /** Inserts or updates a record. An update keeps the holder and the device. */
    save(
      { model, id, payload, expiresAt }: Omit<SignInRecord, "consumedAt">,
      bound: RecordBound | null = null,
      device: string | null = null,
    ): Promise<void> {
      const values = valuesOf(payload, expiresAt);
      return run(
        sqlite
          .insertInto("sign_in_record")
          .values({ model, id, holder: bound?.holder ?? null, device, ...values })
          .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
          .compile(),
        ...(bound === null ? [] : [deleteOverBound(model, id, bound)]),
      );
    },

    /** Inserts a record if there is room for it, or updates it. Returns whether it is saved. */
    async saveIfRoom(record: Omit<SignInRecord, "consumedAt">, room: RecordRoom): Promise<boolean> {
      const answers = await database.atomic(insertIfRoom(record, room));
      return answers.at(-1)?.length === 1;
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
        NO_TAGS,
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

    /**
     * Lists the devices that are signed in to an account, the last used first: each holds a grant, and gets a new token
     * under it every few minutes while it is in use.
     */
    listDevices: (account: string, now: number): Promise<SignedInDevice[]> =>
      database.query(
        NO_TAGS,
        sql<SignedInDevice>`select g.id, g.device, json_extract(g.payload, '$.iat') as since,
            max(json_extract(g.payload, '$.iat'), coalesce((
              select max(json_extract(r.payload, '$.iat')) from sign_in_record as r where r.grant_id = g.id
            ), 0)) as usedAt
          from sign_in_record as g
          where g.account = ${account} and g.model = 'Grant' and g.expires_at > ${now}
          order by usedAt desc, g.id limit ${MOST_DEVICES}`.compile(sqlite),
      ),

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
        NO_TAGS,
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
      const newest = sqlite
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
        sqlite.deleteFrom("sign_in_key").where("use", "=", use).where("id", "not in", newest).compile(),
      );
    },
  };
}

export type SignInRecords = ReturnType<typeof signInRecords>;

function valuesOf(payload: SignInRecord["payload"], expiresAt: number | null) {
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  return {
    payload: JSON.stringify(payload),
    expires_at: expiresAt,
    grant_id: text(payload.grantId),
    uid: text(payload.uid),
    account: text(payload.accountId),
  };
}

/** Deletes what is over the bound after a record was saved. */
const deleteOverBound = (model: string, id: string, { holder, most }: RecordBound): CompiledQuery<unknown> =>
  sql`delete from sign_in_record where model = ${model} and id in (
    select id from sign_in_record where model = ${model} and holder = ${holder} and id <> ${id}
    order by expires_at desc limit -1 offset ${most - 1})`.compile(sqlite);

/**
 * The statements that make room for a record, and then insert it, or not: the last one returns its id if it is saved.
 * Its holders are stored as a path, "WIDEST/…/NARROWEST/", so that those within a holder are a range of the index.
 */
function insertIfRoom(
  { model, id, payload, expiresAt }: Omit<SignInRecord, "consumedAt">,
  { holders, mostInAll, keepAfter }: RecordRoom,
): CompiledQuery<unknown>[] {
  const pathOf = (at: number): string =>
    holders
      .slice(at)
      .map(({ name }) => `${name}/`)
      .reverse()
      .join("");
  // "0" is the sign after "/".
  const within = (path: string) =>
    sql`model = ${model} and holder >= ${path} and holder < ${`${path.slice(0, -1)}0`}`;
  const countOf = (path: string) => sql`(select count(*) from sign_in_record where ${within(path)})`;
  const inAll = sql`(select count(*) from sign_in_record where model = ${model} and holder is not null)`;
  const isKnown = sql`exists (select 1 from sign_in_record where model = ${model} and id = ${id})`;
  const hasRoom = sql.join(
    holders.map(({ most }, at) => sql`${countOf(pathOf(at))} < ${most}`),
    sql` and `,
  );
  const ofHolders = holders.map(
    (
      { most },
      at,
    ) => sql`delete from sign_in_record where not ${isKnown} and ${countOf(pathOf(at))} >= ${most}
      and expires_at <= ${keepAfter} and model = ${model} and id = (
        select id from sign_in_record where ${within(pathOf(at))} order by expires_at limit 1)`,
  );
  const ofLargest = sql`with largest as (
      select substr(holder, 1, instr(holder, '/')) as path, count(*) as records from sign_in_record
      where model = ${model} and holder is not null
      group by path order by records desc, min(expires_at) limit 1)
    delete from sign_in_record where not ${isKnown} and ${inAll} >= ${mostInAll} and ${hasRoom}
      and (expires_at <= ${keepAfter}
        or (select records from largest) > ${countOf(pathOf(holders.length - 1))} + 1)
      and model = ${model} and id = (
        select id from sign_in_record, largest
        where model = ${model} and substr(holder, 1, instr(holder, '/')) = path order by expires_at limit 1)`;
  const values = valuesOf(payload, expiresAt);
  const columns = Object.keys(values) as (keyof typeof values)[];
  const insert = sql`insert into sign_in_record (model, id, holder, ${sql.join(columns.map((name) => sql.ref(name)))})
    select ${model}, ${id}, ${pathOf(0)}, ${sql.join(Object.values(values))}
    where ${isKnown} or (${hasRoom} and ${inAll} < ${mostInAll})
    on conflict (model, id) do update set ${sql.join(
      columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
    )}
    returning id`;
  return [...ofHolders, ofLargest, insert].map((statement) => statement.compile(sqlite));
}

/** Ends everything that an account has open, at once: sessions, refresh tokens, and all grants except the one named. */
export function deleteRecordsOf(account: string, exceptGrant = ""): CompiledQuery<unknown> {
  return sqlite
    .deleteFrom("sign_in_record")
    .where("account", "=", account)
    .where((is) => is.not(is.and([is("model", "=", "Grant"), is("id", "=", exceptGrant)])))
    .compile();
}

/** Whether a device of an account is signed in. */
export const hasGrant = (account: string, grant: string): RawBuilder<unknown> =>
  sql`exists (select 1 from sign_in_record where model = 'Grant' and id = ${grant} and account = ${account})`;

/** Signs one device of an account out: ends its grant, what was issued under it, and the sessions that hold it. */
export function deleteGrantOf(account: string, grant: string): CompiledQuery<unknown> {
  return sql`delete from sign_in_record where account = ${account} and (
      (model = 'Grant' and id = ${grant}) or grant_id = ${grant}
      or (model = 'Session' and exists (
        select 1 from json_each(payload, '$.authorizations') where json_extract(value, '$.grantId') = ${grant})))
    returning model`.compile(sqlite);
}
