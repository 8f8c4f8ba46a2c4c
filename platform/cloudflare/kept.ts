import { waitUntil } from "cloudflare:workers";
import type { HeaderPair } from "../../server/edge/head.ts";
import type { Kept, KeptStore } from "../../server/edge/kept-answers.ts";
import { KeptInMemory } from "../../server/edge/kept-in-memory.ts";

/** How long the Cache API keeps an answer that nobody asks for again, in seconds; another version has another key. */
const KEPT = 86_400;

/** What an entry says of the answer besides its bytes; the headers of the entry itself are the Cache API's. */
interface Said {
  readonly version: string;
  readonly contentType: string;
  readonly tag: string;
  readonly headers: readonly HeaderPair[];
}
const SAID = "X-Kept";

/**
 * Kept answers in the memory of the isolate, and behind it in the Cache API, which all isolates of a place share.
 *
 * @param prefix an address of the site's that nobody is served: all entries stand under it
 * @param bytes of memory
 */
export function keptAtThePlace(prefix: string, bytes: number): KeptStore {
  const memory = new KeptInMemory(bytes);
  const cache = (): Cache => (caches as unknown as { default: Cache }).default;
  const keyOf = (address: string, version: string): string =>
    `${prefix}/${encodeURIComponent(version)}/${encodeURIComponent(address)}`;

  return {
    async get(address, version) {
      const known = memory.get(address, version);
      if (known) return known;
      const entry = await cache().match(keyOf(address, version));
      if (!entry) return null;
      const said = JSON.parse(decodeURIComponent(entry.headers.get(SAID) ?? "")) as Said;
      const kept: Kept = { ...said, body: new Uint8Array(await entry.arrayBuffer()), encoded: new Map() };
      memory.set(address, kept);
      return kept;
    },
    last: (address) => memory.last(address),
    set(address, kept) {
      memory.set(address, kept);
      const { version, contentType, tag, headers } = kept;
      const said: Said = { version, contentType, tag, headers };
      const entry = new Response(kept.body as Uint8Array<ArrayBuffer>, {
        headers: { [SAID]: encodeURIComponent(JSON.stringify(said)), "Cache-Control": `max-age=${KEPT}` },
      });
      // After the answer: nobody waits for it.
      waitUntil(cache().put(keyOf(address, kept.version), entry));
    },
  };
}
