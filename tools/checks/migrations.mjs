// Fails when a migration that landed was edited, renamed or removed: databases have had it as it was.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LIST = "tools/checks/landed-migrations.sha256";

/** @param {string} text as in git, whatever ends its lines in this clone */
const hashOf = (text) => createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");

/**
 * Returns what is wrong with the files of migrations/, a sentence each.
 * @param {Readonly<Record<string, string>>} files their texts by their names
 * @param {string} list the landed ones as `sha256sum migrations/*` prints them
 */
export function problemsOf(files, list) {
  const landed = new Map(
    list.split("\n").flatMap((line) => {
      const [, hash, name] = /^([0-9a-f]{64}) {2}migrations\/(\S+)$/.exec(line) ?? [];
      return hash && name ? [[name, hash]] : [];
    }),
  );
  const problems = [];
  for (const [name, hash] of landed) {
    if (files[name] === undefined)
      problems.push(`${name} landed, and is neither renamed nor removed. Put it back.`);
    else if (hashOf(files[name]) !== hash)
      problems.push(`${name} landed, and is not edited. Put it back, and write a new migration.`);
  }
  const numbers = new Set();
  for (const [name, text] of Object.entries(files)) {
    const number = /^(\d{4})-[\w-]+\.sql$/.exec(name)?.[1];
    if (number === undefined) problems.push(`${name} is not named like a migration: NNNN-name.sql.`);
    else if (numbers.has(number)) problems.push(`${name} has the number of another migration.`);
    else if (!landed.has(name))
      problems.push(`${name} is new: add to ${LIST}\n${hashOf(text)}  migrations/${name}`);
    numbers.add(number);
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = new URL("../../", import.meta.url);
  const read = (/** @type {string} */ path) => readFileSync(new URL(path, root), "utf8");
  const names = readdirSync(new URL("migrations/", root)).sort();
  const problems = problemsOf(
    Object.fromEntries(names.map((name) => [name, read(`migrations/${name}`)])),
    read(LIST),
  );
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`${names.length} migrations are as they landed.`);
}
