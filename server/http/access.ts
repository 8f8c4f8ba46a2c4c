import type { Addresses } from "./addresses.ts";
import type { HeaderPair } from "./head.ts";

const NO_STORE: HeaderPair = ["Cache-Control", "no-store"];

/**
 * Returns `no-store` for an answer that the edge does not cache itself, if it is personal (whatever its handler says),
 * or if its handler sets no Cache-Control; otherwise nothing, and the handler's header stands.
 */
export function accessHeaders(
  path: string,
  headers: Headers,
  { isPersonal }: Pick<Addresses, "isPersonal">,
): readonly HeaderPair[] {
  return isPersonal(path) || !headers.has("Cache-Control") ? [NO_STORE] : [];
}
