import { copyFileSync, cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, describe, expect, test, vi } from "vitest";
import { EXPORTED } from "../../app/features/dump/repository/tables.server.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { inspect } from "../../platform/node/inspect.ts";
import { MIGRATIONS, migrate } from "../../platform/node/migrate.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { FORMS } from "../forms.ts";
import { endAll, run, startProcess } from "../node/processes.ts";
import { newFolder } from "../node/site.ts";
import { Visitor } from "../node/visitor.ts";
import { PNG } from "../one-pixel.ts";
import { type Made, revisions, unpack } from "./kept.ts";

vi.setConfig({ testTimeout: 180_000 });
afterAll(endAll);

async function command(dataDir: string, ...args: readonly string[]): Promise<string> {
  const { ended, printed } = run("command.ts", args, { DATA_DIR: dataDir, SAMPLE_DATA: "off" });
  expect(await ended, printed()).toBe(0);
  return printed();
}

/** What a revision left behind, and how a data folder of today comes of it. */
const WAYS: Readonly<Record<string, (kept: string) => Promise<string>>> = {
  async "its data folder"(kept) {
    const folder = newFolder();
    cpSync(join(kept, "data"), folder, { recursive: true });
    return folder;
  },
  async "its backup"(kept) {
    const folder = newFolder();
    await command(folder, "restore", join(kept, "backup"));
    return folder;
  },
  async "its archive"(kept) {
    const folder = newFolder();
    await command(folder, "import", join(kept, "archive"), "--apply");
    return folder;
  },
};

/** All rows of the tables that hold something of their own, by table. */
function rowsIn(folder: string): Record<string, unknown[]> {
  const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
  const rowsOf = (table: string): unknown[] =>
    sqlite
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => JSON.stringify(row))
      // The archive has no row of the migrations' own numbers.
      .filter((row) => !row.includes('"d1_migrations"'))
      .sort();
  const all = Object.fromEntries(EXPORTED.map((table) => [table, rowsOf(table)]));
  sqlite.close();
  return all;
}

/** Of the others `npm test` starts on the data folder alone. */
const NEWEST = "a5a6de92";

