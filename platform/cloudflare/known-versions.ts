import type { D1DatabaseSession } from "@cloudflare/workers-types";
import type { SourceRow } from "../../server/db/versions.ts";

/** The versions of all sources, and a state of the database that has them. */
export interface KnownState {
  readonly sources: readonly SourceRow[];
  /** A read in a session with this bookmark sees no older state than this one; null: D1 gave none. */
  readonly bookmark: string | null;
}

/** The highest version. It grows with every write that readers could see. */
export const highestOf = ({ sources }: Pick<KnownState, "sources">): number =>
  sources.reduce((most, { version }) => Math.max(most, version), 0);

/** How long a place relies on what it knows without asking D1, in milliseconds: writes elsewhere show up that late. */
const FRESH = 5_000;
/** How long the entry is cached for later comparison, in seconds. */
const MAX_AGE_S = 86_400;

/** What a place, that is one of Cloudflare's data centres, knows of the versions. */
export interface KnownVersions {
  /** What is known, if it is at most five seconds old; else null. */
  findFresh(): Promise<KnownState | null>;
  /** Asks D1 in this session. Reads one row if nothing has moved since the last query from here. */
  ask(session: D1DatabaseSession, read: ReadVersions): Promise<KnownState>;
  /** Notes the versions after a write here, so that the next read here sees it. */
  note(known: KnownState): Promise<void>;
}

/** The two statements that read versions, run in a session. */
export interface ReadVersions {
  highest(): Promise<number>;
  all(): Promise<readonly SourceRow[]>;
}

interface Entry extends KnownState {
  /** In milliseconds. */
  readonly at: number;
}

/** Stored in the Cache API, which all isolates of a place share. `address` is one of the site that is never served. */
export function knownVersions(address: string, now: () => number): KnownVersions {
  const cache = (): Cache => (caches as unknown as { default: Cache }).default;

  async function find(): Promise<Entry | null> {
    const cached = await cache().match(address);
    return cached ? ((await cached.json()) as Entry) : null;
  }
  /** Keeps an entry that is newer: a read that began before a write may finish after it. */
  async function put(known: KnownState): Promise<void> {
    const there = await find();
    if (there && highestOf(there) > highestOf(known)) return;
    const headers = { "Cache-Control": `max-age=${MAX_AGE_S}`, "Content-Type": "application/json" };
    const entry: Entry = { ...known, at: now() };
    await cache().put(address, new Response(JSON.stringify(entry), { headers }));
  }
  return {
    async findFresh() {
      const entry = await find();
      return entry && now() - entry.at < FRESH ? entry : null;
    },
    async ask(session, read) {
      const last = await find();
      const highest = last && (await read.highest());
      const sources = last && highest === highestOf(last) ? last.sources : await read.all();
      const known = { sources, bookmark: session.getBookmark() };
      await put(known);
      return known;
    },
    note: put,
  };
}

/** Somebody's last write, which their next reads must see in whatever place they are answered. */
export interface LastWrite {
  readonly version: number;
  readonly bookmark: string;
}

const COOKIE = "seen";

/** Seconds. Longer than a place relies on what it knows (known-versions.ts). */
const MAX_AGE = 15;

/** A bookmark as D1 writes it: four numbers in hex. Any other value was not set by us. */
const WRITTEN = /(?:^|;\s*)seen=(\d{1,15})\.([0-9a-f-]{1,200})(?:;|$)/;

export function readLastWrite(request: Request): LastWrite | null {
  const [, version, bookmark] = WRITTEN.exec(request.headers.get("Cookie") ?? "") ?? [];
  return version === undefined || bookmark === undefined ? null : { version: Number(version), bookmark };
}

/** The cookie by which a browser later tells which write was its last; null if D1 gave no bookmark. */
export function lastWriteCookie(written: KnownState, isSecure: boolean): string | null {
  if (written.bookmark === null) return null;
  const value = `${COOKIE}=${highestOf(written)}.${written.bookmark}`;
  return `${value}; Max-Age=${MAX_AGE}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
