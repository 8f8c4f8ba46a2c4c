import type { Addresses } from "./addresses.ts";
import type { HeaderPair } from "./head.ts";

const NO_STORE: HeaderPair = ["Cache-Control", "no-store"];

/**
 * What is said of keeping an answer that the edge itself does not keep: a personal one is kept by nobody, whatever its
 * handler says, and any other only where its handler says so.
 */
export function accessHeaders(
  path: string,
  headers: Headers,
  { isPersonal }: Pick<Addresses, "isPersonal">,
): readonly HeaderPair[] {
  return isPersonal(path) || !headers.has("Cache-Control") ? [NO_STORE] : [];
}
