import type { ExecutionContext, ScheduledController } from "@cloudflare/workers-types";
import { type Job, jobRunner } from "../../server/jobs/job.ts";
import { logConsole, openLog } from "../shared/log.ts";
import { drain } from "./bodies.ts";
import type { Env } from "./env.ts";
import { type KnownVersions, knownVersions, lastWriteCookie, readLastWrite } from "./known-versions.ts";
import {
  inRequestContext,
  mayBeSecondsOld,
  openRequestContext,
  type RequestContext,
} from "./request-context.ts";
import { openSite, type WorkerSite } from "./site.ts";

/** The isolate's site. */
let opening: Promise<WorkerSite> | undefined;

const { info, warn, error } = console;
const log = openLog({ isReadable: false, write: (level, line) => ({ info, warn, error })[level](line) });
logConsole(log);

/** Opens the site on the first request, once for all that arrive meanwhile. If it fails, the next one retries. */
function open(env: Env): Promise<WorkerSite> {
  opening ??= openSite(env, log.tell).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

let hasFacts = false;
let known: KnownVersions | undefined;

/** Opens the context of a request, or for a job if there is none. */
function begin(env: Env, request: Request | null): RequestContext {
  known ??= knownVersions(`${env.SITE_ORIGIN}/.versions`, Date.now);
  const isPublic = request !== null && mayBeSecondsOld(request);
  return openRequestContext({ d1: env.DB, known, isPublic, lastWrite: request && readLastWrite(request) });
}

/** The interval of Cloudflare's cron, in milliseconds. */
const CRON = 60_000;

const runner = jobRunner();

/** Runs jobs, each in a context of its own. Several isolates may do so at once: what must not be done twice is leased. */
async function run(jobs: readonly Job[], env: Env): Promise<void> {
  await Promise.all(jobs.map((job) => inRequestContext(begin(env, null), () => runner.run(job))));
}

/** Answers a request. A write sets the cookie that lets its sender see it in every place. */
async function answer(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
  const context = begin(env, request);
  const site = await inRequestContext(context, () => open(env));
  const response = await inRequestContext(context, () => site.answer(request));
  await drain(request);
  const written = context.written();
  // Frequent jobs run at once after a write instead of waiting for the cron.
  if (written)
    execution.waitUntil(
      run(
        site.jobs.filter(({ every }) => every < CRON),
        env,
      ),
    );
  const cookie = written && lastWriteCookie(written, request.url.startsWith("https:"));
  if (cookie === null && !site.tellsCost) return response;
  const sent = new Response(response.body, response);
  if (cookie !== null) sent.headers.append("Set-Cookie", cookie);
  const { cost } = context;
  const said = `d1;desc="${cost.calls} calls, ${cost.statements} statements, ${cost.rows} rows, ${cost.written} written"`;
  if (site.tellsCost) sent.headers.set("Server-Timing", said);
  return sent;
}

export default {
  fetch(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
    const answering = answer(request, env, execution);
    // Others may be waiting for its result (a page, the opened site), so it continues even if its client hangs up.
    execution.waitUntil(answering.catch(() => undefined));
    return answering;
  },

  /**
   * Every minute: runs the jobs that are due. An isolate's first run loads the game's facts, as a start on Node does.
   */
  async scheduled({ scheduledTime }: ScheduledController, env: Env): Promise<void> {
    const context = begin(env, null);
    const { jobs, loadFacts } = await inRequestContext(context, () => open(env));
    if (!hasFacts) await inRequestContext(context, loadFacts);
    hasFacts = true;
    await run(
      jobs.filter(({ every }) => scheduledTime % every < CRON),
      env,
    );
  },
};
