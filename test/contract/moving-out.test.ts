import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { exportIndex } from "../../app/features/dump/export.server.ts";
import { type ExportedTable, findExported } from "../../app/features/dump/repository/tables.server.ts";
import { lookAtExport, readManifest, restoreRows } from "../../app/features/dump/restore.server.ts";
import { api } from "../../domain/contract/routes.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { filesInMemory } from "../files-in-memory.ts";
import { onePixel } from "../one-pixel.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const FORM = { tower1: "Quincy", tower2: "Absolute Zero", person: "Zoë", link: "https://example.org/p" };
const files = filesInMemory();
const progress = (): void => {};

let app: TestApp;

/** Returns all rows of a table, including generated columns. */
const rowsOf = ({ name, key }: ExportedTable): Promise<unknown[]> =>
  app.database.query(
    [],
    sql`select * from ${sql.table(name)} order by ${sql.join(key.map((each) => sql.ref(each)))}`.compile(
      sqlite,
    ),
  );

async function allRows(): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of await findExported(app.database)) all[table.name] = await rowsOf(table);
  return all;
}

beforeAll(async () => {
  app = await emptyApp(await openEngine());
  for (const map of ["Logs", "Quad", "#Ouch"]) {
    const { status } = await app.post(
      api.addSubmit("2tc"),
      { ...FORM, map, verify: "on", attachments: [onePixel()], notes: `on ${map}` },
      HELPER,
    );
    expect(status).toBe(200);
  }
  const [row] = (await app.get(api.list("2tc", { map: "Quad" }))).body.results;
  await app.post(api.deleteSubmit("2tc"), { entries: JSON.stringify([row?.filekey]) }, HELPER);
  // More than one block of lines, and more than D1 can bind.
  await app.database.atomic([
    sql`insert into change (at, actor, action, noun, noun_id, after)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
      select '2026', 'hel', 'edit', 'map', i, json_object('text', 'zero' || char(0)) from n`.compile(sqlite),
    sql`update completion set notes = 'before' || char(0) || 'after' where id = ${row?.filekey ?? ""}`.compile(
      sqlite,
    ),
  ]);
});

test("importing an export restores the same rows, whatever the engine", async () => {
  const before = await allRows();
  const { manifest, missing } = await exportIndex(
    { secrets: true, media: true, gzip: true },
    { database: app.database, media: app.media, files, now: new Date("2026-07-01T00:00:00Z"), progress },
  );
  expect(missing).toEqual([]);
  expect(manifest.tables.find(({ table }) => table === "change")?.blocks.length).toBeGreaterThan(3);

  await expect(restoreRows(manifest, files, app.database, progress)).rejects.toThrow(
    expect.objectContaining({ name: "NotUntouched" }),
  );
  expect(await allRows()).toEqual(before);

  // As if nobody had written anything.
  await app.database.atomic([sql`delete from change`.compile(sqlite)]);
  const read = await readManifest(files);
  if (!read) throw new Error("no manifest");
  expect(read).toEqual(manifest);
  const found = await lookAtExport(read, files, { database: app.database, media: app.media, progress });
  expect(found.written).toEqual({ changes: 0, accountChanges: 0 });
  expect(found.blobs).toMatchObject({ come: [], missing: [] });
  await restoreRows(read, files, app.database, progress);
  expect(await allRows()).toEqual(before);
  expect(before.completion?.length).toBe(3);
  expect(await findMiscounts(app.database)).toEqual([]);
});

test("importing an export of an earlier version, which had fewer tables, restores those, whatever the engine", async () => {
  const before = await allRows();
  const read = await readManifest(files);
  if (!read) throw new Error("no manifest");
  const earlier = {
    ...read,
    tables: read.tables.filter(({ table }) => !["wish", "spelling"].includes(table)),
  };
  await app.database.atomic([
    sql`delete from change`.compile(sqlite),
    sql`insert into wish (id, person, challenge, towers, at) values ('1', 'ada', '2mp', '', '2026')`.compile(
      sqlite,
    ),
  ]);
  const less = await lookAtExport(earlier, files, { database: app.database, media: app.media, progress });
  expect(less.lacks).toEqual(["spelling", "wish"]);
  await restoreRows(earlier, files, app.database, progress);
  expect(await allRows()).toEqual({ ...before, wish: [], spelling: [] });
});
