import { ContainerReader, OddFile, Patches, type Readable, type VideoFacts, viewOf } from "./reader.ts";

/** An element of EBML (RFC 8794). */
interface Element {
  readonly id: number;
  readonly at: number;
  /** Where its content begins. */
  readonly from: number;
  /** Null: its size is not known, as recorders write it that do not go back. */
  readonly to: number | null;
}

// Identifiers of RFC 9559.
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const CLUSTER = 0x1f43b675;
const BLOCK_GROUP = 0xa0;
const BLOCKS = new Set([0xa3, 0xa1]);
const VOID = 0xec;
const CRC = 0xbf;
/** The date, the title and names of files. */
const PRIVATE_INFO = new Set([0x4461, 0x7ba9, 0x7384, 0x3c83ab, 0x3e83bb]);
const TRACK_NAME = 0x536e;
/** What playing a segment needs. All else may say where, when and by whom it was taken. */
const PARTS = new Set([
  ...[INFO, TRACKS, CLUSTER, BLOCK_GROUP, VOID, CRC, ...BLOCKS],
  // SeekHead, Cues; and what a cluster of unknown size has: Timestamp, SilentTracks, Position, PrevSize, EncryptedBlock.
  ...[0x114d9b74, 0x1c53bb6b, 0xe7, 0x5854, 0xa7, 0xab, 0xaf],
]);
/** The same, with tags, attachments and chapters: what may be cut off at a file's end. */
const PARTS_OF_SEGMENT = new Set([...PARTS, 0x1254c367, 0x1941a469, 0x1043a770]);
const PARTS_OF_FILE = new Set([0x1a45dfa3, SEGMENT]);

const PICTURES = 1;
const SOUND = 2;

class Film {
  readonly reader: ContainerReader;
  readonly patches = new Patches();
  /** Tracks that are neither pictures nor sound, by number. */
  readonly others = new Set<number>();
  codec: string | null = null;
  scale = 1_000_000;
  duration: number | null = null;
  hasBlocks = false;
  isCut = false;

  constructor(file: Readable) {
    this.reader = new ContainerReader(file);
  }

  /** Makes an element `Void`, of the same length, and all that is in it zeros. */
  clear({ at, from, to }: Element): void {
    if (to === null) return;
    const head = Math.min(from - at, 9);
    const size = to - at - head;
    const bytes = new Uint8Array(head);
    let left = size;
    for (let place = head - 1; place > 0; place -= 1) {
      bytes[place] = left % 256;
      left = Math.floor(left / 256);
    }
    bytes[0] = VOID;
    bytes[1] = (bytes[1] ?? 0) | (0x100 >> (head - 1));
    this.patches.push({ at, with: bytes }, { at: at + head, with: size });
  }
}

/** Reads what a WebM file is made of. */
export async function readWebm(file: Readable): Promise<VideoFacts> {
  const film = new Film(file);
  const { reader } = film;
  // Files that were written one behind the other are played as one.
  for await (const element of elementsIn(film, 0, reader.size, PARTS_OF_FILE)) {
    if (element.id === SEGMENT) await readSegment(film, element);
    else await clearOther(film, element, PARTS_OF_FILE);
  }
  const { codec, hasBlocks, isCut, patches, duration, scale } = film;
  return {
    codec,
    seconds: duration === null ? null : (duration * scale) / 1e9,
    fault: isCut ? "cut-off" : hasBlocks ? (codec === null ? "no-pictures" : null) : "empty",
    patches,
  };
}

/**
 * Yields the elements between two offsets. One that goes beyond is reported, and is the last.
 * @param parts if they may go to the file's end: what they are. Anything else behind the first block that fits no
 *   element is a mark of some program, and is emptied
 */
async function* elementsIn(
  film: Film,
  from: number,
  to: number,
  parts?: ReadonlySet<number>,
): AsyncGenerator<Element> {
  const { reader } = film;
  let at = from;
  while (at + 2 <= to) {
    reader.count();
    const mayBeOver = parts !== undefined && film.hasBlocks;
    const [first = 0] = await reader.bytes(at, 1);
    // Zeros fill the end of some files.
    if (first === 0) break;
    const idLength = Math.clz32(first) - 23;
    if (idLength > 4 && mayBeOver) break;
    if (idLength > 4) throw new OddFile("an element has no identifier");
    if (!reader.has(at, idLength + 1)) break;
    const sizeLength = Math.clz32((await reader.bytes(at + idLength, 1))[0] ?? 0) - 23;
    if (sizeLength > 8 && mayBeOver) break;
    if (sizeLength > 8) throw new OddFile("an element has no size");
    if (!reader.has(at, idLength + sizeLength)) break;
    const head = await reader.bytes(at, idLength + sizeLength);
    const id = head.subarray(0, idLength).reduce((all, byte) => all * 256 + byte, 0);
    const [top = 0, ...rest] = head.subarray(idLength);
    const size = rest.reduce((all, byte) => all * 256 + byte, top & (0xff >> sizeLength));
    const isUnknown =
      (top & (0xff >> sizeLength)) === 0xff >> sizeLength && rest.every((byte) => byte === 0xff);
    const start = at + head.length;
    if ((isUnknown || start + size > to) && mayBeOver && !parts.has(id)) break;
    if (isUnknown) {
      yield { id, at, from: start, to: null };
      at = start;
      // A segment's content is walked by whoever has it.
      if (id === SEGMENT) return;
      continue;
    }
    if (start + size > to) {
      film.isCut = true;
      // What is in a segment that is cut off can be read all the same.
      if (id === SEGMENT) yield { id, at, from: start, to: reader.size };
      return;
    }
    yield { id, at, from: start, to: start + size };
    at = start + size;
  }
  if (parts !== undefined && film.hasBlocks && (await reader.holdsAnything(at, to)))
    film.patches.push({ at, with: to - at });
}

