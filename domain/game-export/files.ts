import { counted } from "../game/counted.ts";
import { ExportRefused, isRecord, quoted, refuse } from "./checked.ts";

/** A file of an export, or a folder: its path ends in "/". */
export interface ExportEntry {
  /** As the folder or ZIP has it: with "/" or "\\" between names. */
  readonly path: string;
  /** In bytes, unpacked, as the folder or ZIP says. */
  readonly size: number;
  /** Returns the bytes. Rejects as soon as there are more than `size`. */
  read(): Promise<Uint8Array>;
}

export const MEGABYTE = 1024 * 1024;
export const MOST_BYTES = 200 * MEGABYTE;
const MOST_ENTRIES = 20_000;
const MOST_FOLDERS = 32;
const MOST_IN_FILE = 4 * MEGABYTE;
const MOST_IN_TEXTS = 16 * MEGABYTE;
/** Models of towers have some 30 levels. */
const MOST_NESTED = 200;

type Fields = Readonly<Record<string, unknown>>;

/** An export's files, each a JSON object, by their paths in the export. */
export interface JsonFiles {
  read(path: string): Promise<Fields>;
  /** Returns what `pick` takes of each file, so that no more of them is held. */
  readAll<Picked>(paths: RegExp, pick: (fields: Fields) => Picked): Promise<Picked[]>;
}

/**
 * Returns the files of the export that a folder or ZIP has, at its top or in a folder within.
 * @param texts the name of the export's text table, which may be larger than other files and is at its top
 */
export async function exportFiles(
  entries: Iterable<ExportEntry> | AsyncIterable<ExportEntry>,
  texts: string,
): Promise<JsonFiles> {
  const files = await filesByPath(entries);
  const root = rootOf([...files.keys()], texts);
  let left = MOST_BYTES;
  const read = async (path: string): Promise<Fields> => {
    const entry = files.get(root + path) ?? refuse(`The export has no ${path}.`);
    const most = path === texts ? MOST_IN_TEXTS : MOST_IN_FILE;
    if (entry.size > most) refuse(`${quoted(path)} has more than ${most / MEGABYTE} MB.`);
    left -= entry.size;
    if (left < 0) refuse(`The export has more than ${MOST_BYTES / MEGABYTE} MB.`);
    const bytes = await entry.read().catch((error: unknown) => {
      throw error instanceof ExportRefused ? error : new ExportRefused(`${quoted(path)} cannot be read.`);
    });
    return objectIn(bytes, path);
  };
  return {
    read,
    readAll: async <Picked>(paths: RegExp, pick: (fields: Fields) => Picked) => {
      const picked: Picked[] = [];
      for (const path of [...files.keys()].sort()) {
        const within = path.slice(root.length);
        if (path.startsWith(root) && paths.test(within)) picked.push(pick(await read(within)));
      }
      return picked;
    },
  };
}

async function filesByPath(entries: Iterable<ExportEntry> | AsyncIterable<ExportEntry>) {
  const files = new Map<string, ExportEntry>();
  let count = 0;
  for await (const entry of entries) {
    count += 1;
    if (count > MOST_ENTRIES) refuse(`There are more than ${counted(MOST_ENTRIES)} files and folders.`);
    const names = entry.path.split(/[/\\]/);
    if (names.includes("..") || names[0] === "" || /^[a-z]:/i.test(entry.path))
      refuse(`${quoted(entry.path)} is not a path inside the export.`);
    const isFolder = names.at(-1) === "";
    if (names.length - 1 > MOST_FOLDERS) refuse(`There are folders more than ${MOST_FOLDERS} deep.`);
    const path = names.filter((name) => name !== "" && name !== ".").join("/");
    if (files.has(path)) refuse(`${quoted(path)} is there twice.`);
    if (!isFolder) files.set(path, entry);
  }
  return files;
}

/** Returns the path of the folder that has the text table, the outermost one, with a slash at its end if it has a name. */
function rootOf(paths: readonly string[], texts: string): string {
  const depthOf = (path: string): number => path.split("/").length;
  const found = paths
    .filter((path) => path === texts || path.endsWith(`/${texts}`))
    .toSorted((one, other) => depthOf(one) - depthOf(other));
  const [first, second] = found;
  if (first === undefined) return refuse(`This is not an export of the game's data: it has no ${texts}.`);
  if (second !== undefined && depthOf(first) === depthOf(second)) refuse("There are several exports in it.");
  return first.slice(0, -texts.length);
}

function objectIn(bytes: Uint8Array, path: string): Fields {
  if (isNestedTooDeep(bytes)) refuse(`${quoted(path)} is nested too deeply.`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    refuse(`${quoted(path)} ends early, or is not JSON.`);
  }
  return isRecord(value) ? value : refuse(`${quoted(path)} is not a JSON object.`);
}

/** Whether JSON has more levels than a parser should be given. */
function isNestedTooDeep(bytes: Uint8Array): boolean {
  const [quote, backslash] = [0x22, 0x5c];
  let [depth, isText] = [0, false];
  for (let at = 0; at < bytes.length && depth <= MOST_NESTED; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    // "[" and "{", "]" and "}" differ in one bit.
    else if ((byte | 0x20) === 0x7b) depth += 1;
    else if ((byte | 0x20) === 0x7d) depth -= 1;
  }
  return depth > MOST_NESTED;
}
