import { highestOf, type Known } from "./known-versions.ts";

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
export function lastWriteCookie(written: Known, isSecure: boolean): string | null {
  if (written.bookmark === null) return null;
  const value = `${COOKIE}=${highestOf(written)}.${written.bookmark}`;
  return `${value}; Max-Age=${MAX_AGE}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
