import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import {
  type DumpPorts,
  type PublicDumpParts,
  publicDump,
} from "../../app/features/dump/public-dump.server.ts";
import { dumpRecords } from "../../app/features/dump/repository/dumps.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import {
  DUMP_NOUNS,
  type Dump,
  type DumpLicence,
  type DumpNoun,
  dumpRows,
} from "../../domain/contract/dumps.ts";
import { api } from "../../domain/contract/routes.ts";
import { DUMP_DAYS } from "../../domain/limits.ts";
import { type Database, sqlite } from "../../server/db/database.ts";
import { decompressed } from "../../server/files.ts";
import { hashOf } from "../../server/media/store.ts";
import { emptyApp, type TestApp, testApp, withoutTextsForPrograms } from "../factories.ts";
import { filesInMemory } from "../files-in-memory.ts";
import { insertMedia } from "../media-rows.ts";

const files = filesInMemory();
const LICENCE = { text: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" };
const HELPER = { id: "secret-id-of-a-helper", roles: ["Index Helper"] };
const MEMBER = { id: "secret-id-of-a-member" };
const EDITOR = { ...HELPER, id: "secret-id-of-another" };
const signal = new AbortController().signal;

let app: TestApp;
let now = new Date("2026-11-22T03:00:00Z");
const said: string[] = [];

const held = (database: Database) => ({ database, close: () => {} });

/** Reads few rows at a time, so that the files are made of several pages. */
const portsWith = (openSnapshot: DumpPorts["openSnapshot"]): DumpPorts => ({
  files,
  openSnapshot,
  rowsAtOnce: 40,
});

const partsOf = (more: Partial<PublicDumpParts> = {}): PublicDumpParts => ({
  ...{ database: app.database, challenges: CHALLENGES, now: () => now, licence: LICENCE },
  ports: portsWith(async () => held(app.database)),
  displayNames: async (ids) =>
    new Map(ids.filter((id) => id === HELPER.id).map((id) => [id, "Hel the Helper"])),
  say: (line) => said.push(line),
  ...more,
});

async function listed(): Promise<Dump[]> {
  return (await app.get(api.dumps())).body.results as unknown as Dump[];
}

/** Returns the rows of one file of a day's dump. */
async function rowsOf(day: string, noun: DumpNoun): Promise<Readonly<Record<string, unknown>>[]> {
  const stored = await files.read(`${day}/${noun}.jsonl.gz`);
  if (!stored) throw new Error(noun);
  const text = await new Response(decompressed(stored) as unknown as BodyInit).text();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

const FORM = { tower1: "Quincy", tower2: "Absolute Zero", link: "https://example.org/p" };
const OG = { og: "on", upgrade1: "0-0-0", upgrade2: "2-5-0", version: "44", date: "2025-01-02" };

const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await emptyApp(await openEngine());
  const add = async (
    name: string,
    fields: Readonly<Record<string, string>>,
    who: { id: string } = HELPER,
  ) => {
    const { status, body } = await app.post(api.addSubmit("2tc"), { ...FORM, ...fields }, who);
    expect(status, JSON.stringify(body)).toBe(200);
    ids[name] = String((body as unknown as { filekey: string }).filekey);
  };
  await add("original", { map: "Quad", person: "Zoë Verified", verify: "on", ...OG });
  await add("another", { map: "Logs", person: "zoë verified", verify: "on" });
  await add("claim", { map: "Ravine", person: "Someone Pending" }, MEMBER);
  await add("deleted", { map: "Cargo", person: "Someone Deleted", verify: "on", notes: "deleted notes" });
  await app.post(api.deleteSubmit("2tc"), { entries: JSON.stringify([ids.deleted]) }, HELPER);
  await add("rejected", { map: "#Ouch", person: "Someone Rejected" }, MEMBER);
  await app.post(api.rejectCompletion(), { filekey: ids.rejected ?? "", reason: "a secret reason" }, EDITOR);
  const version = { version: "44", releasedOn: "2024-07-30", source: "https://example.org/44" };
  expect((await app.post(api.addGameVersion(), version, HELPER)).status).toBe(200);
  await app.database.atomic([
    insertMedia(
      { key: ids.original ?? "", hash: "0".repeat(64), contentType: "image/png", bytes: 12 },
      ids.original ?? "",
      "2026-01-01",
    ),
  ]);
});

