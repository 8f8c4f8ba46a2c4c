import type { D1Database, ImagesBinding, R2Bucket } from "@cloudflare/workers-types";

/** What wrangler.jsonc binds to the Worker; beside these stand the settings as texts (platform/settings.ts). */
export interface Env {
  readonly DB: D1Database;
  readonly MEDIA: R2Bucket;
  readonly IMAGES?: ImagesBinding;
  /** Scheme and host of the site; nothing is kept under another's. */
  readonly SITE_ORIGIN: string;
}

/** The settings among what is bound. */
export const settingsIn = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env as unknown as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
