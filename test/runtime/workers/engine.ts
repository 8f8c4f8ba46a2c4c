import { env } from "cloudflare:workers";
import type { UploadLimits } from "../../../domain/media/upload-limits.ts";
import { DUMPS, filesInR2 } from "../../../platform/cloudflare/files.ts";
import { receiveForms } from "../../../platform/cloudflare/forms.ts";
import { openD1, openR2 } from "../../../platform/cloudflare/stores.ts";
import { LIMITS, type OpenEngine } from "../../factories.ts";

export const engineName: "node" | "workers" = "workers";

/** Opens the D1 database and the R2 bucket of this test file. migrate.ts has applied the schema. */
export async function openEngine(limits: UploadLimits = LIMITS): Promise<OpenEngine> {
  const media = openR2(env.MEDIA);
  const files = filesInR2(env.MEDIA, `${DUMPS}${crypto.randomUUID()}/`);
  return { database: openD1(env.DB), media, receiveForm: receiveForms(env.MEDIA, limits, undefined), files };
}

/** The same: the game's facts are loaded by the first app of a test file. */
export const openEmptyEngine = (): Promise<OpenEngine> => openEngine();
