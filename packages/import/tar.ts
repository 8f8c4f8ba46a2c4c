import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { StartError } from "../../server/errors.ts";
import type { Bucket, BucketObject } from "./media.ts";
import { ENDS_EARLY } from "./sql.ts";

/** Bytes of a block: of a header, and of what a file's bytes are filled up to. */
const BLOCK = 512;

/** No old bucket holds more files. */
const MOST_ENTRIES = 2_000_000;

/** The longest extended header, in bytes: it has a name and a few numbers. */
const LONGEST_HEADER = 64 * 1024;

/** A file of an archive: its name as it is written, and where its bytes begin. */
interface Entry extends BucketObject {
  readonly start: number;
}

/** What an extended header says of the file behind it. */
type Extended = Partial<Record<"path" | "size" | "mtime", string>>;

const textAt = (block: Buffer, from: number, length: number): string => {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end === -1 ? length : end);
};

/** Reads a number of a header: octal digits or, of one that they cannot hold, bytes behind a set bit. */
function numberAt(block: Buffer, from: number, length: number): number {
  const field = block.subarray(from, from + length);
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(textAt(block, from, length).trim() || "0", 8);
  return field.subarray(1).reduce((number, byte) => number * 256 + byte, (field[0] ?? 0) & 0x7f);
}

/** Whether a block has the checksum that it says, for which its own place counts as blanks. */
function isHeader(block: Buffer): boolean {
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return numberAt(block, 148, 8) === sum;
}

/** Reads "27 path=FILEKEY/attach/UUID\n" and the like. */
function extendedIn(bytes: Buffer): Extended {
  const found: Extended = {};
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString("latin1", at, blank));
    if (blank === -1 || !(length > blank - at)) break;
    const [name = "", ...value] = bytes.toString("utf8", blank + 1, at + length - 1).split("=");
    if (name === "path" || name === "size" || name === "mtime") found[name] = value.join("=");
    at += length;
  }
  return found;
}

/** Yields the files of an archive, and nothing else that it may hold: folders, links, devices. Throws StartError. */
async function* entriesIn(file: FileHandle, name: string, takesCutOff: boolean): AsyncGenerator<Entry> {
  const { size } = await file.stat();
  const bytesAt = async (from: number, length: number): Promise<Buffer> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  };
  const cutOff = (): void => {
    if (!takesCutOff) throw new StartError(`${name} ends early: ${ENDS_EARLY}.`);
  };
  let extended: Extended = {};
  let at = 0;
  for (let entries = 0; ; entries += 1) {
    if (entries > MOST_ENTRIES) throw new StartError(`${name} has more than ${MOST_ENTRIES} files.`);
    const block = await bytesAt(at, BLOCK);
    if (at > 0 && block.length < BLOCK) return cutOff();
    if (block.length === BLOCK && block.every((byte) => byte === 0)) return;
    if (block.length < BLOCK || !isHeader(block))
      throw new StartError(
        `${name} is no tar, or is damaged. A packed one (.tar.gz) has to be unpacked to a .tar first.`,
      );
    const type = String.fromCharCode(block[156] ?? 0);
    const bytes = extended.size === undefined ? numberAt(block, 124, 12) : Number(extended.size);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(bytes) || bytes < 0) throw new StartError(`${name} is damaged.`);
    if (start + bytes > size) return cutOff();
    at = start + Math.ceil(bytes / BLOCK) * BLOCK;
    if (type === "x" || type === "L") {
      if (bytes > LONGEST_HEADER) throw new StartError(`${name} has a name that is too long.`);
      const header = await bytesAt(start, bytes);
      extended = type === "x" ? extendedIn(header) : { ...extended, path: textAt(header, 0, bytes) };
      continue;
    }
    if (["0", "\0", "7"].includes(type)) {
      const prefix = block.toString("latin1", 257, 262) === "ustar" ? textAt(block, 345, 155) : "";
      const path = extended.path ?? [prefix, textAt(block, 0, 100)].filter((part) => part !== "").join("/");
      const seconds = extended.mtime === undefined ? numberAt(block, 136, 12) : Number(extended.mtime);
      const time = new Date(seconds * 1_000);
      const modifiedAt = Number.isNaN(time.getTime()) ? null : time.toISOString();
      yield { key: path, bytes, modifiedAt, start };
    }
    // GNU's headers of long links (K) stand between a long name and its file.
    if (type !== "K") extended = {};
  }
}

/**
 * Opens an old bucket in a tar. Nothing of it is written anywhere: its names are only keys, and a file's bytes are read
 * where they are. Of two with one name the last counts, as when it is unpacked.
 * @param keyOf returns the key that a name stands for
 */
export function tarBucket(name: string, keyOf: (path: string) => string, takesCutOff: boolean): Bucket {
  const found = new Map<string, Entry>();
  return {
    async *list() {
      const file = await open(name);
      try {
        for await (const entry of entriesIn(file, name, takesCutOff)) {
          const key = keyOf(entry.key.replace(/^(?:\.\/)+/, ""));
          found.set(key, { ...entry, key });
        }
      } finally {
        await file.close();
      }
      const keys = [...found.keys()].sort();
      for (const key of keys) {
        const { start: _, ...object } = found.get(key) as Entry;
        yield object;
      }
    },
    async read(key, bytes) {
      const entry = found.get(key);
      if (!entry) return null;
      const length = Math.min(entry.bytes, bytes ?? entry.bytes);
      return createReadStream(name, { start: entry.start, end: entry.start + length - 1 });
    },
  };
}
