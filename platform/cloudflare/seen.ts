import { highestOf, type Known } from "./known-versions.ts";

/** What somebody wrote last: their next reads are to see it, in whatever place they are answered. */
export interface Seen {
  readonly version: number;
  readonly bookmark: string;
}

const COOKIE = "seen";

/** Longer than a place goes by what it knows (known-versions.ts), in seconds. */
const KEPT = 15;

/** As D1 writes them: four numbers in hex. Whatever else somebody sends is nothing that we said. */
const WRITTEN = /(?:^|;\s*)seen=(\d{1,15})\.([0-9a-f-]{1,200})(?:;|$)/;

export function readSeen(request: Request): Seen | null {
  const [, version, bookmark] = WRITTEN.exec(request.headers.get("Cookie") ?? "") ?? [];
  return version === undefined || bookmark === undefined ? null : { version: Number(version), bookmark };
}

/** The header that has a browser show what its write was; null where D1 gave no bookmark. */
export function seenCookie(written: Known, isSecure: boolean): string | null {
  if (written.bookmark === null) return null;
  const value = `${COOKIE}=${highestOf(written)}.${written.bookmark}`;
  return `${value}; Max-Age=${KEPT}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
