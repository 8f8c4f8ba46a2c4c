import { statSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import type { CompiledQuery } from "kysely";
import { boundedCache } from "../../server/cache/bounded-cache.ts";
import { ConstraintError, constraintIn, type Database, type Versions } from "../../server/db/database.ts";
import { addTags, type Tag } from "../../server/db/tags.ts";
import {
  type CompletionMove,
  movesStatement,
  PartVersions,
  type SourceRow,
  versionsOf,
  versionsStatement,
} from "../../server/db/versions.ts";
import { StorageFull, Unavailable } from "../../server/errors.ts";
import { currentExchange } from "./exchange.ts";
import { damaged, freeBytesAt, isBusy, isDamage, isFull, isWritable, openFile } from "./sqlite-file.ts";

/** Pauses between two attempts grow from the first to the longest, in milliseconds. */
const FIRST_PAUSE = 2;
const LONGEST_PAUSE = 100;

/** Retry-After of what was refused, in seconds. */
const RETRY_AFTER = 5;

/** The deadline in this many milliseconds, on a clock that is never set back. */
const inMilliseconds = (milliseconds: number): number => performance.now() + milliseconds;

/**
 * Retries until no other process is in the way. The thread is not blocked: everything else goes on between attempts.
 *
 * @throws Unavailable if another process is still in the way at the deadline
 */
async function retryWhileBusy<Result>(attempt: () => Result, deadline: number): Promise<Result> {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline)
        throw new Unavailable(RETRY_AFTER, "database-busy", {}, { cause: error });
    }
    await pause(wait);
  }
}

/** Makes a queue that runs one task at a time, in order of arrival; at most `most` may wait. */
function serialQueue(most: number): {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  /** How many wait or run. */
  waiting(): number;
} {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= most) throw new Unavailable(RETRY_AFTER, "too-many-writes-waiting");
    waiting += 1;
    const turn = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = turn.catch(() => undefined);
    return turn;
  }
  return Object.assign(inTurn, { waiting: () => waiting });
}

/** Limits of the cache of prepared statements: number, bytes of SQL. Lists have some hundred shapes of about 2 KB. */
const PREPARED = { most: 200, bytes: 1024 * 1024 };

/** SQLite's memory for a prepared statement is about this many times the length of its SQL. */
const COMPILED = 20;

/**
 * A statement, and as many bytes as SQLite holds for it. Node frees a statement when V8 collects it, and V8 does not
 * see SQLite's memory: without a weight beside it, hundreds of megabytes would look like a few small objects.
 */
interface Prepared {
  readonly statement: StatementSync;
  /** The column names of its rows, in order. */
  readonly names: readonly string[];
  readonly weight: ArrayBuffer;
}

/** How long a start waits for another process, in milliseconds. Nobody is served yet, so it may block the thread. */
export const START_PATIENCE = 5_000;

/** How long a read or a write waits for another process, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** How long the check whether a write would succeed may wait, in milliseconds. */
const READY_PATIENCE = 1_000;

/** Most writes that may wait in the queue. */
const MOST_WAITING = 500;

/** With fewer free bytes than this on the disk, one of the next writes will fail. */
const ROOM_NEEDED = 16 * 1024 * 1024;

/**
 * The length at about which the write-ahead log is checkpointed, in bytes. It grows beyond while another process reads,
 * and is truncated afterwards; how often that is checked, in milliseconds.
 */
const LOG_LENGTH = 4 * 1024 * 1024;
const CHECKPOINT_EVERY = 30_000;

/** When to retry if the database is damaged or the disk almost full, in seconds. */
const RETRY_AFTER_S = 600;

/** The port on node:sqlite. Statements run synchronously, in this process, on one connection. */
export interface NodeDatabase extends Database {
  readonly sqlite: DatabaseSync;
  /** Returns `versions()` synchronously: reread only after a write, by this connection or another. Never throws. */
  currentVersions(): Versions | null;
  /**
   * Returns the same, but while versions are known it checks the file only once per turn of the event loop: for answers
   * to requests that were sent before that turn began. A thread may get, within the same turn, messages that were sent
   * later, and must not use it.
   */
  versionsThisTurn(): Versions | null;
  /** Runs synchronous work as one transaction, queued with all other writes. */
  transaction<Result>(work: () => Result): Promise<Result>;
  /** Returns the transactions committed so far, and those that wait. */
  load(): { readonly writes: number; readonly writesWaiting: number };
  /** Records that the file is damaged, in SQLite's words: logs it once, and `ready` rejects from then on. */
  noteDamage(what: string): void;
  /** Checkpoints a log that has grown long and truncates it, as far as other connections allow. */
  checkpointWal(): void;
  /**
   * Has SQLite analyse its tables, so that it chooses the right indexes: after many rows were added, or indexes
   * created.
   */
  analyze(): Promise<void>;
  /** Returns free pages of the file to the disk, some megabytes at a time, queued with all writes. */
  vacuum(): Promise<void>;
  close(): void;
}

/** Most free pages returned at a time, of 4 KB each: moving them blocks everybody for a moment. */
const MOST_PAGES_VACUUMED = 2_500;

