import {
  ContainerReader,
  OddFile,
  type Patch,
  Patches,
  type Readable,
  type VideoFacts,
  viewOf,
} from "./reader.ts";

/** A page of Ogg (RFC 3533, section 6). */
interface Page {
  readonly at: number;
  readonly serial: number;
  readonly isFirst: boolean;
  /** The time of its last packet, in the codec's own unit; null: none ends on it. */
  readonly position: bigint | null;
  readonly lacing: Uint8Array;
  /** Where its content begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** How the first packet of a stream of pictures begins. */
const PICTURES: readonly (readonly [string, string])[] = [
  ["\x80theora", "theora"],
  ["BBCD\0", "dirac"],
  ["OVP80", "vp8"],
  ["\x01video", "ogm"],
];
/** How the packet of comments begins, in any stream. */
const COMMENTS = ["\x81theora", "\x03vorbis", "OpusTags", "OVP80\x02 "];

/** Pages in which the headers of all streams are. A picture of an album may fill some hundred. */
const MOST_HEADER_PAGES = 2_000;

/** Reads what an Ogg file is made of. */
export async function readOgg(file: Readable): Promise<VideoFacts> {
  const reader = new ContainerReader(file);
  const patches = new Patches();
  const open = new Map<number, Comments>();
  let codec: string | null = null;
  let pictures: number | null = null;
  let isThere = false;
  let isCut = false;
  let headerPages = 0;
  let at = 0;
  const end = await endOfPages(reader);
  for (; at < (end ?? reader.size) && headerPages < MOST_HEADER_PAGES; headerPages += 1) {
    const page = await pageAt(reader, at);
    if (page === null) {
      isCut = true;
      break;
    }
    const { serial, isFirst, from, to, position } = page;
    if (isFirst) {
      const start = await reader.text(from, Math.min(8, to - from));
      const found = PICTURES.find(([begin]) => start.startsWith(begin));
      if (found && pictures === null) [codec, pictures] = [found[1], serial];
      open.set(serial, new Comments());
    }
    const comments = open.get(serial);
    if (comments && !comments.isOver) patches.push(...(await comments.take(reader, page)));
    if (serial === pictures && position !== null && position > 0n) isThere = true;
    at = to;
    if (isThere && [...open.values()].every(({ isOver }) => isOver)) break;
  }
  if (end === null) isCut = true;
  else if (await reader.holdsAnything(end, reader.size)) patches.push({ at: end, with: reader.size - end });
  return {
    codec,
    // Its unit is the codec's, which browsers read better.
    seconds: null,
    fault: codec === null ? "no-pictures" : isCut ? "cut-off" : isThere ? null : "empty",
    patches,
  };
}

/** Reads the page that begins at an offset; null if the file ends within it. */
async function pageAt(reader: ContainerReader, at: number): Promise<Page | null> {
  reader.count();
  if (!reader.has(at, 27)) return null;
  const head = await reader.bytes(at, 27);
  if (String.fromCharCode(...head.subarray(0, 5)) !== "OggS\0")
    throw new OddFile("a page is not where it should be");
  const segments = head[26] ?? 0;
  const [flags = 0] = head.subarray(5);
  const view = viewOf(head);
  const [position, serial] = [view.getBigInt64(6, true), view.getUint32(14, true)];
  if (!reader.has(at + 27, segments)) return null;
  const lacing = (await reader.bytes(at + 27, segments)).slice();
  const from = at + 27 + segments;
  const to = from + lacing.reduce((sum, each) => sum + each, 0);
  if (to > reader.size) return null;
  return {
    at,
    serial,
    lacing,
    from,
    to,
    isFirst: (flags & 2) !== 0,
    position: position === -1n ? null : position,
  };
}

/** The longest page there can be. */
const LONGEST_PAGE = 27 + 255 + 255 * 255;

/** How many pieces of that length are searched for the last page, from the file's end. */
const MOST_PIECES = 16;

/** Returns where the last page ends, behind which some programs write something of their own; null if it is cut off. */
async function endOfPages(reader: ContainerReader): Promise<number | null> {
  for (let piece = 1; piece <= MOST_PIECES; piece += 1) {
    const from = Math.max(0, reader.size - piece * LONGEST_PAGE);
    const bytes = await reader.bytes(from, Math.min(LONGEST_PAGE + 4, reader.size - from));
    const text = new TextDecoder("latin1").decode(bytes);
    let end: number | null = null;
    let isCut = false;
    for (let at = text.indexOf("OggS\0"); at !== -1; ) {
      const start = from + at;
      const page = await pageAt(reader, start).catch(() => undefined);
      // The same bytes may be in the middle of a page, or in what is no page.
      if (page && (start === end || (await isIntact(reader, page)))) {
        end = page.to;
        isCut = false;
        at = text.indexOf("OggS\0", end - from);
      } else {
        isCut ||= page === null && (end === null || start === end);
        at = text.indexOf("OggS\0", at + 4);
      }
    }
    if (isCut || end !== null || from === 0) return isCut ? null : end;
  }
  return null;
}

async function isIntact(reader: ContainerReader, { at, to }: Page): Promise<boolean> {
  const bytes = (await reader.bytes(at, to - at)).slice();
  const view = viewOf(bytes);
  const sum = view.getUint32(22, true);
  view.setUint32(22, 0, true);
  return checksum(bytes) === sum;
}

/** The comments of a stream: its second packet, which may go over several pages. */
class Comments {
  #packet = 0;
  /** What was read of it so far. */
  #begun: Uint8Array[] = [];
  #pages: {
    readonly page: Page;
    readonly bytes: Uint8Array;
    readonly from: number;
    readonly length: number;
  }[] = [];
  isOver = false;

