import { z } from "zod";

/** The name of the export format, and its version: a site reads the versions that it knows. */
export const EXPORT_FORMAT = "btd6-index-export";
export const EXPORT_VERSION = 1;

/** The file that makes a folder an export. It is written last. */
export const MANIFEST = "manifest.json";

/** Lines in a block of a file; the last may have fewer. Each block has a checksum, which locates damage. */
export const LINES_PER_BLOCK = 500;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);

const Table = z.object({
  table: z.string(),
  file: z.string().regex(/^[a-z_]+\.jsonl(\.gz)?$/),
  columns: z
    .record(z.string(), z.enum(["text", "text?", "integer", "integer?", "real", "real?"]))
    .describe("Each line of the file is an object with these; a question mark: it may be null."),
  rows: Count,
  bytes: Count.describe("Of the file."),
  sha256: Sha256.describe("Of the file."),
  blocks: z.array(Sha256).describe("Of each 500 lines, with their line ends, not compressed."),
});

export const Manifest = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  madeAt: z.string().describe("ISO 8601, UTC."),
  lastChange: Count.describe("The number of the last entry in the log."),
  leftOut: z.array(z.enum(["secrets", "media"])).describe("What was not asked for."),
  tables: z.array(Table).describe("Those that others refer to stand before these."),
  blobs: Table.describe("The files that rows name by their hash; bytes is null where one was not there."),
});
export type Manifest = z.infer<typeof Manifest>;
export type ManifestTable = z.infer<typeof Table>;
