import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openBucket } from "../../../platform/node/importing.ts";
import { key } from "./fixture.ts";

/** An entry of a tar: its name, its type ("0": a file), and its bytes. */
type Entry = readonly [name: string, type: string, bytes: string];

function headerOf(name: string, type: string, bytes: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0, "utf8");
  header.write(bytes.toString(8).padStart(11, "0"), 124, "latin1");
  header.write("14631573220", 136, "latin1");
  header.write("        ", 148, "latin1");
  header.write(type, 156, "latin1");
  header.write("ustar\0", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** Returns a tar without the two empty blocks at its end. */
const blocksOf = (entries: readonly Entry[]): Buffer =>
  Buffer.concat(
    entries.flatMap(([name, type, text]) => {
      const bytes = Buffer.from(text);
      return [headerOf(name, type, bytes.length), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
    }),
  );

const END = Buffer.alloc(1_024);

function file(bytes: Uint8Array): string {
  const path = join(mkdtempSync(join(tmpdir(), "btd6-index-tar-")), "media.tar");
  writeFileSync(path, bytes);
  return path;
}

/** Returns what a place of media has, by key, read whole and as its first two bytes. */
async function filesIn(place: string, takesCutOff = false): Promise<Record<string, readonly string[]>> {
  const bucket = openBucket(place, null, {}, takesCutOff);
  const found: Record<string, readonly string[]> = {};
  const textOf = async (name: string, most: number | null): Promise<string> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await bucket.read(name, most)) ?? []) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  for await (const { key: name, bytes } of bucket.list()) {
    const whole = await textOf(name, null);
    expect(whole).toHaveLength(bytes);
    found[name] = [whole, await textOf(name, 2)];
  }
  return found;
}

const [PROOF, ATTACHED, LONG] = [key(1), `${key(1)}/attach/${key(2)}`, `maps/${"é".repeat(200)}`];

/** Returns a record of an extended header, whose length counts its own digits. */
function record(text: string): string {
  const rest = Buffer.byteLength(text) + 2;
  const length = rest + String(rest + 3).length;
  return `${length} ${text}\n`;
}

const HELD: readonly Entry[] = [
  ["./", "5", ""],
  [`./${PROOF}`, "0", "first"],
  [`./${PROOF}`, "0", "proof"],
  [`${key(1)}/attach/`, "5", ""],
  [ATTACHED, "0", "attached"],
  ["PaxHeader", "x", record(`path=${LONG}`)],
  ["cut", "0", "pax"],
  ["././@LongLink", "L", `${LONG}2\0`],
  ["cut", "0", "gnu"],
  [`${key(3)}/${key(3)}`, "0", "as in a folder"],
  ["link", "2", ""],
  ["device", "3", ""],
];
const FILES = {
  [PROOF]: ["proof", "pr"],
  [ATTACHED]: ["attached", "at"],
  [LONG]: ["pax", "pa"],
  [`${LONG}2`]: ["gnu", "gn"],
  [key(3)]: ["as in a folder", "as"],
};

test("a tar of the old bucket is read where it is: files alone, the last of each name, names of any length", async () => {
  expect(await filesIn(file(Buffer.concat([blocksOf(HELD), END])))).toEqual(FILES);
});

test("names that would lead elsewhere are keys like others: nothing of a tar is written or looked up", async () => {
  const names = ["../../etc/passwd", "/etc/passwd", "maps/../x", "a\\b"];
  const tar = Buffer.concat([blocksOf(names.map((name) => [name, "0", "inside"] as const)), END]);
  expect(await filesIn(file(tar))).toEqual(Object.fromEntries(names.map((name) => [name, ["inside", "in"]])));
  const bucket = openBucket(file(tar), null);
  expect(await bucket.read("/etc/hostname", null)).toBe(null);
});

test.each([
  ["a tar without its end", blocksOf(HELD), "--cut-off takes what is there"],
  ["a tar that ends within a file", blocksOf(HELD).subarray(0, 1_800), "--cut-off takes what is there"],
  ["a packed tar", gzipSync(Buffer.concat([blocksOf(HELD), END])), "has to be unpacked"],
  ["another file", Buffer.alloc(2_048, "x"), "is no tar"],
  ["a name of megabytes", blocksOf([["long", "L", "x".repeat(100_000)]]), "a name that is too long"],
])("%s is refused with a clear message", async (_, bytes, says) => {
  await expect(filesIn(file(bytes))).rejects.toThrow(says);
});

test("of a tar that ends early, the files that are whole are read if that is asked for", async () => {
  expect(await filesIn(file(blocksOf(HELD)), true)).toEqual(FILES);
  expect(await filesIn(file(blocksOf(HELD).subarray(0, 1_800)), true)).toEqual({ [PROOF]: ["first", "fi"] });
});

test("a folder holds a proof beside its attachments as FILEKEY/FILEKEY, which a disk can", async () => {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-media-"));
  for (const [path, text] of [
    [`${PROOF}/${PROOF}`, "proof"],
    [ATTACHED, "attached"],
    [key(3), "as in a folder"],
    ["maps/maps", "a map of that name"],
  ] as const) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  expect(readFileSync(join(folder, PROOF, PROOF), "utf8")).toBe("proof");
  expect(await filesIn(folder)).toEqual({
    ...{ [PROOF]: ["proof", "pr"], [ATTACHED]: ["attached", "at"] },
    ...{ [key(3)]: ["as in a folder", "as"], "maps/maps": ["a map of that name", "a "] },
  });
});
