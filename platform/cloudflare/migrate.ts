import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { unstable_splitSqlQuery as statementsOf } from "wrangler";

/** The table in which `wrangler d1 migrations apply` records what it applied. */
const TABLE = `create table if not exists d1_migrations (
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`;

/**
 * Brings a local database up to date as `wrangler d1 migrations apply --local` would, each migration in one batch.
 * Returns the names of those it applied.
 */
export async function migrate(d1: D1Database, folder: string): Promise<string[]> {
  await d1.prepare(TABLE).run();
  const { results } = await d1.prepare("select name from d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const missing = readdirSync(folder)
    .filter((name) => /^\d{4}-[\w-]+\.sql$/.test(name) && !applied.has(name))
    .sort();
  for (const name of missing) {
    const statements = statementsOf(readFileSync(join(folder, name), "utf8"));
    const note = d1.prepare("insert into d1_migrations (name) values (?)").bind(name);
    await d1.batch([...statements.map((statement) => d1.prepare(statement)), note]);
  }
  return missing;
}
