import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { mediaSweep, sweepMedia } from "../../app/features/media/sweep.server.ts";
import { sqlite } from "../../server/db/database.ts";
import { hashOf } from "../../server/media/store.ts";
import { setColumns, type TestApp, testApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";

const DAY = 24 * 60 * 60 * 1000;
const later = (days: number): Date => new Date(Date.now() + days * DAY);

let app: TestApp;

beforeEach(async () => {
  app = await testApp(await openEngine());
});

/** Stores some new bytes and returns their hash. */
async function store(): Promise<string> {
  const bytes = new TextEncoder().encode(crypto.randomUUID());
  const hash = await hashOf(bytes);
  await app.media.write(hash, bytes);
  return hash;
}

const sweep = (at: Date, start?: string) =>
  sweepMedia({ data: openData(app.database), media: app.media }, at, start);

async function isThere(hash: string): Promise<boolean> {
  const blob = await app.media.read(hash, null);
  await new Response(blob).arrayBuffer();
  return blob !== null;
}

/** Adds a completion with a file and its thumbnail. */
async function withFile() {
  const { id } = await app.add("lcd", { towers: [], money: 5, version: "40", link: null });
  const [hash, thumbnail] = [await store(), await store()];
  const entry = { key: id, hash, thumbnail, contentType: "image/png", bytes: 36 };
  await app.database.atomic([insertMedia(entry, id, new Date().toISOString())]);
  return { id, hash, thumbnail, entry };
}

const run = (...statements: readonly ReturnType<typeof sql>[]) =>
  app.database.atomic(statements.map((each) => each.compile(sqlite)));

async function hasRow(id: string): Promise<boolean> {
  const rows = await app.database.query(
    [],
    sql`select 1 from media where completion = ${id}`.compile(sqlite),
  );
  return rows.length > 0;
}

const markDeleted = (id: string, at: Date) =>
  app.database.atomic(setColumns(id, { deleted_at: at.toISOString(), updated_at: at.toISOString() }));

test("an unreferenced blob is removed after a day; a referenced one stays, and so does its thumbnail", async () => {
  const nobodys = await store();
  const { hash, thumbnail } = await withFile();
  await sweep(later(0));
  expect(await isThere(nobodys)).toBe(true);
  await sweep(later(1.01));
  expect(await isThere(nobodys)).toBe(false);
  await sweep(later(1_000));
  expect([await isThere(hash), await isThere(thumbnail)]).toEqual([true, true]);
});

test("a replaced file is kept for as long as that can be undone, then removed", async () => {
  const { id, hash, thumbnail, entry } = await withFile();
  await run(sql`delete from media where key = ${id}`);
  await sweep(later(90));
  expect([await isThere(hash), await isThere(thumbnail)]).toEqual([true, true]);
  // After an undo the row is back and claims the blobs again, however long ago they were released.
  await app.database.atomic([insertMedia(entry, id, new Date().toISOString())]);
  await sweep(later(200));
  expect([await isThere(hash), await isThere(thumbnail)]).toEqual([true, true]);
  await run(sql`delete from media where key = ${id}`);
  await sweep(later(92));
  expect([await isThere(hash), await isThere(thumbnail)]).toEqual([false, false]);
});

test("a deleted completion keeps its files for as long as that can be undone; then rows and blobs are removed", async () => {
  const { id, hash, thumbnail } = await withFile();
  await markDeleted(id, new Date());
  await sweep(later(90));
  expect(await hasRow(id)).toBe(true);
  expect([await isThere(hash), await isThere(thumbnail)]).toEqual([true, true]);
  await sweep(later(92));
  expect([await isThere(hash), await isThere(thumbnail)]).toEqual([false, false]);
  expect(await hasRow(id)).toBe(false);
});

test("the period of a deleted completion counts from its last update", async () => {
  const { id, hash } = await withFile();
  await markDeleted(id, later(-200));
  await run(sql`update completion set updated_at = ${new Date().toISOString()} where id = ${id}`);
  await sweep(later(2));
  expect(await isThere(hash)).toBe(true);
});

test("a blob that another completion uses as well stays", async () => {
  const { id, hash, entry } = await withFile();
  const other = await app.add("lcd", { towers: [], money: 6, version: "40", link: null });
  await app.database.atomic([insertMedia({ ...entry, key: other.id }, other.id, new Date().toISOString())]);
  await markDeleted(id, new Date());
  await sweep(later(92));
  expect([await hasRow(id), await hasRow(other.id), await isThere(hash)]).toEqual([false, true, true]);
});

test("an old release does not hide a later one", async () => {
  const { id, hash, entry } = await withFile();
  const other = await app.add("lcd", { towers: [], money: 7, version: "40", link: null });
  await app.database.atomic([insertMedia({ ...entry, key: other.id }, other.id, new Date().toISOString())]);
  await markDeleted(id, later(-200));
  await run(sql`delete from media where key = ${other.id}`);
  // Removes the row of the completion deleted long ago, whose release is older than the one just made.
  await sweep(later(2));
  expect([await hasRow(id), await isThere(hash)]).toEqual([false, true]);
});

test("a blob that is stored again after it was listed is not removed", async () => {
  const hash = await store();
  for await (const blob of app.media.list()) {
    if (blob.hash !== hash) continue;
    const listedBefore = new Date(blob.modifiedAt.getTime() - 1);
    expect(await app.media.remove({ hash, modifiedAt: listedBefore })).toBe(false);
    expect(await isThere(hash)).toBe(true);
    expect(await app.media.remove(blob)).toBe(true);
  }
  expect(await isThere(hash)).toBe(false);
});

test("an upload between the check and the removal keeps its blob", async () => {
  const hash = await store();
  const { media } = app;
  const racing = {
    ...media,
    async remove(blob: Parameters<typeof media.remove>[0]) {
      // As if it had been listed just before the upload.
      return media.remove({ ...blob, modifiedAt: new Date(blob.modifiedAt.getTime() - 1) });
    },
  };
  await sweepMedia({ data: openData(app.database), media: racing }, later(2));
  expect(await isThere(hash)).toBe(true);
});

test("blobs are listed in order from any point, and a run from any point covers all of them", async () => {
  const hashes = [];
  for (let count = 0; count < 12; count += 1) hashes.push(await store());
  const listed: string[] = [];
  for await (const { hash } of app.media.list()) listed.push(hash);
  expect(listed).toEqual(listed.toSorted());
  expect(listed).toEqual(expect.arrayContaining(hashes));
  const middle = listed[5] as string;
  const rest: string[] = [];
  for await (const { hash } of app.media.list(middle)) rest.push(hash);
  expect(rest).toEqual(listed.slice(6));
  await sweep(later(2), middle);
  expect(await Promise.all(hashes.map(isThere))).toEqual(hashes.map(() => false));
});

test("an aborted run removes nothing", async () => {
  const hash = await store();
  const { data, media } = { data: openData(app.database), media: app.media };
  expect(await sweepMedia({ data, media }, later(2), "", AbortSignal.abort())).toEqual({
    ended: 0,
    lookedAt: 0,
    removed: 0,
  });
  expect(await isThere(hash)).toBe(true);
});

test("a clock that runs ahead removes nothing that an undo needs; what happens later does", async () => {
  const { id, hash } = await withFile();
  await run(sql`delete from media where key = ${id}`);
  const sweepAt = (at: Date) =>
    mediaSweep({
      ...{ data: openData(app.database), media: app.media },
      ...{ now: () => at, say: () => undefined },
    }).run(new AbortController().signal);
  await sweepAt(later(100));
  expect(await isThere(hash)).toBe(true);
  await run(sql`insert into change (at, actor, action, noun, noun_id)
    values (${later(92).toISOString()}, 'system', 'test', 'test', 'x')`);
  await sweepAt(later(100));
  expect(await isThere(hash)).toBe(false);
});
