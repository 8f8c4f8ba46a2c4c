import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery } from "kysely";
import { type CompletionMove, movesStatement, PartVersions } from "../../server/data/completion-moves.ts";
import { ConstraintError, constraintIn, type Database } from "../../server/data/database.ts";
import { type SourceRow, type Versions, versionsOf, versionsStatement } from "../../server/data/versions.ts";
import { StorageFull, Unavailable } from "../../server/errors.ts";
import { Recent } from "../../server/recent.ts";
import { damaged, isBusy, isDamage, isFull } from "./sqlite-errors.ts";
import { inMilliseconds, takingTurns, whenFree } from "./turns.ts";

/** Prepared statements kept at a time, and the bytes of their texts. Lists have some hundred shapes of about 2 KB. */
const PREPARED = { most: 200, bytes: 1024 * 1024 };

/** What SQLite makes of a statement takes about so many times its text. */
const COMPILED = 20;

/**
 * A statement, and as many bytes as SQLite holds for it. Node frees a statement when V8 collects it, and V8 sees nothing
 * of SQLite's memory: without a weight of its own beside it, hundreds of megabytes would pass for a few small objects.
 */
interface Prepared {
  readonly statement: StatementSync;
  /** Of its rows' columns, in their order. */
  readonly names: readonly string[];
  readonly weight: ArrayBuffer;
}

/** How long a start waits for another process, in milliseconds: nobody is served yet, so it may wait with all it has. */
export const START_PATIENCE = 5_000;

/** How long a read or a write waits for another process, in milliseconds. */
const PATIENCE = 10_000;

/** How long the question waits whether a write would succeed, in milliseconds. */
const READY_PATIENCE = 1_000;

/** Writes that wait for one another at a time. */
const MOST_WAITING = 500;

/** With less room than this on the disk, in bytes, the next write or so will fail. */
const ROOM_NEEDED = 16 * 1024 * 1024;

/**
 * The log of writes is folded into the file at about this length, in bytes. It grows beyond while another process reads,
 * and is cut back to it afterwards; how often that is looked for, in milliseconds.
 */
const LOG_LENGTH = 4 * 1024 * 1024;
const LOG_LOOKED_AT_EVERY = 30_000;

/** When to come again to a damaged database, in seconds. */
const LATER = 600;

/** The port on node:sqlite. Statements run at once, in this process, on one connection. */
export interface NodeDatabase extends Database {
  readonly sqlite: DatabaseSync;
  /** `versions()` without waiting: read anew only after a write, whoever's it was. Never throws. */
  currentVersions(): Versions | null;
  /**
   * The same, with a look at the file once in a turn of the event loop at most: for answers to what was sent before that
   * turn began. Who gets messages of threads may be told of a later one within the same turn, and must not use it.
   */
  versionsThisTurn(): Versions | null;
  /** Runs work that waits for nothing as one transaction, in turn with all other writes. */
  transaction<Result>(work: () => Result): Promise<Result>;
  /** Notes that the file is damaged, in SQLite's words: the log says so once, and `ready` from here on. */
  noteDamage(what: string): void;
  /** Folds a log that has grown long into the file, as far as others let it. */
  shortenLog(): void;
  /** Has SQLite look what its tables hold, so that it chooses the right indexes: after many rows came, or indexes were made. */
  learnTables(): Promise<void>;
  /** Gives free pages of the file back to the disk, some megabytes at a time, in turn with all writes. */
  giveRoomBack(): Promise<void>;
  close(): void;
}

/** Free pages given back at a time, of 4 KB each: moving them holds everybody up for a moment. */
const PAGES_GIVEN_BACK = 2_500;

/** What tests set smaller, and how safe a write is. */
export interface SqliteOptions {
  readonly patience?: number;
  readonly logLength?: number;
  /** false: what was written is not yet on the disk when that is said; a power cut may lose it, a killed process does not. */
  readonly isSynced?: boolean;
  /** Bytes that are free where the file is. */
  readonly freeBytes?: () => number;
}

