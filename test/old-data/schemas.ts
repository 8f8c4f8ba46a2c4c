// Writes schemas.json.br: what the migrations of earlier revisions made while they were still edited, which a start
// recognises. node test/old-data/schemas.ts

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brotliCompressSync } from "node:zlib";

/** The last revision before the nine migrations, and the last of each state that they had until 27 November 2026. */
const REVISIONS = ["a5ac487a", "55b499fd", "4419b6f1", "b34164cb", "1dab0469", "cd302edd", "5c17323d"];

const git = (...command: readonly string[]): string => execFileSync("git", command, { encoding: "utf8" });

function schemaAt(revision: string) {
  const sqlite = new DatabaseSync(":memory:");
  const migrations = git("ls-tree", "--name-only", revision, "migrations/").trim().split("\n");
  for (const path of migrations) sqlite.exec(git("show", `${revision}:${path}`));
  const schema = sqlite
    .prepare(
      `select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' and sql not like 'create table ''%'
       order by type <> 'table', rowid`,
    )
    .all()
    .map(({ sql }) => String(sql));
  return { revision, migrations: migrations.map((path) => path.slice("migrations/".length)), schema };
}

const text = JSON.stringify(REVISIONS.map(schemaAt));
writeFileSync(join(import.meta.dirname, "schemas.json.br"), brotliCompressSync(text));
