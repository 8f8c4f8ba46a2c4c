import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UploadLimits } from "../../../domain/media/upload-limits.ts";
import { blobFolder } from "../../../platform/node/blob-folder.ts";
import { mediaFiles } from "../../../platform/node/media.ts";
import { folderOfFiles } from "../../../platform/node/moving-out/folder.ts";
import type { NodeDatabase } from "../../../platform/node/sqlite.ts";
import { receiveForms } from "../../../platform/node/uploads.ts";
import { FACTS_AT, LIMITS, type OpenEngine } from "../../factories.ts";
import { openInMemory } from "../../node/memory.ts";
import { validatorFor } from "../../openapi.ts";

export const engineName: "node" | "workers" = "node";

function engineOf(database: NodeDatabase, limits: UploadLimits): OpenEngine {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-media-"));
  return {
    database,
    media: mediaFiles(folder),
    receiveForm: receiveForms(blobFolder(folder), limits),
    validatorFor,
    files: folderOfFiles(mkdtempSync(join(tmpdir(), "btd6-index-files-"))),
  };
}

/** Opens a new, migrated in-memory database with the game's facts, and a media store in a temporary folder. */
export const openEngine = async (limits: UploadLimits = LIMITS): Promise<OpenEngine> =>
  engineOf(await openInMemory(FACTS_AT), limits);

/** The same without the game's facts. */
export const openEmptyEngine = async (): Promise<OpenEngine> => engineOf(await openInMemory(null), LIMITS);