  /** Takes a page. Returns what empties the comments, once they are whole. */
  async take(reader: ContainerReader, page: Page): Promise<Patch[]> {
    const bytes = (await reader.bytes(page.at, page.to - page.at)).slice();
    let from = page.from - page.at;
    for (let segment = 0; segment < page.lacing.length; ) {
      let length = 0;
      let ends = false;
      while (segment < page.lacing.length && !ends) {
        const lace = page.lacing[segment] ?? 0;
        length += lace;
        ends = lace < 255;
        segment += 1;
      }
      if (this.#packet === 1) {
        this.#begun.push(bytes.slice(from, from + length));
        this.#pages.push({ page, bytes, from, length });
      }
      from += length;
      if (!ends) continue;
      this.#packet += 1;
      if (this.#packet === 2) {
        this.isOver = true;
        return this.#emptied();
      }
    }
    return [];
  }

  #emptied(): Patch[] {
    const packet = new Uint8Array(this.#begun.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of this.#begun) {
      packet.set(part, at);
      at += part.length;
    }
    this.#begun = [];
    if (!empty(packet)) return [];
    let read = 0;
    return this.#pages.map(({ page, bytes, from, length }) => {
      bytes.set(packet.subarray(read, read + length), from);
      read += length;
      const view = viewOf(bytes);
      view.setUint32(22, 0, true);
      view.setUint32(22, checksum(bytes), true);
      return { at: page.at, with: bytes };
    });
  }
}

/** Empties a packet of comments, which keeps its length: all of it becomes blanks of the vendor's name. */
function empty(packet: Uint8Array): boolean {
  const start = String.fromCharCode(...packet.subarray(0, 8));
  const begin = COMMENTS.find((each) => start.startsWith(each));
  if (begin === undefined) return false;
  const view = viewOf(packet);
  // Vorbis ends with a bit that says so.
  const end = packet.length - (begin === "\x03vorbis" ? 1 : 0);
  const vendor = begin.length + 4;
  if (end - 4 < vendor) return false;
  const [length, count] = [view.getUint32(begin.length, true), view.getUint32(end - 4, true)];
  if (
    length === end - 4 - vendor &&
    count === 0 &&
    packet.subarray(vendor, end - 4).every((byte) => byte === 0x20)
  )
    return false;
  view.setUint32(begin.length, end - 4 - vendor, true);
  packet.fill(0x20, vendor, end - 4);
  view.setUint32(end - 4, 0, true);
  return true;
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** The checksum of a page whose own is zero (section 6, field 7). */
export function checksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = ((value << 8) ^ (CHECKSUMS[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return value;
}