/** Opens the database file, or ":memory:". */
export function openSqlite(file: string, options: SqliteOptions = {}): NodeDatabase {
  const {
    patience = PATIENCE,
    logLength = LOG_LENGTH,
    freeBytes = () => freeBytesAt(file),
    isSynced = true,
  } = options;
  const sqlite = new DatabaseSync(file, { timeout: START_PATIENCE, enableForeignKeyConstraints: true });
  try {
    // It has to be said before anything is in the file; later it would change nothing but ask for the write lock.
    if (sqlite.prepare("pragma page_count").get()?.page_count === 0)
      sqlite.exec("pragma auto_vacuum = incremental");
    sqlite.exec(`pragma journal_mode = wal; pragma synchronous = ${isSynced ? "full" : "normal"}; pragma temp_store = memory;
      pragma cache_size = -65536; pragma journal_size_limit = ${logLength}; pragma busy_timeout = 0`);
  } catch (error) {
    sqlite.close();
    throw error;
  }

  const prepared = new Recent<Prepared>(PREPARED);
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
  // As objects they would come without a prototype, which not everything that gets them expects; to copy those takes half as
  // long again as the reading.
  function all({ sql, parameters }: CompiledQuery<unknown>): Record<string, unknown>[] {
    const { statement, names } = prepare(sql);
    const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (let at = 0; at < values.length; at++) row[names[at] as string] = values[at];
      return row;
    });
  }

  let isDamaged = false;
  function noteDamage(what: string): Unavailable {
    if (!isDamaged) console.error(damaged(file, what));
    isDamaged = true;
    return new Unavailable(LATER, "database-unreadable");
  }
  /** What a person is told instead of SQLite's own words, where we know what they mean. */
  function known(error: unknown): unknown {
    if (!(error instanceof Error)) return error;
    if (isDamage(error)) return noteDamage(error.message);
    if (isFull(error)) return new StorageFull({ cause: error });
    const constraint = constraintIn(error.message);
    return constraint === null ? error : new ConstraintError(constraint, { cause: error });
  }
  /** Tries until no other process is in the way. */
  async function patiently<Result>(attempt: () => Result, deadline: number): Promise<Result> {
    try {
      return await whenFree(attempt, deadline);
    } catch (error) {
      throw known(error);
    }
  }

  /** As of the last look; null: they have to be read, and so after every write of ours. */
  let versions: Versions | null = null;
  let isUnread = false;
  const lookForForeignWrites = sqlite.prepare("pragma data_version");
  // Looked at in each turn of the event loop: to make an object of it takes a quarter of the time.
  lookForForeignWrites.setReturnArrays(true);
  /** What SQLite calls the file's state: it changes with every write of another connection, and with none of ours. */
  let foreign: unknown;
  const readVersions = versionsStatement();
  const parts = new PartVersions();
  let isMigrated = false;
  function versionsNow(): Versions {
    isMigrated ||= hasSources(sqlite);
    if (!isMigrated) return versionsOf([]);
    const rows = all(readVersions) as unknown as SourceRow[];
    // Read behind them: what is written in between is seen early, which outdates too much and never too little.
    parts.see(rows, all(movesStatement(parts.last)) as unknown as CompletionMove[]);
    return versionsOf(rows, parts);
  }
  /** Where they cannot be read they are not known; whoever asks next tries again. */
  function currentVersions(): Versions | null {
    try {
      // Looked at before they are read: a write in between has them read once more.
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
  function versionsThisTurn(): Versions | null {
    if (isLookedAt && versions) return versions;
    if (!isLookedAt)
      setImmediate(() => {
        isLookedAt = false;
      });
    isLookedAt = true;
    return currentVersions();
  }

  function shortenLog(): void {
    try {
      const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
      if (log && log.size > logLength) sqlite.exec("pragma wal_checkpoint(truncate)");
    } catch (error) {
      if (!isBusy(error)) known(error);
    }
  }
  const shortening = setInterval(shortenLog, LOG_LOOKED_AT_EVERY);
  shortening.unref();

  /** One try at a transaction: whole or not at all, and over before anything else runs. */
  function tryTransaction<Result>(work: () => Result): Result {
    sqlite.exec("begin immediate");
    try {
      const result = work();
      sqlite.exec("commit");
      versions = null;
      return result;
    } catch (error) {
      if (sqlite.isTransaction) sqlite.exec("rollback");
      throw error;
    }
  }
  const inTurn = takingTurns(MOST_WAITING);
  function transaction<Result>(work: () => Result): Promise<Result> {
    // From here on, not from when its turn comes: who waits behind many is not kept longer than they are.
    const deadline = inMilliseconds(patience);
    return inTurn(() => patiently(() => tryTransaction(work), deadline));
  }

  async function askWhetherReady(): Promise<void> {
    if (isDamaged) throw new Unavailable(LATER, "database-damaged");
    if (freeBytes() < ROOM_NEEDED) throw new Unavailable(LATER, "storage-almost-full");
    await patiently(
      () => sqlite.exec("begin immediate; rollback"),
      inMilliseconds(Math.min(READY_PATIENCE, patience)),
    );
  }
  /** Many who ask at once share one answer. */
  let asking: Promise<void> | null = null;

  return {
    sqlite,
    currentVersions,
    versionsThisTurn,
    versions: async () => currentVersions(),
    query: async <Row>(statement: CompiledQuery<Row>) =>
      (await patiently(() => all(statement), inMilliseconds(patience))) as Row[],
    atomic: (statements) => transaction(() => statements.map(all)),
    transaction,
    ready() {
      asking ??= askWhetherReady().finally(() => {
        asking = null;
      });
      return asking;
    },
    noteDamage,
    shortenLog,
    learnTables: () => transaction(() => sqlite.exec("pragma optimize = 0x10002")),
    giveRoomBack: () => transaction(() => sqlite.exec(`pragma incremental_vacuum(${PAGES_GIVEN_BACK})`)),
    close() {
      clearInterval(shortening);
      sqlite.close();
    },
  };
}

function freeBytesAt(file: string): number {
  if (file === ":memory:") return Number.POSITIVE_INFINITY;
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

function hasSources(sqlite: DatabaseSync): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'completion_move'").get() !==
    undefined
  );
}
