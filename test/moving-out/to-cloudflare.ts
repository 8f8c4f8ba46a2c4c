import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { run } from "../../packages/import/test/command-line.ts";
import { createAccount } from "../../packages/sign-in/accounts/authentication.ts";
import { openAccounts } from "../../packages/sign-in/accounts/store.ts";
import { argon2 } from "../../platform/node/argon2.ts";
import { countersInMemory } from "../../server/counters.ts";
import { COMMAND_LINE } from "../../server/db/changes.ts";
import { liveIn, newFolder, openIndex } from "./lived-in.ts";

export const EDGE = { DATABASE: "edge" };

export const PERSON = { email: "cat@example.org", password: "nine lives and a half" };

const EVERYTHING = ["--secrets", "--with-media"];

/** Runs the command line, which must succeed, and returns its output. */
export async function done(folder: string, args: readonly string[], env = {}): Promise<string> {
  const { code, said } = await run(folder, args, env).ended;
  expect(code, `${args.join(" ")}\n${said}`).toBe(0);
  return said;
}

/** Returns the names of all files in a folder and its subfolders, in order. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

/** Exports everything in a data folder, including secrets and media. Returns the folder of the export. */
export async function exportAll(folder: string, env = {}): Promise<string> {
  const exported = join(folder, "export");
  await done(folder, ["export", exported, ...EVERYTHING], env);
  return exported;
}

/** Makes a data folder with a used index, in which somebody has a password, and exports it. */
export async function livedInFolder(): Promise<{ readonly folder: string; readonly exported: string }> {
  const folder = newFolder();
  const index = await openIndex(folder);
  await liveIn(index);
  await createAccount(
    openAccounts({ database: index.database, hasher: argon2, counters: countersInMemory() }),
    { ...PERSON, roles: [], generated: false },
    COMMAND_LINE,
  );
  index.sqlite.close();
  return { folder, exported: await exportAll(folder) };
}

/** Imports an export into a new data folder of Cloudflare's emulation and returns the folder. */
export async function importedAtTheEdge(exported: string): Promise<string> {
  const folder = newFolder();
  expect(await done(folder, ["import", exported, "--apply"], EDGE)).toContain("nothing is wrong");
  return folder;
}
