import { ContainerReader, OddFile, Patches, type Readable, type VideoFacts, viewOf } from "./reader.ts";

/** A box of the MP4 family (ISO/IEC 14496-12, section 4.2). */
interface Box {
  readonly type: string;
  readonly at: number;
  /** Where its content begins. */
  readonly from: number;
  readonly to: number;
}

const TOP = ["ftyp", "styp", "moov", "moof", "mdat", "mfra", "sidx", "ssix", "pdin"];

/** Boxes that playing needs, by what they are in. All others may say where, when and by whom it was taken. */
const ALLOWED_BOXES: Readonly<Record<string, ReadonlySet<string>>> = {
  "": new Set(TOP),
  moov: new Set(["mvhd", "trak", "mvex", "iods", "pssh", "cmov", "prfl"]),
  trak: new Set(["tkhd", "edts", "mdia", "tref", "trgr", "load", "imap", "clip", "matt", "tapt", "senc"]),
  moof: new Set(["mfhd", "traf", "pssh"]),
  mdia: new Set(["mdhd", "hdlr", "minf", "elng"]),
  traf: new Set(["tfhd", "tfdt", "trun", "subs", "saiz", "saio", "sbgp", "sgpd", "senc", "sdtp"]),
};
/** Room that is left free, in which something older may still be. */
const FREE = new Set(["free", "skip", "wide"]);
/** Boxes that may be cut off at a file's end. What is called otherwise there, and fits no box, some program has added. */
const PARTS_OF_FILE = new Set([...TOP, ...FREE, "meta", "meco", "uuid", "udta", "emsg", "prft", "pnot"]);

/** Tracks that a recording consists of. All others (gpmd, camm, mebx, tmcd, subtitles …) tell about it: where or when it was. */
const PLAYED = new Set(["vide", "soun", "auxv"]);

interface Track {
  readonly box: Box;
  id: number;
  handler: string;
  codec: string;
  samples: number;
  /** Boxes of its sample table by type. */
  readonly table: Map<string, Box>;
}

/** What is known after the boxes were read. */
class Movie {
  readonly reader: ContainerReader;
  readonly patches = new Patches();
  readonly tracks: Track[] = [];
  readonly fragments: Box[] = [];
  readonly defaultSizes = new Map<number, number>();
  seconds: number | null = null;
  hasMovie = false;
  hasData = false;
  isCut = false;

  constructor(file: Readable) {
    this.reader = new ContainerReader(file);
  }

  /** Whether it has all that plays. */
  get isWhole(): boolean {
    return this.hasMovie && this.hasData;
  }

  /** Makes a box `free`, and all that is in it zeros. */
  free({ at, from, to }: Box): void {
    this.patches.push({ at: at + 4, with: FREE_TYPE }, { at: from, with: to - from });
  }
}

const FREE_TYPE = Uint8Array.of(0x66, 0x72, 0x65, 0x65);

/** Reads what an MP4 file is made of. */
export async function readMp4(file: Readable): Promise<VideoFacts> {
  const movie = new Movie(file);
  await readTop(movie);
  for (const track of movie.tracks) if (!PLAYED.has(track.handler)) await emptyTrack(movie, track);
  const pictures = movie.tracks.filter(({ handler }) => handler === "vide");
  const isThere = movie.fragments.length > 0 || pictures.some(({ samples }) => samples > 0);
  const { hasMovie, isWhole, isCut, seconds, patches } = movie;
  const fault =
    hasMovie && !isCut && movie.tracks.length > 0 && pictures.length === 0
      ? "no-pictures"
      : isCut
        ? "cut-off"
        : isWhole && isThere
          ? null
          : "empty";
  return { codec: pictures[0]?.codec ?? null, seconds, fault, patches };
}

async function readTop(movie: Movie): Promise<void> {
  const { reader } = movie;
  for await (const box of boxesIn(movie, 0, reader.size, true)) {
    const { type } = box;
    if (type === "mdat") movie.hasData ||= box.to > box.from;
    else if (type === "moov") {
      movie.hasMovie = true;
      await readMovie(movie, box);
    } else if (type === "moof") {
      movie.fragments.push(box);
      await clear(movie, "moof", box);
    }
    await clearOne(movie, "", box);
  }
}

/**
 * Yields the boxes between two offsets.
 * @param isTop a file's own: the last may go to its end, and what is cut off is reported
 */
async function* boxesIn(movie: Movie, from: number, to: number, isTop = false): AsyncGenerator<Box> {
  const { reader } = movie;
  let at = from;
  while (at + 8 <= to) {
    reader.count();
    const type = await reader.text(at + 4, 4);
    let size = await reader.uint32(at);
    // Zeros fill the end of some files, and of QuickTime's lists.
    if (size === 0 && type === "\0\0\0\0") break;
    let head = 8;
    if (size === 1) {
      head = 16;
      const isThere = reader.has(at + 8, 8);
      size = isThere
        ? Number(viewOf(await reader.bytes(at + 8, 8)).getBigUint64(0))
        : Number.POSITIVE_INFINITY;
    } else if (size === 0 && isTop) size = to - at;
    const fits = size >= head && at + size <= to;
    if (!fits && isTop && movie.isWhole && !PARTS_OF_FILE.has(type)) break;
    if (size < head) throw new OddFile(`the box ${type} is too small`);
    if (at + size > to) {
      if (!isTop) throw new OddFile(`the box ${type} is longer than what it is in`);
      movie.isCut = true;
      return;
    }
    yield { type, at, from: at + head, to: at + size };
    at += size;
  }
  if (isTop && movie.isWhole) await clearPart(movie, at, to);
}