async function readSegment(film: Film, { from, to }: Element): Promise<void> {
  film.others.clear();
  const inside =
    to === null ? elementsIn(film, from, film.reader.size, PARTS_OF_SEGMENT) : elementsIn(film, from, to);
  for await (const element of inside) {
    const { id, from: start, to: end } = element;
    if (id === INFO && end !== null) await readInfo(film, start, end);
    else if (id === TRACKS && end !== null) await readTracks(film, start, end);
    // Of a cluster of unknown size the blocks come next, as if they stood beside it.
    else if (BLOCKS.has(id) || id === BLOCK_GROUP) await readBlock(film, element);
    else if (id === CLUSTER && end !== null) await readCluster(film, start, end);
    else await clearOther(film, element, PARTS);
  }
}

async function clearOther(film: Film, element: Element, parts: ReadonlySet<number>): Promise<void> {
  if (element.id === VOID) await clearVoid(film, element);
  else if (!parts.has(element.id)) film.clear(element);
}

async function clearVoid({ reader, patches }: Film, { from, to }: Element): Promise<void> {
  if (to !== null && (await reader.holdsAnything(from, to))) patches.push({ at: from, with: to - from });
}

async function readInfo(film: Film, from: number, to: number): Promise<void> {
  const { reader } = film;
  for await (const element of elementsIn(film, from, to)) {
    const { id, from: start, to: end } = element;
    const length = (end ?? start) - start;
    if (PRIVATE_INFO.has(id) || id === CRC) film.clear(element);
    if (id === VOID) await clearVoid(film, element);
    if (id === 0x2ad7b1) film.scale = await numberAt(reader, start, length);
    if (id === 0x4489) {
      const view = viewOf(await reader.bytes(start, length));
      const duration = length === 4 ? view.getFloat32(0) : length === 8 ? view.getFloat64(0) : 0;
      if (Number.isFinite(duration) && duration > 0) film.duration = duration;
    }
  }
}

async function numberAt(reader: ContainerReader, at: number, length: number): Promise<number> {
  if (length > 8) throw new OddFile("a number is too long");
  return (await reader.bytes(at, length)).reduce((all, byte) => all * 256 + byte, 0);
}

async function readTracks(film: Film, from: number, to: number): Promise<void> {
  const { reader } = film;
  for await (const track of elementsIn(film, from, to)) {
    if (track.id === CRC) film.clear(track);
    if (track.id === VOID) await clearVoid(film, track);
    if (track.id !== TRACK || track.to === null) continue;
    let [number, kind, codec] = [0, 0, ""];
    const names: Element[] = [];
    for await (const element of elementsIn(film, track.from, track.to)) {
      const { id, from: start, to: end } = element;
      const length = (end ?? start) - start;
      if (id === 0xd7) number = await numberAt(reader, start, length);
      if (id === 0x83) kind = await numberAt(reader, start, length);
      if (id === 0x86) codec = (await reader.text(start, Math.min(length, 40))).replace(/\0.*$/s, "");
      if (id === TRACK_NAME || id === CRC) names.push(element);
      if (id === VOID) await clearVoid(film, element);
    }
    if (kind === PICTURES) film.codec ??= codec;
    if (kind === PICTURES || kind === SOUND) for (const name of names) film.clear(name);
    else {
      film.others.add(number);
      film.clear(track);
    }
  }
}

/** Looks into a cluster if something in it may be private; otherwise only at its first block. */
async function readCluster(film: Film, from: number, to: number): Promise<void> {
  if (film.hasBlocks && film.others.size === 0) return;
  for await (const element of elementsIn(film, from, to)) {
    if (BLOCKS.has(element.id) || element.id === BLOCK_GROUP) await readBlock(film, element);
    if (film.hasBlocks && film.others.size === 0) return;
  }
}

async function readBlock(film: Film, element: Element): Promise<void> {
  const { id, from, to } = element;
  film.hasBlocks = true;
  if (film.others.size === 0 || to === null) return;
  if (id === BLOCK_GROUP) {
    for await (const block of elementsIn(film, from, to))
      if (BLOCKS.has(block.id) && (await isOfOthers(film, block))) return film.clear(element);
  } else if (await isOfOthers(film, element)) film.clear(element);
}

async function isOfOthers({ reader, others }: Film, { from }: Element): Promise<boolean> {
  const length = Math.clz32((await reader.bytes(from, 1))[0] ?? 0) - 23;
  if (length > 8) throw new OddFile("a block is of no track");
  const [top = 0, ...rest] = await reader.bytes(from, length);
  return others.has(rest.reduce((all, byte) => all * 256 + byte, top & (0xff >> length)));
}
