import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { getPlatformProxy, unstable_splitSqlQuery as statementsOf } from "wrangler";
import { accountService } from "../../app/features/accounts/service.server.ts";
import { loadSample } from "../../packages/import/sample.ts";
import { countersInMemory } from "../../server/counters.ts";
import { analyzeStatement, findMigrationState } from "../../server/db/engine.ts";
import { NO_TAGS } from "../../server/db/tags.ts";
import { StartError } from "../../server/errors.ts";
import { seedFacts } from "../../site/seed.ts";
import { argon2 } from "../node/argon2.ts";
import { lockFolder, type Release } from "../node/data-folder.ts";
import { MIGRATIONS } from "../node/migrate.ts";
import { missingMigrations } from "../node/migration-state.ts";
import { SAMPLE } from "../node/sample.ts";
import type { Settings } from "../shared/settings.ts";
import { ensureAdministrator } from "../sign-in/administrator.ts";
import type { Env } from "./env.ts";
import { openD1, openR2 } from "./stores.ts";

export const ROOT = resolve(import.meta.dirname, "../..");
export const CONFIG = join(ROOT, "wrangler.jsonc");

/** Where the local emulation keeps its database and bucket. */
export const stateOf = ({ dataDir }: Pick<Settings, "dataDir">): string => join(resolve(dataDir), "edge");

/**
 * Locks the emulation's state for this process alone, until released: two engines on one state would not see each
 * other's writes.
 *
 * @throws StartError while another process has it
 */
export function lockState(settings: Pick<Settings, "dataDir">): Release {
  const state = stateOf(settings);
  mkdirSync(state, { recursive: true });
  const release = lockFolder(state, "alone");
  if (release !== null) return release;
  throw new StartError(
    `The site is being served from ${state}, or a command works on it. Stop that first: on Cloudflare's emulation two would not see each other's writes.`,
  );
}

/** Does work with the emulated database and bucket while nobody serves them. */
export async function withState<Result>(
  settings: Pick<Settings, "dataDir">,
  work: (bound: Pick<Env, "DB" | "MEDIA">) => Promise<Result>,
): Promise<Result> {
  const release = lockState(settings);
  try {
    const bound = await getPlatformProxy<Pick<Env, "DB" | "MEDIA">>({
      configPath: CONFIG,
      // `wrangler dev` looks for its state in a folder of this name.
      persist: { path: join(stateOf(settings), "v3") },
      remoteBindings: false,
      envFiles: [],
    });
    try {
      return await work(bound.env);
    } finally {
      await bound.dispose();
    }
  } finally {
    release();
  }
}

/**
 * Whether a connection to the emulation was closed during a request. The emulation closes connections that were idle
 * for five seconds, and on a busy machine this process learns of it too late.
 */
const isHungUp = (error: unknown): boolean =>
  error instanceof TypeError && (error.cause as { code?: unknown } | undefined)?.code === "UND_ERR_SOCKET";

/**
 * Runs what the first start on Node does: migrations, the game's facts, the sample, the administrator. Safe to repeat.
 * `say` reports progress.
 */
export async function prepareState(
  settings: Settings,
  now: () => Date,
  say: (line: string) => void,
): Promise<void> {
  try {
    await prepareOnce(settings, now, say);
  } catch (error) {
    if (!isHungUp(error)) throw error;
    await prepareOnce(settings, now, say);
  }
}

function prepareOnce(settings: Settings, now: () => Date, say: (line: string) => void): Promise<void> {
  return withState(settings, async ({ DB, MEDIA }) => {
    const database = openD1(DB);
    for (const name of await migrate(DB, MIGRATIONS)) say(`applied migration ${name}`);
    for (const facts of await seedFacts(database, now())) say(`loaded ${facts}`);
    if (settings.sampleData) {
      const rows = await loadSample(database, openR2(MEDIA), SAMPLE, now());
      if (rows > 0) say(`loaded ${rows} sample completions`);
    }
    await database.query(NO_TAGS, analyzeStatement());
    if (settings.signIn.mode === "external") return;
    const accounts = accountService({ database, hasher: argon2, counters: countersInMemory(), now });
    await ensureAdministrator(accounts, settings, say);
  });
}

/** The table in which `wrangler d1 migrations apply` records what it applied. */
const TABLE = `create table if not exists d1_migrations (
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`;

/**
 * Brings a local database up to date as `wrangler d1 migrations apply --local` would, each migration in one batch.
 * Returns the names of those it applied.
 *
 * @throws StartError if the database is not what its migrations make
 */
export async function migrate(d1: D1Database, folder: string): Promise<string[]> {
  await d1.prepare(TABLE).run();
  const state = await findMigrationState(openD1(d1));
  const missing = missingMigrations(state, folder, {
    name: "The emulated database",
    ifNewer: "Start that version.",
  });
  for (const name of missing) {
    const statements = statementsOf(readFileSync(join(folder, name), "utf8"));
    const note = d1.prepare("insert into d1_migrations (name) values (?)").bind(name);
    await d1.batch([...statements.map((statement) => d1.prepare(statement)), note]);
  }
  return missing;
}
