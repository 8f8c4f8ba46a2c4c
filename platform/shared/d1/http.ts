import { z } from "zod";
import { constraintIn, type Database } from "../../../server/db/database.ts";
import { type Pause, pauseAfter, sleep } from "../back-off.ts";
import type { D1Place } from "../settings.ts";
import { type Call, type Called, databaseOn } from "./database.ts";

/** Cloudflare refused, or did not answer. The message says which, and never contains the token. */
export class D1Error extends Error {
  override readonly name = "D1Error";
}

export interface D1Options {
  readonly fetch?: typeof fetch;
  /** The base address of Cloudflare's API, without a trailing slash. */
  readonly api?: string;
  readonly pause?: Pause;
}

const API = "https://api.cloudflare.com/client/v4";

/** How long to wait for a response, in milliseconds: D1 gives a call thirty seconds. */
const PATIENCE = 60_000;

const TRIES = 6;
/** The first pause after a failure, in milliseconds. */
const FIRST_PAUSE = 500;

/**
 * The part of a response of Cloudflare's API that matters here (developers.cloudflare.com/api, "Query D1 Database").
 */
const Answer = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number().optional(), message: z.string() })).default([]),
  result: z
    .array(
      z.object({
        results: z.array(z.record(z.string(), z.unknown())).default([]),
        meta: z.object({ rows_read: z.number().optional(), rows_written: z.number().optional() }).optional(),
      }),
    )
    .nullish(),
});

/**
 * Opens the port on a D1 database over Cloudflare's HTTP API, for use outside a Worker. Transient failures are retried:
 * a read always, a write only if it was not begun (429), because it might be made twice. Throws D1Error.
 */
export function openD1ByHttp({ account, id }: D1Place, token: string, options: D1Options = {}): Database {
  const { fetch: send = fetch, api = API, pause = sleep } = options;
  const address = `${api}/accounts/${account}/d1/database/${id}/query`;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

  async function ask(body: string): Promise<{ status: number; text: string } | null> {
    try {
      const answer = await send(address, {
        ...{ method: "POST", headers, body, redirect: "error", signal: AbortSignal.timeout(PATIENCE) },
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return null;
    }
  }

  const call: Call = async (statements, isReading) => {
    const body = JSON.stringify({
      batch: statements.map(({ sql, parameters }) => ({ sql, params: parameters })),
    });
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(body);
      const isPassing = answer === null || answer.status === 429 || answer.status >= 500;
      const mayRepeat = isReading || answer?.status === 429;
      if (!isPassing || !mayRepeat || tries >= TRIES) return resultsIn(answer, statements.length, isReading);
      await pause(pauseAfter(tries, FIRST_PAUSE));
    }
  };
  return databaseOn(call);
}

function resultsIn(
  answer: { status: number; text: string } | null,
  statements: number,
  isReading: boolean,
): Called {
  const unknown = isReading ? "" : " Whether the last write was made is not known.";
  if (answer === null) throw new D1Error(`Cloudflare's API cannot be reached, or did not answer.${unknown}`);
  const said = Answer.safeParse(jsonIn(answer.text));
  const { success, errors, result } = said.data ?? { success: false, errors: [], result: null };
  if (success && result?.length === statements)
    return {
      rows: result.map(({ results }) => results),
      rowsRead: result.reduce((sum, { meta }) => sum + (meta?.rows_read ?? 0), 0),
      rowsWritten: result.reduce((sum, { meta }) => sum + (meta?.rows_written ?? 0), 0),
    };
  const words = errors.map(({ message }) => message).join("; ");
  // The port turns these into ConstraintError.
  if (constraintIn(words) !== null) throw new Error(words);
  if (answer.status === 401 || answer.status === 403)
    throw new D1Error(
      `Cloudflare did not accept D1_API_TOKEN for that database (${answer.status}): ${words}`,
    );
  if (answer.status === 404)
    throw new D1Error(`Cloudflare knows no such database: look at the ids in DATABASE. ${words}`);
  const isPassing = answer.status >= 500 ? unknown : "";
  throw new D1Error(`D1 did not do it (${answer.status}): ${words || "no reason was given"}.${isPassing}`);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