/** Limits that tests set lower, how durable a write is, and what there is at first. */
export interface SqliteOptions {
  readonly timeoutMs?: number;
  readonly logLength?: number;
  /** false: a write is reported before it is on the disk. A power cut may lose it; killing the process does not. */
  readonly isSynced?: boolean;
  /** Returns the free bytes on the file's disk. */
  readonly freeBytes?: () => number;
  /** What a database in memory begins with, as `serialize` of another one returns it. */
  readonly content?: Uint8Array;
}

/** Opens a connection that waits for nobody. */
function connect(
  file: string,
  { content, isSynced = true, logLength = LOG_LENGTH }: SqliteOptions,
): DatabaseSync {
  const sqlite = openFile(file, { timeout: START_PATIENCE, enableForeignKeyConstraints: true });
  try {
    if (content) sqlite.deserialize(content);
    // This must be set before the file has any content; later it would change nothing but take the write lock.
    if (sqlite.prepare("pragma page_count").get()?.page_count === 0)
      sqlite.exec("pragma auto_vacuum = incremental");
    sqlite.exec(`pragma journal_mode = wal; pragma synchronous = ${isSynced ? "full" : "normal"}; pragma temp_store = memory;
      pragma secure_delete = on; pragma cache_size = -65536; pragma journal_size_limit = ${logLength}; pragma busy_timeout = 0`);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return sqlite;
}

type RowsOf = (query: CompiledQuery<unknown>) => Record<string, unknown>[];

/** Returns what runs statements, which stay prepared. */
function preparedStatements(sqlite: DatabaseSync): RowsOf {
  const prepared = boundedCache<Prepared>(PREPARED);
  function prepare(sql: string): Prepared {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = sqlite.prepare(sql);
    statement.setReturnArrays(true);
    const names = statement.columns().map(({ name }) => name);
    const one = { statement, names, weight: new ArrayBuffer(sql.length * COMPILED) };
    prepared.set(sql, one);
    return one;
  }
  // As objects, rows would have no prototype, which not all of their users expect; copying such objects adds half
  // the time of reading them.
  return ({ sql, parameters }) => {
    const { statement, names } = prepare(sql);
    const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (let at = 0; at < values.length; at++) row[names[at] as string] = values[at];
      return row;
    });
  };
}

/** Notes whether a file is damaged, and says errors in our own words. */
function conditionOf(file: string) {
  let isDamaged = false;
  function noteDamage(what: string): Unavailable {
    if (!isDamaged) console.error(damaged(file, what));
    isDamaged = true;
    return new Unavailable(RETRY_AFTER_S, "database-unreadable");
  }
  return {
    noteDamage,
    isDamaged: () => isDamaged,
    /** Returns an error in our own words in place of SQLite's, if its meaning is known. */
    known(error: unknown): unknown {
      if (!(error instanceof Error)) return error;
      if (isDamage(error)) return noteDamage(error.message);
      if (isFull(error)) return new StorageFull({ cause: error });
      const constraint = constraintIn(error.message);
      return constraint === null ? error : new ConstraintError(constraint, { cause: error });
    },
  };
}

/** Returns what reads the versions of tags again only after a write, by this connection or another. */
function versionsIn(
  file: string,
  sqlite: DatabaseSync,
  rowsOf: RowsOf,
  { known }: ReturnType<typeof conditionOf>,
) {
  /** As of the last read; null: they are to be reread, as after every write of ours. */
  let versions: Versions | null = null;
  let isUnread = false;
  const lookForForeignWrites = sqlite.prepare("pragma data_version");
  // Read in each turn of the event loop: building an object from it would take a quarter of the time.
  lookForForeignWrites.setReturnArrays(true);
  /** The file's `data_version`: it changes with every write of another connection, and with none of ours. */
  let foreign: unknown;
  const readVersions = versionsStatement();
  const parts = new PartVersions();
  let isMigrated = false;
  function versionsNow(): Versions {
    isMigrated ||= hasSources(sqlite);
    if (!isMigrated) return versionsOf([]);
    const rows = rowsOf(readVersions) as unknown as SourceRow[];
    // Moves are read after the versions: a write in between is seen early, which invalidates too much and never too
    // little.
    parts.see(rows, rowsOf(movesStatement(parts.last)) as unknown as CompletionMove[]);
    return versionsOf(rows, parts);
  }
  /** Returns null if they cannot be read; the next call retries. */
  function current(): Versions | null {
    try {
      // Checked before they are read: a write in between makes the next call reread them.
      const [seen] = lookForForeignWrites.get() as unknown as [number];
      if (versions && seen === foreign) return versions;
      foreign = seen;
      versions = null;
      versions = versionsNow();
      isUnread = false;
    } catch (error) {
      versions = null;
      if (isBusy(error)) return null;
      if (isDamage(error)) known(error);
      else if (!isUnread) console.error(`The database ${file} cannot be read: ${String(error)}`);
      isUnread = true;
    }
    return versions;
  }

  let isLookedAt = false;
  function thisTurn(): Versions | null {
    if (isLookedAt && versions) return versions;
    if (!isLookedAt)
      setImmediate(() => {
        isLookedAt = false;
      });
    isLookedAt = true;
    return current();
  }

  return {
    current,
    thisTurn,
    /** Has them reread, after a write of this connection. */
    forget() {
      versions = null;
    },
  };
}

