import { RATE_SECONDS, type RateName, SHARES } from "../../domain/contract/rates.ts";
import type { NetworkRates } from "../../server/http/edge.ts";
import { networksOf } from "../../server/http/head.ts";
import type { Env } from "./env.ts";

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
