import { ByteReader, Malformed } from "./bytes.ts";

const ORIENTATION = 0x0112;
const SHORT = 3;

/** The most bytes of an EXIF block with only the orientation, including what each format adds around it. */
export const MINIMAL_EXIF_ROOM = 64;

/**
 * Returns the orientation (1 to 8) in an EXIF block in TIFF form; 1, upright, if it has none or cannot be read, since
 * everything else in it is dropped anyway.
 */
export function readOrientation(tiff: Uint8Array): number {
  try {
    const reader = new ByteReader(tiff);
    const order = reader.text(0, 2);
    if (order !== "II" && order !== "MM") return 1;
    const little = order === "II";
    const directory = reader.uint32(4, little);
    const entries = reader.uint16(directory, little);
    for (let entry = 0; entry < entries; entry += 1) {
      const at = directory + 2 + entry * 12;
      if (reader.uint16(at, little) !== ORIENTATION || reader.uint16(at + 2, little) !== SHORT) continue;
      const value = reader.uint16(at + 8, little);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
  }
  return 1;
}

/** Returns an EXIF block in TIFF form, 26 bytes, that contains only an orientation. */
export function minimalExif(orientation: number): Uint8Array {
  const header = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [ORIENTATION >> 8, ORIENTATION & 0xff, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0];
  return Uint8Array.from([...header, 0, 1, ...entry, 0, 0, 0, 0]);
}
