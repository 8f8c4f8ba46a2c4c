import sharp from "sharp";
import type { PictureType } from "../domain/media/media-kinds.ts";

/** Words in the metadata of a picture made by `pictureWith`, which must never be served. */
export const SECRETS = ["SECRET-GPS", "SECRET-ARTIST", "SECRET-XMP", "SECRET-COMMENT", "SECRET-TAIL"];

/** Returns deterministic noise, so that pictures cannot be told apart by their sizes alone. */
export function noise(width: number, height: number, channels: 3 | 4 = 3): Buffer {
  const data = Buffer.alloc(width * height * channels);
  for (let at = 0, state = 1; at < data.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    data[at] = state >> 16;
  }
  return data;
}

const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="SECRET-XMP"/></rdf:RDF></x:xmpmeta>`;

/** Makes a still picture with EXIF (GPS, artist, an orientation), XMP, a colour profile and bytes after its end. */
export async function pictureWith(type: PictureType, orientation = 6): Promise<Uint8Array<ArrayBuffer>> {
  const raw = sharp(noise(64, 40), { raw: { width: 64, height: 40, channels: 3 } });
  const described = raw
    .withExif({
      IFD0: { Artist: "SECRET-ARTIST", ImageDescription: "SECRET-COMMENT" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 3024/100", GPSMapDatum: "SECRET-GPS" },
    })
    .withIccProfile("p3")
    .withMetadata({ orientation, icc: "p3" })
    .withXmp(XMP);
  const format = type.slice("image/".length) as "jpeg" | "png" | "gif" | "webp";
  const bytes = await described.toFormat(format).toBuffer();
  return new Uint8Array([...bytes, ...Buffer.from("SECRET-TAIL")]);
}

/** Makes an animation of three frames that loops for ever. */
export async function animation(format: "gif" | "webp"): Promise<Uint8Array<ArrayBuffer>> {
  const frames = sharp(noise(32, 96), { raw: { width: 32, height: 96, channels: 3, pageHeight: 32 } });
  return new Uint8Array(
    await frames[format]({ loop: 0, delay: [50, 60, 70] })
      .withXmp(XMP)
      .toBuffer(),
  );
}

/** Makes a progressive JPEG without detail: small in bytes, but slow to decode when it is large. */
export async function progressive(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const flat = sharp({ create: { width: side, height: side, channels: 3, background: "#7a5" } });
  return new Uint8Array(await flat.jpeg({ progressive: true }).toBuffer());
}

/** Returns the same picture with 882 more scans, each a pass for a decoder: one for each bit of 63 coefficients. */
export function inManyScans(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const starts: number[] = [];
  // In sharp's progressive JPEGs, a scan begins wherever its marker occurs, because the tables are small.
  for (let at = jpeg.indexOf(0xff); at !== -1; at = jpeg.indexOf(0xff, at + 1))
    if (jpeg[at + 1] === 0xda) starts.push(at);
  const endOf = (scan: number): number => {
    let at = (starts[scan] ?? 0) + 14;
    while (!(jpeg[at] === 0xff && jpeg[at + 1] !== 0)) at += 1;
    return at;
  };
  const firstEnd = endOf(0);
  // The second scan with its tables. Bytes 7 and 8 of its header say which coefficient, byte 9 says which bits.
  const second = jpeg.subarray(firstEnd, endOf(1));
  const header = (starts[1] ?? 0) - firstEnd;
  const parts: Uint8Array[] = [jpeg.subarray(0, firstEnd)];
  for (let coefficient = 1; coefficient <= 63; coefficient += 1)
    for (let bit = 13; bit >= 0; bit -= 1) {
      const scan = second.slice();
      scan.set([coefficient, coefficient, bit === 13 ? 13 : ((bit + 1) << 4) | bit], header + 7);
      parts.push(scan);
    }
  return new Uint8Array(Buffer.concat([...parts, Buffer.of(0xff, 0xd9)]));
}

/** Returns everything that decoding yields: the pixels of all frames, their durations, the colour profile. */
export async function decoded(bytes: Uint8Array) {
  const image = sharp(bytes, { animated: true });
  const { width, height, pages, delay, loop, icc, orientation } = await image.metadata();
  const pixels = await sharp(bytes, { animated: true }).raw().toBuffer();
  return {
    width,
    height,
    pages,
    delay,
    loop,
    orientation,
    icc: icc?.toString("hex"),
    pixels: pixels.toString("hex"),
  };
}