describe.each(revisions())("what %s made", (revision) => {
  const kept = unpack(revision);
  const made = JSON.parse(readFileSync(join(kept, "made.json"), "utf8")) as Made;

  describe.each(Object.keys(WAYS))("%s", (way) => {
    const tags = revision === NEWEST || way === "its data folder" ? [] : ["long"];
    test("is started on, read, written to, verified and exported", { tags }, async () => {
      const folder = (await WAYS[way]?.(kept)) ?? "";
      const site = await startProcess({ DATA_DIR: folder });
      const origin = `http://localhost:${site.port}`;
      const visitor = new Visitor(origin);
      const read = async (path: string) => {
        const { status, text } = await visitor.get(path);
        expect(status, `${path} ${text}`).toBe(200);
        return text;
      };
      const rowsAt = async (path: string): Promise<Made["lists"][string]> =>
        JSON.parse(await read(path)).results;
      expect(JSON.parse(await read(api.ready()))).toEqual({ ok: true });

      for (const [challenge, rows] of Object.entries(made.lists)) {
        const found = [
          ...(await rowsAt(api.list(challenge))),
          ...(await rowsAt(api.list(challenge, { pending: 1 }))),
        ];
        for (const { filekey, map, pending } of rows)
          expect(found, challenge).toContainEqual(expect.objectContaining({ filekey, map, pending }));
        await read(pages.list(challenge));
        const verified = rows.find(({ pending }) => pending === null);
        const [file] = JSON.parse(await read(api.attachments(verified?.filekey))).files as string[];
        const answer = await fetch(`${origin}/media/${file}`);
        expect(Buffer.from(await answer.arrayBuffer()).length).toBeGreaterThan(PNG.length / 2);
      }
      for (const page of [
        pages.home(),
        pages.player("Ada"),
        pages.maps({ map: "Frozen Lake" }),
        pages.records(),
      ])
        await read(page);

      const member = await visitor.signIn(made.member.email, made.member.password);
      const helper = await new Visitor(origin).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
      expect((await visitor.call(api.notices(), member)).json.results).toHaveLength(made.notices);
      const decided: unknown[] = [];
      for (const [challenge, form] of Object.entries(FORMS)) {
        // Bob was banned.
        const fields = {
          ...form,
          ...(form.person2 ? { person2: "Eve" } : {}),
          map: "Workshop",
          link: "https://example.org/new",
        };
        const added = await visitor.call(api.addSubmit(challenge), member, fields);
        expect(added.status, added.text).toBe(200);
        const entries = JSON.stringify([added.json.filekey]);
        const verified = await visitor.call(api.verifyCompletions(), helper, { entries });
        expect(verified.status, verified.text).toBe(200);
        expect(await rowsAt(api.list(challenge, { map: "Workshop" }))).toContainEqual(
          expect.objectContaining({ filekey: added.json.filekey, pending: null }),
        );
        decided.push(added.json.filekey);
      }
      // Each verdict is told of once.
      const told = (await visitor.call(api.notices(), member)).json.results as {
        filekey: string;
        kind: string;
      }[];
      const ofThese = told.filter(({ filekey }) => decided.includes(filekey));
      expect(ofThese.map(({ kind }) => kind)).toEqual(decided.map(() => "verified"));
      expect(told).toHaveLength(made.notices + decided.length);
      site.child.kill();
      expect(await site.ended).toBe(0);

      expect(await command(folder, "check")).toContain("nothing is wrong");
      const exported = join(newFolder(), "export");
      await command(folder, "export", exported, "--secrets", "--with-media");
      expect(existsSync(join(exported, "manifest.json"))).toBe(true);
    });
  });

  test("its archive brings the rows that its data folder has once it is brought up to date", async () => {
    const [migrated, imported] = [newFolder(), newFolder()];
    copyFileSync(join(kept, "data/index.sqlite"), join(migrated, "index.sqlite"));
    const database = openSqlite(join(migrated, "index.sqlite"));
    migrate(database.sqlite, MIGRATIONS);
    database.close();
    const said = await command(imported, "import", join(kept, "archive"), "--apply");
    expect(said).toContain("nothing is wrong");
    expect(rowsIn(imported)).toEqual(rowsIn(migrated));
  });

  test("its public dump is taken in", async () => {
    const folder = newFolder();
    await command(folder, "import", join(kept, "public"), "--apply");
    const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
    const rows = sqlite
      .prepare("select challenge from completion where pending is null and deleted_at is null")
      .all();
    sqlite.close();
    const verified = Object.values(made.lists).map(
      (list) => list.filter(({ pending }) => pending === null).length,
    );
    expect(rows).toHaveLength(verified.reduce((sum, count) => sum + count, 0));
  });
});

const earlier = JSON.parse(
  brotliDecompressSync(readFileSync(join(import.meta.dirname, "schemas.json.br"))).toString(),
) as { revision: string; migrations: string[]; schema: string[] }[];

test.each(earlier)(
  "a database of $revision, when migrations were still edited, is called an earlier one, and left alone",
  ({ migrations, schema }) => {
    const folder = newFolder();
    const file = join(folder, "index.sqlite");
    const sqlite = new DatabaseSync(file);
    sqlite.exec("begin");
    for (const sql of schema) sqlite.exec(sql);
    sqlite.exec("create table d1_migrations (id integer primary key, name text unique)");
    for (const name of migrations) sqlite.prepare("insert into d1_migrations (name) values (?)").run(name);
    sqlite.exec("commit");
    sqlite.close();
    const before = readFileSync(file);
    expect(() => inspect(file, join(folder, "media"), MIGRATIONS)).toThrow(
      /was written by an earlier version of the site.* export it .* import that/,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  },
);
