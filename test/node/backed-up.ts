// Sites, backups and their contents, for the tests of backups.

import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { takeBackup } from "../../platform/node/backups/take.ts";
import { blobFolder } from "../../platform/node/blob-folder.ts";
import { mediaFiles } from "../../platform/node/media.ts";
import { MIGRATIONS, migrate } from "../../platform/node/migrate.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { receiveForms } from "../../platform/node/uploads.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import { LIMITS, testApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";

export const root = mkdtempSync(join(tmpdir(), "btd6-index-backups-"));
export const newFolder = (): string => mkdtempSync(join(root, "f-"));
export const sha256 = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");
export const settingsOf = (dataDir: string) => readSettings({ DATA_DIR: dataDir, SAMPLE_DATA: "off" });
export const AT = new Date("2026-11-22T10:00:00Z");
export const hours = (count: number): Date => new Date(AT.getTime() + count * 60 * 60 * 1000);

/** The contents of a made site's blobs. */
const BLOBS = ["a picture", "another picture", "a video".repeat(200_000)];

/** Makes a data folder to which completions and files can be added. It is still open. */
export async function openMade() {
  const dataDir = newFolder();
  const database = openSqlite(join(dataDir, "index.sqlite"));
  migrate(database.sqlite, MIGRATIONS);
  const folder = join(dataDir, "media");
  const app = await testApp({
    ...{ database, media: mediaFiles(folder), receiveForm: receiveForms(blobFolder(folder), LIMITS) },
  });
  let money = 0;
  const add = async (): Promise<string> => {
    money += 1;
    const { id } = await app.add("lcd", { towers: [], money, version: "40", link: null, map: "Quad" });
    return id;
  };
  let files = 0;
  const addFile = async (id: string, content: string): Promise<string> => {
    files += 1;
    const hash = sha256(content);
    await app.media.write(hash, Buffer.from(content));
    const entry = { key: `${id}/attach/${files}`, hash, contentType: "image/png", bytes: content.length };
    await database.atomic([insertMedia(entry, id, AT.toISOString())]);
    return hash;
  };
  return { dataDir, database, add, addFile };
}

/** A data folder with a completion and its files, made once. */
const made = once(async () => {
  const site = await openMade();
  const id = await site.add();
  for (const content of BLOBS) await site.addFile(id, content);
  site.database.close();
  return { folder: site.dataDir, ids: [id] };
});

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () => {
    value ??= make();
    return value;
  };
}

/** Returns a copy of the made data folder, and its completions. */
export async function aSite(): Promise<{ site: string; ids: readonly string[] }> {
  const { folder, ids } = await made();
  return { site: copyOf(folder), ids };
}

/** Copies a folder and returns the copy. */
export function copyOf(folder: string): string {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

export const take = (dataDir: string, dir: string, now = AT, keep: number | null = null) =>
  takeBackup({ dataDir, dir, hasMedia: true, keep, now, progress: () => undefined });

export const blobsIn = (folder: string): string[] =>
  readdirSync(join(folder, "media"), { recursive: true, encoding: "utf8" })
    .filter((path) => /[0-9a-f]{64}$/.test(path))
    .map((path) => path.slice(-64))
    .sort();

export const blobAt = (folder: string, hash: string): string => join(folder, "media", hash.slice(0, 2), hash);
export const hashesMade = (): string[] => BLOBS.map(sha256).sort();

export function completionsIn(file: string): string[] {
  const sqlite = new DatabaseSync(file, { readOnly: true });
  const rows = sqlite.prepare("select id from completion order by seq").all();
  sqlite.close();
  return rows.map(({ id }) => String(id));
}
