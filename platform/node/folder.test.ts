import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { ExportEntry } from "../../domain/game-export/files.ts";
import { folderEntries } from "./folder.ts";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "export-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

async function all(path: string): Promise<ExportEntry[]> {
  const entries: ExportEntry[] = [];
  for await (const entry of folderEntries(path)) entries.push(entry);
  return entries;
}

test("files and folders are found at any depth, with their bytes; links are not followed", async () => {
  const root = await folder();
  await mkdir(join(root, "Maps/Expert"), { recursive: true });
  await writeFile(join(root, "Maps/Expert/#ouch.json"), "{}");
  await symlink("/etc/hosts", join(root, "link.json"));
  await symlink("..", join(root, "Maps/up"));
  const entries = await all(root);
  expect(entries.map(({ path, size }) => [path, size])).toEqual([
    ["Maps/", 0],
    ["Maps/Expert/", 0],
    ["Maps/Expert/#ouch.json", 2],
  ]);
  expect(await entries[2]?.read()).toEqual(new TextEncoder().encode("{}"));
});

test("a file that grows, or becomes a link, is not read", async () => {
  const root = await folder();
  const [grows, becomes] = [join(root, "a.json"), join(root, "b.json")];
  await writeFile(grows, "{}");
  await writeFile(becomes, "{}");
  const entries = await all(root);
  await truncate(grows, 1_000_000);
  await rm(becomes);
  await symlink("/etc/hosts", becomes);
  expect(entries).toHaveLength(2);
  for (const { read } of entries) await expect(read()).rejects.toThrow();
});

test("a folder that is not there is an error", async () => {
  await expect(all(join(await folder(), "none"))).rejects.toThrow("ENOENT");
});
