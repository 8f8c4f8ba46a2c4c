import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { unstable_readConfig as readConfig } from "wrangler";
import { api, pages, SITE_CARD } from "../../domain/contract/routes.ts";
import {
  CONFIG,
  migrate,
  prepareState,
  ROOT,
  stateOf,
  withState,
} from "../../platform/cloudflare/prepare.ts";
import { startWorkerd } from "../../platform/cloudflare/workerd.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import { type Comparison, isPage, maskChance } from "../../qa/compare/differences.ts";
import { type Site, siteAt, startNode, stop } from "../../qa/compare/site.ts";
import type { Tokens } from "../../qa/compare/writes.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { freePort, newFolder } from "../node/site.ts";
import { newMember, Visitor } from "../node/visitor.ts";

/** Both engines, with the same rows and under the same name, so that their answers should be equal. */
export interface Engines {
  readonly node: Site;
  readonly workerd: Site;
  readonly origin: string;
  /** Access tokens that both accept. */
  readonly tokens: Tokens;
  stop(): Promise<void>;
}

/** The headers to compare. All others depend on the connection or the compression. */
const COMPARED = new Set([
  ...["content-type", "content-disposition", "content-range", "accept-ranges", "cache-control", "etag"],
  ...["location", "content-security-policy", "x-content-type-options", "access-control-allow-origin"],
  "retry-after",
]);

export const BETWEEN_ENGINES: Comparison = {
  // An ETag follows from how a page is divided; built files get theirs from Cloudflare, which serves them itself.
  counts: (header, answer, address) =>
    COMPARED.has(header) && !(header === "etag" && (isPage(answer) || address === SITE_CARD)),
  page: maskChance,
  pageHeader: maskChance,
};

const BACKUPS = new RegExp(`^(${pages.privacy()}|${api.keeping()})(\\.data)?(\\?|$)`);
const DRAWN = new RegExp(`^(${pages.undone()}|${api.undone({})})(\\.data)?(?!.*[?&]seed=)`);
/** What may differ: how far back D1 can be put, and one that is drawn at random. */
export const mayDiffer = (address: string): boolean => BACKUPS.test(address) || DRAWN.test(address);

const AT = new Date("2026-11-22T12:00:00Z");

/** Tables with random content, which the other engine gets copies of. They include the passwords that Node hashed. */
const BY_CHANCE = ["account", "account_log", "sign_in_key", "sign_in_record"];

/** Starts both, with settings as in production except for those in `env`. */
export async function startEngines(env: Readonly<Record<string, string>> = {}): Promise<Engines> {
  const [port, other] = [await freePort(), await freePort()];
  const folder = newFolder();
  const host = `localhost:${port}`;
  const common = {
    SITE_ORIGIN: `http://${host}`,
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    TRUST_PROXY: "on",
    // Worker threads would each have their own clock.
    ANSWER_THREADS: "0",
    CACHE_STALE_SECONDS: "0",
    // Every address is asked for many times, from one network.
    RATE_LIMITS: "0",
    ...env,
  };
  // First on the port that both are named by, so that whoever signs in here is signed in on both.
  const first = await startNode(ROOT, port, common);
  const administrator = await new Visitor(`http://${host}`).signIn(
    ADMINISTRATOR.email,
    ADMINISTRATOR.password,
  );
  const member = (await newMember(`http://${host}`, "member@example.org")).tokens;
  await stop(first);

  const node = await startNode(ROOT, other, common);
  const settings = readSettings({ ...common, PORT: String(port) });
  mkdirSync(stateOf(settings), { recursive: true });
  await withState(settings, async ({ DB }) => {
    await migrate(DB, join(ROOT, "migrations"));
    const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
    for (const table of BY_CHANCE) await copyRows(sqlite, DB, table);
    sqlite.close();
  });
  await prepareState(
    settings,
    () => AT,
    () => {},
  );
  const workerd = await startWorkerd(settings, common, configWithClock());
  return {
    node: siteAt(other, host),
    workerd: siteAt(port, host),
    origin: `http://${host}`,
    tokens: { administrator: administrator.access_token, member: member.access_token },
    async stop() {
      for (const each of [node, workerd]) await stop(each);
    },
  };
}

async function copyRows(from: DatabaseSync, to: D1Database, table: string): Promise<void> {
  for (const row of from.prepare(`select * from ${table}`).all()) {
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    await to
      .prepare(`insert into ${table} (${names.join(", ")}) values (${places})`)
      .bind(...Object.values(row))
      .run();
  }
}

const BEHIND_THE_CLOCK = `
import { HEADER, replay } from "./replayed.js";
import worker from "./worker.js";
export default {
  ...worker,
  fetch(request, env, context) {
    replay(request.headers.get(HEADER));
    return worker.fetch(request, env, context);
  },
};
`;

/** Puts the Worker, as it is deployed, behind the test's clock. Returns the path of its configuration. */
export function configWithClock(): string {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-worker-"));
  cpSync(join(ROOT, "build/worker"), folder, { recursive: true });
  cpSync(join(ROOT, "qa/compare/replayed.mjs"), join(folder, "replayed.js"));
  writeFileSync(join(folder, "main.js"), BEHIND_THE_CLOCK);
  const { compatibility_date, compatibility_flags, rules, d1_databases, r2_buckets, images } = readConfig({
    config: CONFIG,
  });
  const config = {
    ...{ name: "btd6-index", main: "main.js", no_bundle: true, base_dir: ".", find_additional_modules: true },
    ...{ compatibility_date, compatibility_flags, rules, d1_databases, r2_buckets, images },
    assets: { directory: join(ROOT, "build/worker-assets"), html_handling: "none" },
  };
  const path = join(folder, "wrangler.json");
  writeFileSync(path, JSON.stringify(config));
  return path;
}