describe("before the first dump", () => {
  test("the list is empty, and a file is answered with 404", async () => {
    expect((await app.get(api.dumps())).body).toEqual({ licence: null, results: [] });
    const answer = await app.get(api.dumpFile("2026-11-22", "maps.jsonl.gz"));
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).toContain("/dump/");
  });
});

describe("a day's dump", () => {
  let dump: Dump;
  beforeAll(async () => {
    await publicDump(partsOf()).run(signal);
    const [first] = await listed();
    if (!first) throw new Error("no dump");
    dump = first;
  });

  test("has the licence, and a file for each noun with its rows, size and checksum", async () => {
    expect(dump).toMatchObject({ day: "2026-11-22", madeAt: now.toISOString(), licence: LICENCE });
    expect(dump.files.map(({ noun }) => noun)).toEqual([...DUMP_NOUNS]);
    for (const { noun, file, rows, bytes, sha256 } of dump.files) {
      const stored = files.all.get(`2026-11-22/${file}`);
      expect(stored?.length).toBe(bytes);
      expect(stored && (await hashOf(stored))).toBe(sha256);
      expect((await rowsOf("2026-11-22", noun)).length, noun).toBe(rows);
    }
    expect(said).toEqual([expect.stringMatching(/^made the public dump of 2026-11-22: \d+ rows$/)]);
  });

  test("has lines that match the schema", async () => {
    const schemas = dumpRows(CHALLENGES.values());
    for (const noun of DUMP_NOUNS) {
      const rows = await rowsOf("2026-11-22", noun);
      if (noun !== "chimps-starts") expect(rows.length, noun).toBeGreaterThan(0);
      for (const row of rows) schemas[noun].parse(row);
    }
    expect(Object.keys((await app.get(api.dumpSchema())).body)).toEqual([...DUMP_NOUNS]);
  });

  test("has the same completions as the lists, with their extras and files", async () => {
    const rows = await rowsOf("2026-11-22", "completions");
    const { results } = (await app.get(api.list("2tc", { pending: 0, count: 100 }))).body;
    const byKey = (row: unknown) => String((row as { filekey: string }).filekey);
    expect(
      rows.map(({ completion }) => completion).toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1)),
    ).toEqual(results.map(withoutTextsForPrograms).toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1)));
    expect(rows.find(({ completion }) => byKey(completion) === ids.original)).toMatchObject({
      challenge: "2tc",
      sample: false,
      completion: { upgrade2: "2-5-0", date: "2025-01-02" },
      files: [{ key: ids.original, type: "image/png", bytes: 12, sha256: "0".repeat(64) }],
    });
  });

  test("names players as the site shows them, and authors of changes by their display names", async () => {
    expect(await rowsOf("2026-11-22", "players")).toContainEqual({
      name: "Zoë Verified",
      spellings: ["Zoë Verified", "zoë verified"],
    });
    const history = await rowsOf("2026-11-22", "history");
    expect(history.find(({ id }) => id === ids.original)).toMatchObject({
      who: "Hel the Helper",
      action: "added",
    });
  });

  test("contains no claims, no content of deleted or rejected completions, and no account ids", async () => {
    let all = "";
    for (const noun of DUMP_NOUNS) all += JSON.stringify(await rowsOf("2026-11-22", noun));
    for (const secret of ["secret-id", "Someone", "deleted notes", "secret reason", ids.claim ?? "none"])
      expect(all, secret).not.toContain(secret);
    // Of what is gone, only the id is told.
    const history = await rowsOf("2026-11-22", "history");
    const ofDeleted = history.filter(({ id }) => id === ids.deleted);
    expect(ofDeleted.length).toBeGreaterThan(0);
    expect(ofDeleted.every(({ row, who }) => row === null && who === null)).toBe(true);
  });

  test("is made once, however often the job runs and even if two jobs run at once", async () => {
    const before = new Map(files.all);
    await publicDump(partsOf()).run(signal);
    expect([...files.all]).toEqual([...before]);
    now = new Date("2026-11-23T03:00:00Z");
    let made = 0;
    const parts = partsOf({
      ports: portsWith(async () => {
        made += 1;
        return held(app.database);
      }),
    });
    await Promise.all([publicDump(parts).run(signal), publicDump(parts).run(signal)]);
    expect(made).toBe(1);
    expect((await listed()).map(({ day }) => day)).toEqual(["2026-11-23", "2026-11-22"]);
  });

  test("is started again after a failure, and by another process once a dead one's claim has expired", async () => {
    now = new Date("2026-11-24T03:00:00Z");
    const failing = publicDump(partsOf({ ports: portsWith(() => Promise.reject(new Error("no snapshot"))) }));
    await expect(failing.run(signal)).rejects.toThrow("no snapshot");
    expect((await listed())[0]?.day).toBe("2026-11-23");
    // A killed process cannot give up its claim: others wait until the claim runs out.
    const { claim } = dumpRecords(app.database);
    const until = new Date(now.getTime() + 600_000).toISOString();
    expect(await claim({ day: "2026-11-24", holder: "a dead process", until }, now.toISOString())).toBe(true);
    await publicDump(partsOf()).run(signal);
    expect((await listed())[0]?.day).toBe("2026-11-23");
    now = new Date("2026-11-24T03:10:00Z");
    await publicDump(partsOf()).run(signal);
    expect((await listed())[0]?.day).toBe("2026-11-24");
  });

  test("is aborted when the site stops, and leaves no dump", async () => {
    now = new Date("2026-11-25T03:00:00Z");
    const ending = new AbortController();
    const parts = partsOf({
      ports: portsWith(async () => {
        ending.abort(new Error("the site ends"));
        return held(app.database);
      }),
    });
    await expect(publicDump(parts).run(ending.signal)).rejects.toThrow("the site ends");
    expect((await listed())[0]?.day).toBe("2026-11-24");
  });

  test("fails if the index changes meanwhile and the database cannot hold a snapshot", async () => {
    now = new Date("2026-11-26T03:00:00Z");
    const moving: Database = {
      ...app.database,
      async query(tags, statement) {
        const rows = await app.database.query(tags, statement);
        await app.database.atomic([
          sql`insert into change (at, actor, action, noun, noun_id) values ('2026', 'hel', 'edit', 'map', '1')`.compile(
            sqlite,
          ),
        ]);
        return rows;
      },
    };
    const parts = partsOf({ ports: portsWith(async () => held(moving)) });
    await expect(publicDump(parts).run(signal)).rejects.toThrow("Somebody wrote to the index");
    expect((await listed())[0]?.day).toBe("2026-11-24");
  });

  test("survives a sweep by another process that had already looked at the days", async () => {
    now = new Date("2026-11-24T23:59:00Z");
    const listing: DumpPorts["files"] = {
      ...files,
      async *list() {
        // Meanwhile the next day begins, and this process makes its dump.
        now = new Date("2026-11-25T00:01:00Z");
        await publicDump(partsOf()).run(signal);
        yield* files.list();
      },
    };
    const other = partsOf({ ports: { ...partsOf().ports, files: listing } });
    await publicDump({ ...other, now: () => new Date("2026-11-24T23:59:30Z") }).run(signal);
    const { files: named } = (await listed())[0] ?? { files: [] };
    expect(named).toHaveLength(DUMP_NOUNS.length);
    for (const { file } of named) expect(files.all.has(`2026-11-25/${file}`), file).toBe(true);
  });

  /** Records the dumps of all days from one to another as made. */
  async function recordDumps(from: string, until: string): Promise<void> {
    const dumps = dumpRecords(app.database);
    for (let at = Date.parse(from); at <= Date.parse(until); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      const lease = { day, holder: day, until: new Date(at).toISOString() };
      if (await dumps.claim(lease, new Date(at).toISOString())) await dumps.finish(lease, { ...dump, day });
    }
  }

  test("is kept until 30 newer ones are there, then deleted with all its files", async () => {
    files.all.set("2026-10-01/stray.jsonl.gz", new Uint8Array(1));
    const days = async () => (await listed()).map(({ day }) => day);
    await recordDumps("2026-11-23", "2026-12-21");
    now = new Date("2026-12-21T03:00:00Z");
    await publicDump(partsOf()).run(signal);
    expect(await days()).toContain("2026-11-22");
    expect(files.all.has("2026-10-01/stray.jsonl.gz")).toBe(false);
    await recordDumps("2026-12-22", "2026-12-22");
    await publicDump(partsOf()).run(signal);
    expect((await days()).at(-1)).toBe("2026-11-23");
    expect([...files.all.keys()].filter((name) => name.startsWith("2026-11-22/"))).toEqual([]);
    expect([...files.all.keys()].filter((name) => name.startsWith("2026-11-24/")).length).toBe(
      DUMP_NOUNS.length + 1,
    );
    expect(await days()).toHaveLength(DUMP_DAYS);
    // A clock that is far ahead.
    now = new Date("2027-04-01T03:00:00Z");
    await publicDump(partsOf()).run(signal);
    expect(await days()).toHaveLength(DUMP_DAYS + 1);
  });
});

