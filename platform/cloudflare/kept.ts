import { waitUntil } from "cloudflare:workers";
import type { HeaderPair } from "../../server/edge/head.ts";
import type { Kept, KeptStore } from "../../server/edge/kept-answers.ts";
import { KeptInMemory } from "../../server/edge/kept-in-memory.ts";

/**
 * How long the Cache API keeps an answer that is not requested again, in seconds. Every version has a key of its own.
 */
const KEPT = 86_400;

/** What an entry stores about the answer besides its body. The entry's own headers belong to the Cache API. */
interface Said {
  readonly version: string;
  readonly fingerprint: string | null;
  readonly contentType: string;
  readonly tag: string;
  readonly headers: readonly HeaderPair[];
}
const SAID = "X-Kept";

/**
 * Keeps answers in the isolate's memory, and behind that in the Cache API, which all isolates of a place share.
 *
 * @param prefix an address of the site that is never served: all entries are under it
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
      const { version, fingerprint, contentType, tag, headers } = kept;
      const said: Said = { version, fingerprint, contentType, tag, headers };
      const entry = new Response(kept.body as Uint8Array<ArrayBuffer>, {
        headers: { [SAID]: encodeURIComponent(JSON.stringify(said)), "Cache-Control": `max-age=${KEPT}` },
      });
      // Runs after the response, so nobody waits for it.
      waitUntil(cache().put(keyOf(address, kept.version), entry));
    },
  };
}
