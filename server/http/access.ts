import type { Addresses } from "./addresses.ts";
import type { HeaderPair } from "./head.ts";

const NO_STORE: HeaderPair = ["Cache-Control", "no-store"];

/** The headers of an answer to a token. */
export const FOR_ONE_READER: readonly HeaderPair[] = [
  ["Cache-Control", "private, no-store"],
  ["Vary", "Authorization"],
];

/**
 * Returns the headers of an answer to a token; else `no-store` for an answer that the edge does not cache itself, if it is personal (whatever its handler says),
 * or if its handler sets no Cache-Control; otherwise nothing, and the handler's header stands.
 */
export function accessHeaders(
  path: string,
  { request, response }: { readonly request: Headers; readonly response: Headers },
  { isPersonal, isRead }: Pick<Addresses, "isPersonal" | "isRead">,
): readonly HeaderPair[] {
  if (isRead(path) && request.has("authorization")) return FOR_ONE_READER;
  return isPersonal(path) || !response.has("Cache-Control") ? [NO_STORE] : [];
}
