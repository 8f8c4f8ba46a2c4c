import { type Problem, problem, say } from "../../domain/messages/index.ts";
import type { Head, Reply } from "./head.ts";
import { requestIdHeader } from "./request-id.ts";

/**
 * The longest address accepted, in characters; and the most parameters: several times as many as any of our addresses
 * has.
 */
export const MOST_URL = 8 * 1024;
export const MOST_PARAMETERS = 200;

/** Whether an address has more parameters than accepted; counted without parsing it. */
function hasTooManyParameters(url: string): boolean {
  let parameters = 0;
  for (let at = url.indexOf("?"); at !== -1; at = url.indexOf("&", at + 1)) {
    parameters += 1;
    if (parameters > MOST_PARAMETERS) return true;
  }
  return false;
}

/** Refuses an address that is too long or has too many parameters, before anything else reads it. */
export function limits({ url }: Head): Reply | null {
  if (url.length > MOST_URL) return refusal(414, problem("address-too-long", { bytes: MOST_URL }));
  if (hasTooManyParameters(url))
    return refusal(400, problem("too-many-parameters", { most: MOST_PARAMETERS }));
  return null;
}

/** Returns a refusal that closes the connection: such a client is not waited for. */
export function refusal(status: number, found: Problem): Reply {
  const body = new TextEncoder().encode(JSON.stringify({ error: say(found) }));
  const headers = ["Content-Type", "application/json", "Content-Length", String(body.length)];
  headers.push("Access-Control-Allow-Origin", "*", "Cache-Control", "no-store");
  headers.push("X-Content-Type-Options", "nosniff", "Connection", "close", ...requestIdHeader().flat());
  return { status, headers, body };
}