/** Runs a transaction once: it is atomic, and over before anything else runs. */
function runTransaction<Result>(sqlite: DatabaseSync, work: () => Result): Result {
  sqlite.exec("begin immediate");
  try {
    const result = work();
    sqlite.exec("commit");
    return result;
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec("rollback");
    throw error;
  }
}

/** Returns what runs work as transactions, in order of arrival. @param forget has the versions reread */
function writesTo(
  sqlite: DatabaseSync,
  { isDamaged, known }: ReturnType<typeof conditionOf>,
  forget: () => void,
  timeoutMs: number,
) {
  /** Retries until no other process is in the way. */
  async function patiently<Result>(attempt: () => Result, deadline: number): Promise<Result> {
    try {
      return await retryWhileBusy(attempt, deadline);
    } catch (error) {
      throw known(error);
    }
  }

  let writes = 0;
  const inTurn = serialQueue(MOST_WAITING);
  function transaction<Result>(work: () => Result): Promise<Result> {
    // The deadline counts from here, not from its turn: a write behind many others waits no longer than they do.
    const deadline = inMilliseconds(timeoutMs);
    const exchange = currentExchange();
    return inTurn(() => {
      // A write to a damaged file may damage more of it, and is lost with it when a backup is put back.
      if (isDamaged()) throw new Unavailable(RETRY_AFTER_S, "database-not-written");
      return patiently(() => {
        if (exchange?.isRefused) throw new Unavailable(RETRY_AFTER, "restarting");
        const result = runTransaction(sqlite, work);
        writes += 1;
        forget();
        if (exchange) exchange.hasWritten = true;
        return result;
      }, deadline);
    });
  }
  return { inTurn, patiently, transaction, load: () => ({ writes, writesWaiting: inTurn.waiting() }) };
}

/** Opens the database file, or ":memory:". */
export function openSqlite(file: string, options: SqliteOptions = {}): NodeDatabase {
  const { timeoutMs = TIMEOUT_MS, logLength = LOG_LENGTH, freeBytes = () => freeBytesAt(file) } = options;
  const sqlite = connect(file, options);
  const rowsOf = preparedStatements(sqlite);
  const condition = conditionOf(file);
  const versions = versionsIn(file, sqlite, rowsOf, condition);
  function checkpointWal(): void {
    try {
      const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
      if (log && log.size > logLength) sqlite.exec("pragma wal_checkpoint(truncate)");
    } catch (error) {
      if (!isBusy(error)) condition.known(error);
    }
  }
  const checkpoints = setInterval(checkpointWal, CHECKPOINT_EVERY);
  checkpoints.unref();

  const { inTurn, patiently, transaction, load } = writesTo(sqlite, condition, versions.forget, timeoutMs);

  async function askWhetherReady(): Promise<void> {
    if (condition.isDamaged()) throw new Unavailable(RETRY_AFTER_S, "database-damaged");
    if (!isWritable(file)) throw new Unavailable(RETRY_AFTER_S, "storage-read-only");
    if (freeBytes() < ROOM_NEEDED) throw new Unavailable(RETRY_AFTER_S, "storage-almost-full");
    await patiently(
      () => sqlite.exec("begin immediate; rollback"),
      inMilliseconds(Math.min(READY_PATIENCE, timeoutMs)),
    );
  }
  /** Concurrent calls share one check. */
  let asking: Promise<void> | null = null;

  return {
    sqlite,
    currentVersions: versions.current,
    versionsThisTurn: versions.thisTurn,
    versions: async () => versions.current(),
    query: async <Row>(tags: readonly Tag[], statement: CompiledQuery<Row>) => {
      addTags(tags);
      return (await patiently(() => rowsOf(statement), inMilliseconds(timeoutMs))) as Row[];
    },
    atomic: (statements) => transaction(() => statements.map(rowsOf)),
    transaction,
    load,
    ready() {
      asking ??= askWhetherReady().finally(() => {
        asking = null;
      });
      return asking;
    },
    overwriteDeleted: () =>
      // Deleted rows are overwritten at once (secure_delete), so that only the log still has them.
      inTurn(async () => {
        const [row] = sqlite.prepare("pragma wal_checkpoint(truncate)").all();
        return row?.busy === 0;
      }),
    noteDamage: condition.noteDamage,
    checkpointWal,
    analyze: () => transaction(() => sqlite.exec("pragma optimize = 0x10002")),
    vacuum: () => transaction(() => sqlite.exec(`pragma incremental_vacuum(${MOST_PAGES_VACUUMED})`)),
    close() {
      clearInterval(checkpoints);
      sqlite.close();
    },
  };
}

function hasSources(sqlite: DatabaseSync): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'completion_move'").get() !==
    undefined
  );
}
