import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textOf } from "../../app/features/dump/lines.server.ts";
import { folderOfFiles } from "../../platform/node/moving-out/folder.ts";
import { type Files, type ListedFile, streamOf } from "../../server/files.ts";
import { newFolder } from "./lived-in.ts";

const read = async (stream: ReadableStream<Uint8Array> | null): Promise<string | null> =>
  stream && (await new Response(stream as unknown as BodyInit).text());

async function listed(files: Files): Promise<ListedFile[]> {
  const all: ListedFile[] = [];
  for await (const file of files.list()) all.push(file);
  return all;
}

test("a written file is stored whole with its size and checksum, and can be listed, read in parts and removed", async () => {
  const folder = newFolder();
  const files = folderOfFiles(folder);
  const written = await files.write("2026-11-22/a.txt", streamOf(textOf("0123456789")));
  expect(written).toEqual({
    bytes: 10,
    sha256: "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882",
  });
  await files.write("b.txt", streamOf(textOf("")));
  expect(await listed(files)).toEqual([
    { name: "2026-11-22/a.txt", bytes: 10 },
    { name: "b.txt", bytes: 0 },
  ]);
  expect(await read(await files.read("2026-11-22/a.txt"))).toBe("0123456789");
  expect(await read(await files.read("2026-11-22/a.txt", { start: 2, end: 4 }))).toBe("234");
  expect([await files.sizeOf("none"), await files.sizeOf("2026-11-22"), await files.read("none")]).toEqual([
    null,
    null,
    null,
  ]);
  await files.remove("2026-11-22/a.txt");
  await files.remove("2026-11-22/a.txt");
  expect(readdirSync(folder)).toEqual(["b.txt"]);
});

test("a file whose write fails stays as it was, and nothing is left over", async () => {
  const folder = newFolder();
  const files = folderOfFiles(folder);
  await files.write("a.txt", streamOf(textOf("before")));
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode("half");
    throw new Error("the source failed");
  }
  await expect(files.write("a.txt", streamOf(failing()))).rejects.toThrow("the source failed");
  expect(await read(await files.read("a.txt"))).toBe("before");
  expect(readdirSync(folder)).toEqual(["a.txt"]);
});

test.each(["../a", "a/../../b", "/etc/passwd", "", ".hidden", "a//b", "a/", "a\0b"])(
  "%j is refused as the name of a file",
  async (name) => {
    const files = folderOfFiles(join(newFolder(), "inner"));
    await expect(files.write(name, streamOf(textOf("x")))).rejects.toThrow("not the name of a file");
    await expect(files.sizeOf(name)).rejects.toThrow("not the name of a file");
  },
);

test("a missing folder has no files", async () => {
  expect(await listed(folderOfFiles(join(newFolder(), "none")))).toEqual([]);
});
