import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { argon2 } from "../../platform/node/argon2.ts";
import { accountService } from "../../server/accounts/service.ts";
import { countersInMemory } from "../../server/counters-in-memory.ts";
import { COMMAND_LINE } from "../../server/data/accounts.ts";
import { run } from "../moving-in/command-line.ts";
import { liveIn, newFolder, openIndex } from "./lived-in.ts";

export const EDGE = { DATABASE: "edge" };

export const PERSON = { email: "cat@example.org", password: "nine lives and a half" };

const EVERYTHING = ["--secrets", "--with-media"];

/** Runs the command line and answers what it said; it is to work. */
export async function done(folder: string, args: readonly string[], env = {}): Promise<string> {
  const { code, said } = await run(folder, args, env).ended;
  expect(code, `${args.join(" ")}\n${said}`).toBe(0);
  return said;
}

/** The names of the files in a folder and the folders in it, in order. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

/** Exports everything in a data folder, secrets and media too. Answers the folder of the export. */
export async function exportAll(folder: string, env = {}): Promise<string> {
  const exported = join(folder, "export");
  await done(folder, ["export", exported, ...EVERYTHING], env);
  return exported;
}

/** An index in a data folder in which people have lived, one of whom has a password, and its export. */
export async function livedInFolder(): Promise<{ readonly folder: string; readonly exported: string }> {
  const folder = newFolder();
  const index = await openIndex(folder);
  await liveIn(index);
  await accountService({
    database: index.database,
    hasher: argon2,
    counters: countersInMemory(),
  }).create({ ...PERSON, roles: [], generated: false }, COMMAND_LINE);
  index.sqlite.close();
  return { folder, exported: await exportAll(folder) };
}

/** A data folder of Cloudflare's emulation into which an export was imported. */
export async function importedAtTheEdge(exported: string): Promise<string> {
  const folder = newFolder();
  expect(await done(folder, ["import", exported, "--apply"], EDGE)).toContain("nothing is wrong");
  return folder;
}
