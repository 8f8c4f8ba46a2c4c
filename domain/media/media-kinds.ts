import { type Problem, problem } from "../messages/index.ts";
import type { VideoFacts } from "./containers/reader.ts";

/**
 * The accepted file types. An animated PNG is served as image/png, too: it is one (W3C PNG 3, section 11.3.4), every
 * browser plays it under that name, and some programs that preview links do not know image/apng.
 */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export const VIDEO_TYPES = ["video/webm", "video/ogg", "video/mp4"] as const;

export type PictureType = (typeof PICTURE_TYPES)[number];
export type VideoType = (typeof VIDEO_TYPES)[number];

/** How many of a file's first bytes are needed to tell its type; a shorter file is passed whole. */
export const HEAD_BYTES = 4_096;

export const isPicture = (type: PictureType | VideoType): type is PictureType => type.startsWith("image/");

const ascii = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Returns the type of a file by its magic bytes alone; null for everything that is not accepted. */
export function typeOf(head: Uint8Array): PictureType | VideoType | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "image/jpeg";
  if (ascii(head, 0, 8) === "\x89PNG\r\n\x1a\n" && ascii(head, 12, 4) === "IHDR") return "image/png";
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6)) && head.length > 12) return "image/gif";
  if (ascii(head, 0, 4) === "RIFF" && /^WEBPVP8[ LX]$/.test(ascii(head, 8, 8))) return "image/webp";
  if (isWebm(head)) return "video/webm";
  if (isOggVideo(head)) return "video/ogg";
  if (isMp4(head)) return "video/mp4";
  return null;
}

/** Whether a file begins with an EBML header (RFC 8794, section 11.2) of DocType "webm", the only one browsers play. */
function isWebm(head: Uint8Array): boolean {
  if (ascii(head, 0, 4) !== "\x1a\x45\xdf\xa3") return false;
  const header = vint(head, 4);
  if (header === null) return false;
  const end = header.after + header.value;
  for (let at = header.after; at < end; ) {
    const idLength = Math.clz32(head[at] ?? 0) - 23;
    if (idLength < 1 || idLength > 4) return false;
    const size = vint(head, at + idLength);
    if (size === null) return false;
    // 0x4282 is DocType; its text may be padded with NULs.
    if (ascii(head, at, idLength) === "\x42\x82")
      return /^webm\0*$/.test(ascii(head, size.after, Math.min(size.value, 16)));
    at = size.after + size.value;
  }
  return false;
}

/** Reads a variable-length number of EBML; null if it is incomplete, or far too large for a header. */
function vint(bytes: Uint8Array, at: number): { readonly value: number; readonly after: number } | null {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length < 1 || length > 8 || at + length > bytes.length) return null;
  let value = first & (0xff >> length);
  for (const byte of bytes.subarray(at + 1, at + length)) value = value * 256 + byte;
  return value > HEAD_BYTES ? null : { value, after: at + length };
}

/** How the first page of a video stream within Ogg begins: Theora, Dirac, VP8, OGM. */
const OGG_VIDEO = ["\x80theora", "BBCD\0", "OVP80", "\x01video"];

/** Whether a file is Ogg (RFC 3533) with a video stream. All streams announce themselves on the first pages. */
function isOggVideo(head: Uint8Array): boolean {
  for (let at = 0; ascii(head, at, 5) === "OggS\0"; ) {
    const beginsStream = ((head[at + 5] ?? 0) & 2) !== 0;
    if (!beginsStream) return false;
    const segments = head[at + 26] ?? 0;
    const body = at + 27 + segments;
    if (OGG_VIDEO.some((name) => ascii(head, body, name.length) === name)) return true;
    let length = 0;
    for (const lacing of head.subarray(at + 27, body)) length += lacing;
    at = body + length;
  }
  return false;
}

/** Brands of MP4 (ISO/IEC 14496-12 and -14) as cameras, phones and recorders write them. */
const MP4_BRANDS = /^(iso[m2-9abc]|mp4[12]|mp71|avc1|M4V[ HP]|dash|mmp4|MSNV|f4v )$/;
/** Major brands of pictures (HEIF, AVIF), sound or a camera's raw data, whatever their compatible brands. */
const OTHER_BRANDS = /^(hei[cxms]|hev[cxms]|mi[fa][1f2]|msf1|avi[fs]|M4[ABP] |crx |jp2 |jpm |jpx )$/;

/** Whether a file is MP4. QuickTime (brand "qt  ") counts only if it declares itself compatible. */
function isMp4(head: Uint8Array): boolean {
  if (ascii(head, 4, 4) !== "ftyp") return false;
  const size = head.length < 16 ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(0);
  if (size < 16 || size % 4 !== 0 || size > head.length) return false;
  const major = ascii(head, 8, 4);
  if (OTHER_BRANDS.test(major)) return false;
  if (MP4_BRANDS.test(major)) return true;
  for (let at = 16; at < size; at += 4) if (MP4_BRANDS.test(ascii(head, at, 4))) return true;
  return false;
}

