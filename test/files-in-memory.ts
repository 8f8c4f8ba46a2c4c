import type { Files } from "../server/files.ts";
import { hashOf } from "../server/media/store.ts";

/** Files in memory, for tests that run on both engines. */
export function filesInMemory(): Files & { readonly all: Map<string, Uint8Array<ArrayBuffer>> } {
  const all = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    all,
    async *list() {
      for (const [name, { length }] of [...all].toSorted()) yield { name, bytes: length };
    },
    sizeOf: async (name) => all.get(name)?.length ?? null,
    async read(name, range = null) {
      const bytes = all.get(name);
      if (!bytes) return null;
      return new Blob([range ? bytes.slice(range.start, range.end + 1) : bytes]).stream();
    },
    async write(name, stream) {
      const bytes = new Uint8Array(await new Response(stream as unknown as BodyInit).arrayBuffer());
      all.set(name, bytes);
      return { bytes: bytes.length, sha256: await hashOf(bytes) };
    },
    async remove(name) {
      all.delete(name);
    },
  };
}
