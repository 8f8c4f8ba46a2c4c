import type { D1Database, ImagesBinding, R2Bucket, RateLimit } from "@cloudflare/workers-types";

/** What wrangler.jsonc binds to the Worker. The settings are bound alongside, as strings (platform/shared/settings.ts). */
export interface Env {
  readonly DB: D1Database;
  readonly MEDIA: R2Bucket;
  readonly IMAGES?: ImagesBinding;
  /** Counts requests of each kind (domain/contract/rates.ts). */
  readonly [rate: `RATE_${string}`]: RateLimit | undefined;
  /** Scheme and host of the site. Nothing is cached for any other. */
  readonly SITE_ORIGIN: string;
}

/** Returns the settings among the bindings. */
export const settingsIn = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env as unknown as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
