import { expect, test } from "vitest";
import { compression } from "./compress.ts";

test.each(["br", "gzip"] as const)(
  "bytes compressed with %s hold on to no larger buffer",
  async (encoding) => {
    for (const length of [600, 60_000]) {
      const bytes = new TextEncoder().encode("every map has its own ".repeat(length / 20));
      const compressed = await compression.compress(bytes, encoding);
      expect(compressed.buffer.byteLength).toBe(compressed.byteLength);
      expect(compressed.byteLength).toBeLessThan(bytes.byteLength);
      expect(Buffer.from(await compression.decompress(compressed, encoding)).equals(bytes)).toBe(true);
    }
  },
);
