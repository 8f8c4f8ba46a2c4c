import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { run } from "../../packages/import/test/command-line.ts";
import { openRemoteIndex } from "../../platform/node/index-on-d1.ts";
import { runExport, runImportOfExport } from "../../platform/node/moving-out/command.ts";
import type { Site } from "../../platform/node/open-index.ts";
import { readSettings, type Settings } from "../../platform/shared/settings.ts";
import { type D1Api, startD1Api } from "../node/d1-api.ts";
import { openBucket, type TestBucket } from "../node/s3.ts";
import { liveIn, newFolder, openIndex } from "./lived-in.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let api: D1Api;
let bucket: TestBucket;
let site: Site;
const machine = newFolder();
const exported = join(machine, "export");

beforeAll(async () => {
  [api, bucket] = await Promise.all([startD1Api(), openBucket()]);
  const index = await openIndex(machine);
  await liveIn(index);
  index.sqlite.close();
  expect((await run(machine, ["export", exported, "--secrets", "--with-media"]).ended).code).toBe(0);
  const { account, id } = api.place;
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.access;
  const settings = readSettings({
    DATA_DIR: newFolder(),
    DATABASE: `d1://${account}/${id}`,
    D1_API_TOKEN: api.token,
    MEDIA_STORE: `s3://${bucket.name}`,
    ...{ S3_ENDPOINT: endpoint, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId },
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  site = { settings, ...(await open(settings)) };
});

const open = (settings: Settings) => {
  if (settings.database.kind !== "d1") throw new Error("not on D1");
  const options = { api: api.address, pause: async () => undefined };
  return openRemoteIndex(settings, settings.database, () => undefined, options);
};

afterAll(() => Promise.all([api.close(), bucket.close()]));

test("an index moves to D1 and a bucket, and from there to the same bytes, despite failures of the API", async () => {
  const passing = { status: 503, when: "before" } as const;
  api.fail(passing, passing);
  expect(await runImportOfExport(site, exported, true)).toContain("nothing is wrong");
  expect(await site.findWrong()).toEqual([]);
  const back = join(newFolder(), "export");
  api.fail(passing);
  await runExport(site, back, { secrets: true, "with-media": true });
  const files = readdirSync(exported, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "manifest.json")
    .map((entry) => join(entry.parentPath, entry.name).slice(exported.length));
  expect(files.length).toBeGreaterThan(40);
  for (const name of files)
    expect(readFileSync(join(back, name)).equals(readFileSync(join(exported, name))), name).toBe(true);
});

test("an import that the network cuts off is reported, and completes when run again", async () => {
  for (const table of ["account_log", "change"]) api.sqlite.exec(`delete from ${table}`);
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const ask = site.database.atomic;
  let writes = 0;
  const failing: Site = {
    ...site,
    loadAtOnce: (work) =>
      work({
        ...site.database,
        atomic: async (statements) => {
          writes += 1;
          if (writes > 30) throw new Error("the network failed");
          return ask(statements);
        },
      }),
  };
  await expect(runImportOfExport(failing, exported, true)).rejects.toThrow("the network failed");
  expect(error.mock.calls.flat().join()).toContain("Some of it was written");
  error.mockRestore();
  expect(await runImportOfExport(site, exported, true)).toContain("nothing is wrong");
  const [row] = api.sqlite.prepare("select count(*) as rows from restoration").all();
  expect(row).toEqual({ rows: 0 });
});

test("a D1 database is opened only as the migrations of this version make it", async () => {
  const change = (sql: string) => api.sqlite.exec(sql);
  change("alter table erased_ban rename to elsewhere");
  await expect(open(site.settings)).rejects.toThrow(/not as the migrations.*the table erased_ban is missing/);
  change(
    "alter table elsewhere rename to erased_ban; insert into d1_migrations (name) values ('9999-later.sql')",
  );
  await expect(open(site.settings)).rejects.toThrow(/newer version.*9999-later.*Use that version/);
});