describe("a dump's files", () => {
  const DAY = "2026-11-24";
  const appWith = async (licence: DumpLicence) =>
    (await testApp(app, CHALLENGES, { dumps: { files, licence } })).app;

  test("are refused in words where one is gone or cut off, which the list does not know", async () => {
    const withFiles = await appWith(LICENCE);
    const name = `${DAY}/players.jsonl.gz`;
    const bytes = files.all.get(name) ?? new Uint8Array();
    for (const found of [null, bytes.slice(1)]) {
      if (found) files.all.set(name, found);
      else files.all.delete(name);
      const answer = await withFiles.request(api.dumpFile(DAY, "players.jsonl.gz"));
      const { error } = (await answer.json()) as { error: string };
      expect([answer.status, error]).toEqual([404, expect.stringContaining("missing or damaged")]);
    }
    files.all.set(name, bytes);
    const unknown = await withFiles.request(api.dumpFile("2020-01-01", "players.jsonl.gz"));
    expect(((await unknown.json()) as { error: string }).error).toContain("Dumps are kept for 30 days");
  });

  test("are served whole, in ranges and as 304, and are immutable", async () => {
    const withFiles = await appWith(LICENCE);
    const path = api.dumpFile(DAY, "maps.jsonl.gz");
    const bytes = files.all.get(`${DAY}/maps.jsonl.gz`) ?? new Uint8Array();
    const whole = await withFiles.request(path);
    expect(whole.status).toBe(200);
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "application/gzip",
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "content-disposition": `attachment; filename="${DAY}-maps.jsonl.gz"`,
    });
    const range = await withFiles.request(path, { headers: { Range: "bytes=2-5" } });
    expect([range.status, range.headers.get("Content-Range")]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(new Uint8Array(await range.arrayBuffer())).toEqual(bytes.slice(2, 6));
    const outside = await withFiles.request(path, { headers: { Range: `bytes=${bytes.length}-` } });
    expect([outside.status, outside.headers.get("Content-Range")]).toEqual([416, `bytes */${bytes.length}`]);
    const etag = whole.headers.get("ETag") ?? "";
    const known = await withFiles.request(path, { headers: { "If-None-Match": etag } });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    const head = await withFiles.request(path, { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([
      200,
      String(bytes.length),
      "",
    ]);
    const manifest = await withFiles.request(api.dumpFile(DAY, "manifest.json"));
    expect(manifest.headers.get("Content-Type")).toBe("application/json");
    expect(((await manifest.json()) as Dump).day).toBe(DAY);
    expect((await withFiles.request(path, { method: "POST" })).status).toBe(405);
    const answer = (await (await withFiles.request(api.dumps())).json()) as { licence: unknown };
    expect(answer.licence).toEqual(LICENCE);
  });

  test.each([
    [`/dump/${DAY}/other.jsonl.gz`],
    ["/dump/2026-01-01/maps.jsonl.gz"],
    ["/dump/2026-99-99/maps.jsonl.gz"],
    [`/dump/${DAY}/..%2F..%2Findex.sqlite`],
    [`/dump/${DAY}/maps.jsonl.gz.part`],
    ["/dump/0/0"],
  ])("%s is answered with 404", async (path) => {
    const withFiles = await appWith(null);
    const response = await withFiles.request(path);
    expect(response.status).toBe(404);
    expect(((await response.json()) as { error: string }).error).toContain("/dump/");
  });

  test("a file whose size has changed is not sent", async () => {
    const withFiles = await appWith(null);
    const whole = files.all.get(`${DAY}/players.jsonl.gz`) ?? new Uint8Array();
    files.all.set(`${DAY}/players.jsonl.gz`, whole.slice(0, 5));
    expect((await withFiles.request(api.dumpFile(DAY, "players.jsonl.gz"))).status).toBe(404);
    files.all.delete(`${DAY}/players.jsonl.gz`);
    expect((await withFiles.request(api.dumpFile(DAY, "players.jsonl.gz"))).status).toBe(404);
  });
});