/** Empties a part unless it is empty. */
async function clearPart({ reader, patches }: Movie, from: number, to: number): Promise<void> {
  if (await reader.holdsAnything(from, to)) patches.push({ at: from, with: to - from });
}

/** Frees a box that playing does not need. */
async function clearOne(movie: Movie, within: string, box: Box): Promise<void> {
  if (FREE.has(box.type)) await clearPart(movie, box.from, box.to);
  else if (ALLOWED_BOXES[within]?.has(box.type) === false) movie.free(box);
}

async function clear(movie: Movie, within: string, { from, to }: Box): Promise<void> {
  for await (const box of boxesIn(movie, from, to)) {
    await clearOne(movie, within, box);
    if (box.type === "traf") await clear(movie, "traf", box);
  }
}

async function readMovie(movie: Movie, { from, to }: Box): Promise<void> {
  const { reader } = movie;
  for await (const box of boxesIn(movie, from, to)) {
    if (box.type === "mvhd") {
      const [scale, length] = await timeOf(movie, box);
      if (scale > 0 && length > 0) movie.seconds = length / scale;
    }
    if (box.type === "trak") await readTrack(movie, box);
    if (box.type === "mvex")
      for await (const each of boxesIn(movie, box.from, box.to))
        if (each.type === "trex" && each.to - each.from >= 24)
          movie.defaultSizes.set(await reader.uint32(each.from + 4), await reader.uint32(each.from + 16));
    await clearOne(movie, "moov", box);
  }
}

/** Reads the scale and the length of mvhd or mdhd, and empties the times of its making. */
async function timeOf(movie: Movie, { from, to }: Box): Promise<readonly [number, number]> {
  const { reader } = movie;
  const [version] = await reader.bytes(from, 1);
  const isLong = version === 1;
  if (to - from < (isLong ? 32 : 20)) throw new OddFile("a header is too short");
  await clearTimes(movie, from, isLong);
  return isLong
    ? [await reader.uint32(from + 20), await reader.uint64(from + 24).catch(() => 0)]
    : [await reader.uint32(from + 12), await reader.uint32(from + 16)];
}

async function clearTimes(movie: Movie, from: number, isLong: boolean): Promise<void> {
  await clearPart(movie, from + 4, from + 4 + (isLong ? 16 : 8));
}

async function readTrack(movie: Movie, box: Box): Promise<void> {
  const track: Track = { box, id: 0, handler: "", codec: "", samples: 0, table: new Map() };
  movie.tracks.push(track);
  const { reader } = movie;
  for await (const each of boxesIn(movie, box.from, box.to)) {
    if (each.type === "tkhd") {
      const isLong = (await reader.bytes(each.from, 1))[0] === 1;
      track.id = await reader.uint32(each.from + (isLong ? 20 : 12));
      await clearTimes(movie, each.from, isLong);
    }
    if (each.type === "mdia") await readMedia(movie, track, each);
    await clearOne(movie, "trak", each);
  }
}

async function readMedia(movie: Movie, track: Track, { from, to }: Box): Promise<void> {
  const { reader } = movie;
  for await (const box of boxesIn(movie, from, to)) {
    if (box.type === "mdhd") await timeOf(movie, box);
    if (box.type === "hdlr") {
      track.handler = await reader.text(box.from + 8, 4);
      await clearName(movie, box);
    }
    await clearOne(movie, "mdia", box);
    if (box.type !== "minf") continue;
    for await (const each of boxesIn(movie, box.from, box.to)) {
      if (each.type === "hdlr") await clearName(movie, each);
      if (each.type === "stbl")
        for await (const one of boxesIn(movie, each.from, each.to)) track.table.set(one.type, one);
    }
  }
  const [described, sizes] = [track.table.get("stsd"), track.table.get("stsz") ?? track.table.get("stz2")];
  if (described && (await reader.uint32(described.from + 4)) > 0) {
    track.codec = await codecOf(reader, described);
    // The name of what encoded it.
    if (track.handler === "vide")
      for (
        let at = described.from + 8;
        at + 82 <= described.to;
        at += (await reader.uint32(at)) || Number.POSITIVE_INFINITY
      ) {
        reader.count();
        await clearPart(movie, at + 50, at + 82);
      }
  }
  if (sizes) track.samples = await reader.uint32(sizes.from + 8);
}

/** Empties the name in hdlr, in which devices say what they are. It keeps its length; an empty one is allowed. */
const clearName = (movie: Movie, { from, to }: Box): Promise<void> => clearPart(movie, from + 24, to);

