import { AsyncLocalStorage } from "node:async_hooks";
import type { D1Database, D1DatabaseSession } from "@cloudflare/workers-types";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { isSignIn } from "../../domain/contract/routes.ts";
import type { Database } from "../../server/db/database.ts";
import { NO_TAGS } from "../../server/db/tags.ts";
import { highestStatement, type SourceRow, versionsOf, versionsStatement } from "../../server/db/versions.ts";
import { highestOf, type KnownState, type KnownVersions, type LastWrite } from "./known-versions.ts";
import { openD1 } from "./stores.ts";

/** Paths of what is not cached; null: not known yet, because an isolate is to do little before its first request. */
let notCached: ReadonlySet<string> | null = null;

const isCached = (path: string): boolean => {
  notCached ??= new Set(
    contractOf(CHALLENGES.values()).endpoints.flatMap((each) => (each.isCached ? [] : each.path)),
  );
  return !notCached.has(path);
};

/**
 * Whether a request may be answered from what this place knows, up to five seconds old. What is not cached may not:
 * it shows what moves no tag, such as wishes, so no version tells their senders' requests that there is anything newer.
 */
export function mayBeSecondsOld({
  method,
  headers,
  url,
}: Pick<Request, "method" | "headers" | "url">): boolean {
  const isRead = method === "GET" || method === "HEAD";
  const { pathname } = new URL(url);
  return isRead && !headers.has("Authorization") && !isSignIn(pathname) && isCached(pathname);
}

/** What a request or a run of the jobs holds on to: one session of D1, and the versions as they were when it began. */
export interface RequestContext {
  readonly database: Database;
  /** What it wrote that readers could see; null: nothing. */
  written(): KnownState | null;
  /** Calls to D1, the statements in them, and the rows read and written for them. */
  readonly cost: { calls: number; statements: number; rows: number; written: number };
}

export interface RequestContextParts {
  readonly d1: D1Database;
  readonly known: KnownVersions;
  /** Whether it may be answered from what this place knows (`mayBeSecondsOld`); otherwise from the newest state. */
  readonly isPublic: boolean;
  /** The sender's last write, in whatever place it was made. */
  readonly lastWrite: LastWrite | null;
}

/** The reader when there is no context. */
const NOBODY = {};

const contexts = new AsyncLocalStorage<RequestContext>();

/** Runs work in a context: what it reads of contextDatabase is read in the context's session. */
export const inRequestContext = <Result>(context: RequestContext, work: () => Result): Result =>
  contexts.run(context, work);

/**
 * Returns a database that uses the context of the current request; the isolate opens the site with it once. A body that is
 * made while it is sent (CSV) is made outside of any context and reads the newest state.
 */
export function contextDatabase(d1: D1Database): Database {
  const current = (): Database => contexts.getStore()?.database ?? openD1(d1.withSession("first-primary"));
  return {
    query: (tags, statement) => current().query(tags, statement),
    atomic: (statements) => current().atomic(statements),
    versions: () => current().versions(),
    ready: () => current().ready(),
    reader: () => contexts.getStore() ?? NOBODY,
  };
}

/**
 * Opens a context. D1 is not called before it is needed. A public read continues from the state whose versions were read:
 * with replicas, an answer from an older state would otherwise stay cached under a newer version for good.
 */
export function openRequestContext({ d1, known, isPublic, lastWrite }: RequestContextParts): RequestContext {
  const cost = { calls: 0, statements: 0, rows: 0, written: 0 };
  let written: KnownState | null = null;

  const inSession = (session: D1DatabaseSession): Database =>
    openD1(session, {
      called(statements, rows, written) {
        cost.calls += 1;
        cost.statements += statements;
        cost.rows += rows;
        cost.written += written;
      },
      async wrote(sources) {
        const before = await (versions ?? known.findFresh());
        const after = { sources, bookmark: session.getBookmark() };
        if (before && highestOf(before) === highestOf(after)) return;
        written = after;
        versions = Promise.resolve(after);
        await known.note(after);
      },
    });
  const ask = (session: D1DatabaseSession): Promise<KnownState> => {
    const database = inSession(session);
    return known.ask(session, {
      highest: async () => (await database.query(NO_TAGS, highestStatement()))[0]?.version ?? 0,
      all: () => database.query<SourceRow>(NO_TAGS, versionsStatement()),
    });
  };

  let versions: Promise<KnownState> | null = null;
  let opened: Promise<Database> | null = null;

  async function openPublic(): Promise<Database> {
    const fresh = await known.findFresh();
    if (fresh && !(lastWrite && lastWrite.version > highestOf(fresh))) {
      versions = Promise.resolve(fresh);
      return inSession(d1.withSession(fresh.bookmark ?? "first-primary"));
    }
    const session = d1.withSession(lastWrite?.bookmark ?? "first-primary");
    versions = ask(session);
    await versions;
    return inSession(session);
  }
  function openPersonal(): Database {
    session = d1.withSession("first-primary");
    return inSession(session);
  }
  let session: D1DatabaseSession | null = null;
  const open = (): Promise<Database> => {
    opened ??= isPublic ? openPublic() : Promise.resolve(openPersonal());
    return opened;
  };
  const database: Database = {
    query: async (tags, statement) => (await open()).query(tags, statement),
    atomic: async (statements) => (await open()).atomic(statements),
    ready: async () => (await open()).ready(),
    async versions() {
      await open();
      if (session) versions ??= ask(session);
      return versions && versionsOf((await versions).sources);
    },
  };
  return { database, cost, written: () => written };
}
