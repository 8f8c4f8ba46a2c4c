import type { D1Database, ImagesBinding, R2Bucket, RateLimit } from "@cloudflare/workers-types";
import { RATE_SECONDS, type RateName, SHARES } from "../../domain/contract/rates.ts";
import type { NetworkRates } from "../../server/http/edge.ts";
import { networksOf } from "../../server/http/head.ts";

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

/** The binding that counts requests of a kind (wrangler.jsonc). */
export const bindingOf = (rate: RateName): `RATE_${string}` => `RATE_${rate.toUpperCase()}`;

/** Spreads the networks within a larger one evenly, so that the larger one has a multiple of one network's share. */
const partOf = (network: string, parts: number): number =>
  [...network].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 65_521, 0) % parts;

/** Counts requests by the platform's own rate limits, which cost no query; without a binding they are not counted. */
export const boundRates = (env: Env): NetworkRates => ({
  async everywhere(rate, address) {
    const binding = env[bindingOf(rate)];
    if (!binding) return 0;
    const networks = networksOf(address);
    for (const [at, network] of networks.entries()) {
      const key = `${network} ${partOf(networks[0], SHARES[at] ?? 1)}`;
      if (!(await binding.limit({ key })).success) return RATE_SECONDS;
    }
    return 0;
  },
});
