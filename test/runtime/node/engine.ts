import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { UploadLimits } from "../../../domain/media/upload-limits.ts";
import { blobFolder } from "../../../platform/node/blob-folder.ts";
import { mediaFiles } from "../../../platform/node/media.ts";
import { migrate } from "../../../platform/node/migrate.ts";
import { folderOfFiles } from "../../../platform/node/moving-out/folder.ts";
import { openSqlite } from "../../../platform/node/sqlite.ts";
import { receiveForms } from "../../../platform/node/uploads.ts";
import { LIMITS, type OpenEngine } from "../../factories.ts";
import { validatorFor } from "../../openapi.ts";

export const engineName: "node" | "workers" = "node";

/** Opens a new, migrated in-memory database and a media store in a temporary folder. */
export async function openEngine(limits: UploadLimits = LIMITS): Promise<OpenEngine> {
  const database = openSqlite(":memory:");
  migrate(database.sqlite, resolve(import.meta.dirname, "../../../migrations"));
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-media-"));
  return {
    database,
    media: mediaFiles(folder),
    receiveForm: receiveForms(blobFolder(folder), limits),
    validatorFor,
    files: folderOfFiles(mkdtempSync(join(tmpdir(), "btd6-index-files-"))),
  };
}
