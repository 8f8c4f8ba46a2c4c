import { expect, test } from "vitest";
import { animation, pictureWith } from "../../test/pictures.ts";
import { say } from "../messages/index.ts";
import { HEAD_BYTES, typeOf, whyNotTaken } from "./media-kinds.ts";

/** Returns the bytes of a text whose characters are all below \x100. */
const bytes = (...texts: string[]): Uint8Array => Buffer.from(texts.join(""), "latin1");

const ftyp = (major: string, ...compatible: string[]): Uint8Array =>
  bytes(
    "\0\0\0",
    String.fromCharCode(16 + 4 * compatible.length),
    "ftyp",
    major,
    "\0\0\x02\0",
    ...compatible,
  );

/** Makes a first page of Ogg with one packet. */
const oggPage = (packet: string): string =>
  `OggS\0\x02${"\0".repeat(20)}\x01${String.fromCharCode(packet.length)}${packet}`;

const ebml = (docType: string): Uint8Array =>
  bytes(
    "\x1a\x45\xdf\xa3",
    String.fromCharCode(0x80 + 7 + docType.length),
    "\x42\x86\x81\x01\x42\x82",
    String.fromCharCode(0x80 + docType.length),
    docType,
  );

test.each(["image/jpeg", "image/png", "image/gif", "image/webp"] as const)(
  "a picture is recognised as %s",
  async (type) => {
    const picture = await pictureWith(type);
    expect(typeOf(picture)).toBe(type);
    expect(typeOf(picture.subarray(0, HEAD_BYTES))).toBe(type);
  },
);

test("an animation is recognised as the format it is in", async () => {
  expect(typeOf(await animation("gif"))).toBe("image/gif");
  expect(typeOf(await animation("webp"))).toBe("image/webp");
});

test.each([
  ["WebM", ebml("webm"), "video/webm"],
  ["Theora", bytes(oggPage("\x80theora\x03\x02\x01")), "video/ogg"],
  [
    "Theora behind a skeleton and sound",
    bytes(...["fishead\0", "\x01vorbis", "\x80theora"].map(oggPage)),
    "video/ogg",
  ],
  ["MP4", ftyp("isom", "isom", "iso2", "avc1", "mp41"), "video/mp4"],
  ["MP4 of an iPhone's share sheet", ftyp("mp42", "isom", "mp41"), "video/mp4"],
  ["M4V", ftyp("M4V ", "isom"), "video/mp4"],
  ["QuickTime that says it is MP4, too", ftyp("qt  ", "qt  ", "mp42"), "video/mp4"],
  ["3GP that says it is MP4, too", ftyp("3gp4", "isom", "3gp4"), "video/mp4"],
])("%s is recognised as a video", (_, head, type) => {
  expect(typeOf(head)).toBe(type);
});

test.each([
  ["nothing", bytes("")],
  ["one byte", bytes("\xff")],
  ["SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["SVG behind a declaration", bytes('<?xml version="1.0"?><svg/>')],
  ["HTML", bytes("<!doctype html><script>alert(1)</script>")],
  ["HTML with a picture behind it", bytes("<!--\xff\xd8\xff\xe0\0\x10JFIF\0--><script>")],
  ["PDF", bytes("%PDF-1.7\n")],
  ["ZIP", bytes("PK\x03\x04")],
  ["BMP", bytes("BM\x36\0\0\0")],
  ["TIFF", bytes("II\x2a\0")],
  ["HEIC", ftyp("heic", "mif1", "heic", "mp42")],
  ["HEIF", ftyp("mif1", "heic", "isom")],
  ["AVIF", ftyp("avif", "avif", "mif1", "miaf")],
  ["AVIF that moves", ftyp("avis", "avis", "msf1", "iso8", "mp41")],
  ["M4A", ftyp("M4A ", "M4A ", "mp42", "isom")],
  ["QuickTime", ftyp("qt  ", "qt  ")],
  ["MP4's name alone", bytes("\0\0\0\x18ftypisom")],
  ["Matroska", ebml("matroska")],
  ["EBML without a type", bytes("\x1a\x45\xdf\xa3\x84\x42\x86\x81\x01")],
  ["Ogg with sound alone", bytes(oggPage("\x01vorbis"), oggPage("OpusHead"))],
  ["Ogg cut off", bytes("OggS\0\x02")],
  ["WAVE", bytes("RIFF\x24\0\0\0WAVEfmt ")],
  ["RIFF that says WebP alone", bytes("RIFF\x24\0\0\0WEBP")],
  ["PNG's signature alone", bytes("\x89PNG\r\n\x1a\n")],
  ["PNG damaged by a text transfer", bytes("\x89PNG\n\x1a\n\0\0\0\rIHDR")],
  ["GIF's name alone", bytes("GIF89a")],
  ["a picture behind a line feed", bytes("\n\x89PNG\r\n\x1a\n\0\0\0\rIHDR")],
])("%s is rejected", (_, head) => {
  expect(typeOf(head)).toBeNull();
});

const packet = (text: string): string => `G${text}`.padEnd(188, "\xff");

test.each<[string, Uint8Array, RegExp]>([
  ["HEIC", ftyp("heic", "mif1", "heic"), /is a HEIC picture/],
  ["HEIF", ftyp("mif1", "heic"), /is a HEIC picture/],
  ["QuickTime", ftyp("qt  ", "qt  "), /is a MOV video.*save it as MP4/],
  ["QuickTime without a brand", bytes("\0\0\0\x08wide\0\0\0\0mdat"), /is a MOV video/],
  ["AVI", bytes("RIFF\x24\0\0\0AVI LIST"), /is an AVI video.*save it as MP4/],
  ["WMV", bytes("\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9"), /is a WMV video/],
  ["Matroska", ebml("matroska"), /is an MKV video.*OBS with File > Remux Recordings/],
  ["Flash", bytes("FLV\x01\x05\0\0\0\x09"), /is an FLV video.*Remux Recordings/],
  ["a transport stream", bytes(...["1", "2", "3"].map(packet)), /is a TS video.*Remux Recordings/],
  ...["\x01vorbis", "OpusHead", "Speex   1.2", "\x7fFLAC\x01"].map((begin): [string, Uint8Array, RegExp] => [
    `Ogg with ${begin}`,
    bytes(oggPage(begin)),
    /has sound but no picture/,
  ]),
  [
    "Ogg with sound behind a skeleton",
    bytes(oggPage("fishead\0"), oggPage("OpusHead")),
    /has sound but no picture/,
  ],
  ["M4A", ftyp("M4A ", "M4A ", "mp42", "isom"), /has sound but no picture/],
  ["MP3", bytes("ID3\x04\0"), /has sound but no picture/],
  ["MP3 without a tag", bytes("\xff\xfb\x90\x64"), /has sound but no picture/],
  ["FLAC", bytes("fLaC\0\0\0\x22"), /has sound but no picture/],
  ["WAVE", bytes("RIFF\x24\0\0\0WAVEfmt "), /has sound but no picture/],
  ["a program", bytes("MZ and more"), /cannot be used\. Please choose a picture .* or a video/],
  ["Ogg of nobody knows what", bytes(oggPage("CMML\0\0\0\0")), /cannot be used/],
  ["a text that begins with G", bytes("G".padEnd(188 * 2, "g"), "no packet"), /cannot be used/],
  ["nothing", bytes(), /is empty/],
])("a file that is %s is refused in words that say what to do", (_, head, words) => {
  expect(typeOf(head)).toBeNull();
  expect(say(whyNotTaken(head, "IMG_2041"))).toMatch(words);
});
