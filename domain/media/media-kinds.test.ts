import { expect, test } from "vitest";
import { animation, pictureWith } from "../../test/pictures.ts";
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

test("formats that phones produce but browsers cannot show have error codes of their own", () => {
  const codeOf = (head: Uint8Array) => (typeOf(head) === null ? whyNotTaken(head, "IMG_2041").code : null);
  expect(codeOf(ftyp("heic", "mif1", "heic"))).toBe("file-heic");
  expect(codeOf(ftyp("mif1", "heic"))).toBe("file-heic");
  expect(codeOf(ftyp("qt  ", "qt  "))).toBe("file-mov");
  expect(codeOf(bytes("\0\0\0\x08wide\0\0\0\0mdat"))).toBe("file-mov");
  expect(codeOf(ftyp("isom", "mp41"))).toBeNull();
  expect(codeOf(bytes("MZ and more"))).toBe("file-kind");
  expect(codeOf(bytes())).toBe("file-empty");
});
