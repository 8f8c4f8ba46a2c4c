import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { textOf } from "../../app/features/dump/lines.server.ts";
import { type Files, type ListedFile, streamOf } from "../../server/files.ts";
import { hashOf, type MediaStore } from "../../server/media/store.ts";

let files: Files;
let media: MediaStore;
beforeAll(async () => {
  ({ files, media } = await openEngine());
});

const bytesIn = async (stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer> | null> =>
  stream && new Uint8Array(await new Response(stream as unknown as BodyInit).arrayBuffer());

const textIn = async (name: string, range?: { start: number; end: number }): Promise<string | null> => {
  const bytes = await bytesIn(await files.read(name, range));
  return bytes && new TextDecoder().decode(bytes);
};

async function listed(): Promise<ListedFile[]> {
  const all: ListedFile[] = [];
  for await (const file of files.list()) all.push(file);
  return all;
}

test("a written file is stored whole, and can be listed, read in parts, overwritten and removed", async () => {
  const written = await files.write("2026-11-22/a.txt", streamOf(textOf("0123456789")));
  expect(written).toEqual({
    bytes: 10,
    sha256: "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882",
  });
  await files.write("b.txt", streamOf(textOf("")));
  expect(await listed()).toEqual([
    { name: "2026-11-22/a.txt", bytes: 10 },
    { name: "b.txt", bytes: 0 },
  ]);
  expect(await textIn("2026-11-22/a.txt")).toBe("0123456789");
  expect(await textIn("2026-11-22/a.txt", { start: 2, end: 4 })).toBe("234");
  expect(await textIn("b.txt")).toBe("");
  expect([await files.sizeOf("b.txt"), await files.sizeOf("none"), await files.read("none")]).toEqual([
    0,
    null,
    null,
  ]);
  await files.write("b.txt", streamOf(textOf("more")));
  expect([await files.sizeOf("b.txt"), await textIn("b.txt")]).toEqual([4, "more"]);
  for (const name of ["2026-11-22/a.txt", "2026-11-22/a.txt", "b.txt"]) await files.remove(name);
  expect(await listed()).toEqual([]);
});

/** Yields random bytes in pieces of an odd length. */
async function* pieces(count: number, all: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (let made = 0; made < count; made += 1) {
    const piece = crypto.getRandomValues(new Uint8Array(60_001));
    all.push(piece);
    yield piece;
  }
}

const joined = async (all: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Blob(all as Uint8Array<ArrayBuffer>[]).arrayBuffer());

test.each([
  ["less than a part of an upload", 20],
  ["two parts and a bit", 300],
])("a file of %s is read back unchanged", async (_, count) => {
  const all: Uint8Array[] = [];
  const written = await files.write("large", streamOf(pieces(count, all)));
  const whole = await joined(all);
  expect(written).toEqual({ bytes: whole.length, sha256: await hashOf(whole) });
  const came = await bytesIn(await files.read("large"));
  expect([came?.length, came && (await hashOf(came))]).toEqual([whole.length, written.sha256]);
  await files.remove("large");
});

test.each([
  ["at once", 0],
  ["after some megabytes", 300],
])("a file whose write fails %s stays as it was, and nothing is left over", async (_, count) => {
  await files.write("a.txt", streamOf(textOf("before")));
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* pieces(count, []);
    throw new Error("the source failed");
  }
  await expect(files.write("a.txt", streamOf(failing()))).rejects.toThrow("the source failed");
  expect(await textIn("a.txt")).toBe("before");
  expect(await listed()).toEqual([{ name: "a.txt", bytes: 6 }]);
  await files.remove("a.txt");
});

test("a file is not a blob: the list that the media sweeper reads does not contain it", async () => {
  const blob = new TextEncoder().encode("a blob");
  const hash = await hashOf(blob);
  await media.write(hash, blob);
  await files.write("2026-11-22/a.txt", streamOf(textOf("a file")));
  const blobs: string[] = [];
  for await (const each of media.list()) blobs.push(each.hash);
  expect(blobs).toEqual([hash]);
  await files.remove("2026-11-22/a.txt");
});
