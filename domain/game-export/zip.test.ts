import {
  BlobReader,
  BlobWriter,
  TextReader,
  ZipWriter,
  type ZipWriterAddDataOptions,
  type ZipWriterConstructorOptions,
} from "@zip.js/zip.js";
import { expect, test } from "vitest";
import { sample, sampleTexts } from "../../test/game-export/sample.ts";
import { readExport } from "./read.ts";
import { zipEntries } from "./zip.ts";

const MB = 1024 * 1024;
const ARCHON = "Upgrades/StormwrathArchon.json";

/** Returns a ZIP of the sample and more files. */
async function zipOf(
  more: readonly (readonly [path: string, text: string | Blob, options?: ZipWriterAddDataOptions])[] = [],
  options: ZipWriterConstructorOptions = {},
): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, ...options });
  const names = new Set(more.map(([path]) => path));
  for (const [path, text] of await sampleTexts())
    if (!names.has(path)) await writer.add(path, new TextReader(text));
  for (const [path, text, each] of more)
    await writer.add(path, typeof text === "string" ? new TextReader(text) : new BlobReader(text), each);
  return writer.close();
}

const read = (zip: Blob) => readExport(zipEntries(zip));
const refusal = (sentence: RegExp) => ({ refusal: expect.stringMatching(sentence) });

/** Returns a ZIP with other numbers of four bytes in the central directory's header of a file, at an offset. */
async function withHeader(
  zip: Blob,
  path: string,
  offset: number,
  change: (number: number) => number,
): Promise<Blob> {
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const name = new TextEncoder().encode(path);
  const isHeader = (at: number): boolean =>
    view.getUint32(at, true) === 0x02014b50 && name.every((byte, index) => bytes[at + 46 + index] === byte);
  const at = bytes.findIndex((_, index) => index < bytes.length - 46 - name.length && isHeader(index));
  view.setUint32(at + offset, change(view.getUint32(at + offset, true)), true);
  return new Blob([bytes]);
}

test("a ZIP is read as its folder is", async () => {
  const folder = await readExport(await sample());
  expect(folder).toHaveProperty("game");
  expect(await read(await zipOf())).toEqual(folder);
  expect(await read(await zipOf([], { level: 0 }))).toEqual(folder);
  const within = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  await within.add("Game Data/", undefined, { directory: true });
  for (const [path, text] of await sampleTexts()) await within.add(`Game Data/${path}`, new TextReader(text));
  expect(await read(await within.close())).toEqual(folder);
});

test("symbolic links are passed over", async () => {
  const zip = await zipOf([["Towers/Skywarden/Skywarden-050.json", "/etc/passwd", { unixMode: 0o120777 }]]);
  expect(await read(zip)).toEqual(refusal(/no upgrade 050 of “Skywarden”/));
});

test("a ZIP that is cut anywhere is refused", async () => {
  const zip = await zipOf();
  for (const part of [0, 0.1, 0.5, 0.9, 0.999])
    expect(await read(zip.slice(0, Math.floor(zip.size * part)))).toEqual(refusal(/not a whole ZIP/));
  expect(await read(new Blob(["PK no ZIP ".repeat(100)]))).toEqual(refusal(/not a whole ZIP/));
});

test("a ZIP whose bytes are damaged is refused", async () => {
  const bytes = new Uint8Array(await (await zipOf([], { level: 0 })).arrayBuffer());
  const at = new TextDecoder("latin1").decode(bytes).indexOf("35000");
  bytes[at] = 0x34;
  expect(await read(new Blob([bytes]))).toEqual(refusal(/cannot be read/));
});

test("encrypted ZIPs, ZIP64 and rare methods are refused", async () => {
  expect(await read(await zipOf([], { password: "x" }))).toEqual(refusal(/encrypted/));
  expect(await read(await zipOf([["x.json", "{}", { zip64: true }]]))).toEqual(refusal(/ZIP64/));
  // The method has the upper half of these bytes.
  const rare = await withHeader(await zipOf(), ARCHON, 8, (number) => (number & 0xffff) | (12 << 16));
  expect(await read(rare)).toEqual(refusal(/packed in a way/));
});

test("paths out of the folder are refused", async () => {
  expect(await read(await zipOf([["../x.json", "{}"]]))).toHaveProperty("refusal");
  expect(await read(await zipOf([["/etc/x.json", "{}"]]))).toHaveProperty("refusal");
});

test("a bomb is not unpacked", async () => {
  const zeros = new Blob([new Uint8Array(8 * MB)]);
  const bomb = await zipOf([[ARCHON, zeros]]);
  expect(bomb.size).toBeLessThan(MB);
  expect(await read(bomb)).toEqual(refusal(/more than 4 MB/));
  const lying = await withHeader(bomb, ARCHON, 24, () => 1_000);
  let unpacked = 0;
  for await (const entry of zipEntries(lying))
    if (entry.path === ARCHON) {
      expect(entry.size).toBe(1_000);
      await expect(entry.read().then(({ length }) => (unpacked = length))).rejects.toThrow();
    }
  expect(unpacked).toBe(0);
  expect(await read(lying)).toHaveProperty("refusal");
});

test("20,001 entries are refused", async () => {
  const size = 46 + 5;
  const [count, directory] = [20_001, new Uint8Array(20_001 * size)];
  const end = new Uint8Array(22);
  const numbers = (
    bytes: Uint8Array,
    at: number,
    ...values: readonly (readonly [offset: number, value: number])[]
  ) => {
    for (const [offset, value] of values) new DataView(bytes.buffer).setUint32(at + offset, value, true);
  };
  for (let at = 0; at < count; at += 1) {
    // A header without content: its name's length, and the name.
    numbers(directory, at * size, [0, 0x02014b50], [28, 5]);
    directory.set(new TextEncoder().encode(String(at).padStart(5, "0")), at * size + 46);
  }
  numbers(end, 0, [0, 0x06054b50], [8, count | (count << 16)], [12, directory.length]);
  expect(await read(new Blob([directory, end]))).toEqual(refusal(/more than 20,000/));
});
