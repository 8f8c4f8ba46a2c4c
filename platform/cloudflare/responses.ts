import { waitUntil } from "cloudflare:workers";
import {
  type CachedResponse,
  type ResponseStore,
  ResponsesInMemory,
} from "../../server/cache/response-cache.ts";

/** How long the Cache API keeps an answer that is not requested any more, in seconds. */
const MAX_AGE_S = 86_400;

/** The header of an entry with all of the answer but its body. The entry's own headers belong to the Cache API. */
const SAID = "X-Cached";

/**
 * Stores answers in the isolate's memory, and behind that in the Cache API, which all isolates of a place share. Who
 * stores an older answer over a newer one has it revalidated: it is not current.
 *
 * @param prefix an address of the site that is never served, with the build in it: all entries are under it
 * @param bytes of memory
 */
export function edgeCacheResponses(prefix: string, bytes: number): ResponseStore {
  const memory = new ResponsesInMemory(bytes);
  const cache = (): Cache => (caches as unknown as { default: Cache }).default;
  const keyOf = (address: string): string => `${prefix}/${encodeURIComponent(address)}`;

  return {
    async get(address, isCurrent) {
      const own = memory.get(address);
      if (own && isCurrent(own)) return own;
      const entry = await cache().match(keyOf(address));
      if (!entry) return own;
      const said = JSON.parse(decodeURIComponent(entry.headers.get(SAID) ?? ""));
      const shared: CachedResponse = {
        ...said,
        body: new Uint8Array(await entry.arrayBuffer()),
        encoded: new Map(),
      };
      if (own && !isCurrent(shared)) return own;
      memory.set(address, shared);
      return shared;
    },
    set(address, response) {
      memory.set(address, response);
      const { body, encoded: _, foundWith: __, ...said } = response;
      const entry = new Response(body as Uint8Array<ArrayBuffer>, {
        headers: {
          [SAID]: encodeURIComponent(JSON.stringify(said)),
          "Cache-Control": `max-age=${MAX_AGE_S}`,
        },
      });
      // Runs after the response.
      waitUntil(cache().put(keyOf(address), entry));
    },
  };
}