/** Brands of an iPhone's pictures, which only its own browser can show. */
const HEIF_BRANDS = /^(hei[cxms]|hev[cxms]|mif[12]|msf1)$/;

/** How files with sound alone begin: M4A, an Ogg stream (Vorbis, Opus, Speex, FLAC), MP3 or AAC, FLAC, WAVE. */
const SOUND =
  /^(.{4}ftypM4[ABP] |OggS.{22}.+?(.vorbis|OpusHead|Speex {3}|.FLAC)|ID3|\xff[\xf1-\xf3\xf9-\xfb]|fLaC|RIFF.{4}WAVE)/s;

/** How videos begin that most browsers cannot play. QuickTime has no brand in older files. */
const OTHER_VIDEOS: readonly (readonly [begin: RegExp, format: string])[] = [
  [/^.{4}(ftypqt {2}|moov|wide|mdat|pnot)/s, "a MOV"],
  [/^RIFF.{4}AVI /s, "an AVI"],
  [/^0&\xb2u\x8ef\xcf/, "a WMV"],
];
/** Those that OBS records, and makes an MP4 of: Matroska, Flash, a transport stream of MPEG with a packet each 188 bytes. */
const VIDEOS_OF_OBS: readonly (readonly [begin: RegExp, format: string])[] = [
  [/^.E\xdf\xa3.{0,60}?B\x82.{1,8}?matroska/s, "an MKV"],
  [/^FLV./s, "an FLV"],
  [/^G.{187}G.{187}G/s, "a TS"],
];

/** Returns the problem that says why a file of unknown type is refused, and what to do about it. */
export function whyNotTaken(head: Uint8Array, file: string): Problem {
  if (head.length === 0) return problem("file-empty", { file });
  const start = ascii(head, 0, 512);
  if (start.slice(4, 8) === "ftyp" && HEIF_BRANDS.test(start.slice(8, 12)))
    return problem("file-heic", { file });
  if (SOUND.test(start)) return problem("video-without-pictures", { file });
  const [, format] = OTHER_VIDEOS.find(([begin]) => begin.test(start)) ?? [];
  if (format !== undefined) return problem("video-format", { file, format });
  const [, recorded] = VIDEOS_OF_OBS.find(([begin]) => begin.test(start)) ?? [];
  return recorded === undefined
    ? problem("file-kind", { file })
    : problem("video-of-obs", { file, format: recorded });
}

/** Returns why a video is refused: nobody could ever play it, or not to its end; null if somebody can. */
export function whyNotPlayed({ fault }: Pick<VideoFacts, "fault">, file: string): Problem | null {
  if (fault === null) return null;
  return fault === "no-pictures"
    ? problem("video-without-pictures", { file })
    : fault === "cut-off"
      ? problem("video-cut-off", { file })
      : problem(fault === "odd" ? "video-damaged" : "video-empty", { file });
}

/** What an iPhone records unless it is set to "Most Compatible". */
const IPHONES_OWN = /^(hvc1|hev1|dvh1|dvhe)/;

/** Codecs that many browsers cannot show, by how containers call them. */
const RARE_CODECS: readonly (readonly [RegExp, string])[] = [
  [/^(hvc1|hev1|dvh1|dvhe|V_MPEGH)/, "H.265 (HEVC)"],
  [/^(mp4v|xvid|divx|DX50|V_MPEG4\/ISO\/(SP|ASP|AP))/i, "MPEG-4 part 2"],
  [/^(s263|h263|H263)/, "H.263"],
  [/^(vvc1|vvi1)/, "H.266"],
  [/^(ap[c4][nshox]|ap4h|ap4x)/, "ProRes"],
  [/^(mp[12]v|hdv|m2v1|V_MPEG[12])/, "MPEG-2"],
  [/^(jpeg|mjp[ab]|V_MJPEG)/, "Motion JPEG"],
  [/^theora/, "Theora"],
  [/^dirac/, "Dirac"],
  [/^ogm/, "OGM"],
];

/** Returns what is odd about a video's pictures, though some can watch it: few browsers show them; null if most do. */
export function doubtOfCodec({ codec }: Pick<VideoFacts, "codec">, file: string): Problem | null {
  if (codec === null) return null;
  if (/^enc[vt]/.test(codec)) return problem("video-encrypted", { file });
  const [, rare] = RARE_CODECS.find(([pattern]) => pattern.test(codec)) ?? [];
  return rare === undefined
    ? null
    : problem("video-codec", { file, codec: rare, isFromIphones: IPHONES_OWN.test(codec) });
}