/** The codecs that an MPEG-4 description may stand for (ISO/IEC 14496-1, table 5). */
const OBJECT_TYPES: Readonly<Record<number, string>> = { 33: "avc1", 35: "hvc1", 108: "jpeg" };

async function codecOf(reader: ContainerReader, { from, to }: Box): Promise<string> {
  const codec = await reader.text(from + 12, 4);
  if (codec !== "mp4v") return codec;
  // Its description says which of several it is: a tag (4), a length, the type.
  const rest = await reader.bytes(from + 8, Math.min(to - from - 8, 512));
  const at = String.fromCharCode(...rest).indexOf("esds");
  const described = at === -1 ? -1 : rest.indexOf(4, at + 9);
  if (described === -1) return codec;
  let next = described + 1;
  while (((rest[next] ?? 0) & 0x80) !== 0 && next < described + 5) next += 1;
  return OBJECT_TYPES[rest[next + 1] ?? 0] ?? codec;
}

/** Empties the samples of a track, and frees the track. */
async function emptyTrack(movie: Movie, track: Track): Promise<void> {
  for await (const { at, length } of samplesOf(movie, track))
    if (movie.reader.has(at, length) && length > 0) movie.patches.push({ at, with: length });
  for (const fragment of movie.fragments) await emptyFragment(movie, track, fragment);
  movie.free(track.box);
}

/** Yields where the samples of a track are: its chunks, each with what its samples have together. */
async function* samplesOf(
  { reader }: Movie,
  { table }: Track,
): AsyncGenerator<{ at: number; length: number }> {
  const [offsets, wide] = [table.get("stco"), table.get("co64")];
  const [places, sizes] = [table.get("stsc"), table.get("stsz")];
  const chunks = wide ?? offsets;
  if (!chunks || !places || !sizes) return;
  const each = wide ? 8 : 4;
  const count = await entriesIn(reader, chunks, each);
  const groups = await entriesIn(reader, places, 12);
  const same = await reader.uint32(sizes.from + 4);
  const samples = same > 0 ? await reader.uint32(sizes.from + 8) : await entriesIn(reader, sizes, 4, 8);
  let [sample, group, perChunk] = [0, 0, 0];
  for (let chunk = 0; chunk < count && sample < samples; chunk += 1) {
    reader.count();
    if (group < groups && (await reader.uint32(places.from + 8 + group * 12)) <= chunk + 1) {
      perChunk = await reader.uint32(places.from + 12 + group * 12);
      group += 1;
    }
    let length = 0;
    for (let left = perChunk; left > 0 && sample < samples; left -= 1, sample += 1) {
      if (same > 0) {
        const all = Math.min(left, samples - sample);
        length += all * same;
        sample += all - 1;
        left -= all - 1;
      } else {
        reader.count();
        length += await reader.uint32(sizes.from + 12 + sample * 4);
      }
    }
    const at = chunks.from + 8 + chunk * each;
    yield { at: wide ? await reader.uint64(at) : await reader.uint32(at), length };
  }
}

/** Returns how many entries a table has: as many as it says, if it has room for them. */
async function entriesIn(
  reader: ContainerReader,
  { from, to }: Box,
  each: number,
  before = 4,
): Promise<number> {
  const count = await reader.uint32(from + before);
  if (count * each > to - from - before - 4) throw new OddFile("a table is too short");
  return count;
}

/** Empties a track's samples in a fragment (sections 8.8.7 and 8.8.8). */
async function emptyFragment(movie: Movie, { id }: Track, moof: Box): Promise<void> {
  const { reader } = movie;
  for await (const traf of boxesIn(movie, moof.from, moof.to)) {
    if (traf.type !== "traf") continue;
    let [base, size, isOwn, at] = [moof.at, movie.defaultSizes.get(id) ?? 0, false, moof.at];
    for await (const box of boxesIn(movie, traf.from, traf.to)) {
      const flags = box.to - box.from >= 8 ? (await reader.uint32(box.from)) & 0xffffff : 0;
      if (box.type === "tfhd") {
        isOwn = (await reader.uint32(box.from + 4)) === id;
        let next = box.from + 8;
        if (flags & 0x1) {
          base = await reader.uint64(next);
          next += 8;
        }
        next += (flags & 0x2 ? 4 : 0) + (flags & 0x8 ? 4 : 0);
        if (flags & 0x10) size = await reader.uint32(next);
        at = base;
      }
      if (box.type !== "trun" || !isOwn) continue;
      const count = await reader.uint32(box.from + 4);
      let next = box.from + 8;
      if (flags & 0x1) {
        at = base + viewOf(await reader.bytes(next, 4)).getInt32(0);
        next += 4;
      }
      if (flags & 0x4) next += 4;
      const each = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
      if (count * each > box.to - next) throw new OddFile("a table is too short");
      let length = flags & 0x200 ? 0 : count * size;
      for (let sample = 0; flags & 0x200 && sample < count; sample += 1) {
        reader.count();
        length += await reader.uint32(next + sample * each + (flags & 0x100 ? 4 : 0));
      }
      if (length > 0 && reader.has(at, length)) movie.patches.push({ at, with: length });
      at += length;
    }
    if (isOwn) movie.free(traf);
  }
}
