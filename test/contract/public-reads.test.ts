import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { isForOne, rowFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { csvLine } from "../../domain/lists/csv.ts";
import { linkName, otherSlots } from "../../domain/media/proof-slots.ts";
import { hashOf } from "../../server/media/store.ts";
import { type TestApp, testApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";

let app: TestApp;
let filekey: string;
const bytes = new TextEncoder().encode("0123456789");

beforeAll(async () => {
  app = await testApp(await openEngine());
  const people = (name: string) => ({ people: [name] });
  const first = await app.add("2tc", {
    towers: ["Quincy", "Ezili"],
    map: "Quad",
    ...people("Ada, the 1st"),
    og: true,
    link: null,
  });
  filekey = first.id;
  await app.add("2tc", { towers: ["Quincy", "Ezili"], map: "Logs", ...people("ada, the 1ST") });
  await app.add("2tc", { towers: ["Quincy", "Icicles"], map: "Logs", ...people("Ada, the 1st") });
  await app.add("2tc", {
    towers: ["Quincy", "Icicles"],
    map: "Quad",
    ...people('=cmd "x"'),
    pending: "member",
  });
  await app.add("2tc", { towers: ["Quincy", "Crossbow"], map: "Quad", ...people("Émile") });
  await app.add("2mp", { towers: ["Juggernaut"], map: "Logs", ...people("Émile") });
  await app.add("2mp", { towers: ["Juggernaut"], map: "Quad", ...people("Émile") });
  await app.add("2mp", { towers: ["Quincy"], map: "Quad", ...people("Émile"), pending: "member" });

  const hash = await hashOf(bytes);
  await app.media.write(hash, bytes);
  const entry = { hash, contentType: "image/png", bytes: bytes.length };
  await app.database.atomic([
    insertMedia({ key: filekey, ...entry }, filekey, "2026-01-01"),
    insertMedia({ key: `${filekey}/attach/b`, ...entry }, filekey, "2026-01-02"),
    insertMedia({ key: `${filekey}/attach/a`, ...entry, contentType: "video/mp4" }, filekey, "2026-01-01"),
  ]);
});

/** Decodes the bytes as text: calling text() on a picture makes workerd warn. */
const textOf = async (response: Response): Promise<string> =>
  new TextDecoder().decode(await response.arrayBuffer());

test("the leaderboard counts verified completions, and ignores the letter case of names", async () => {
  const { body } = await app.get("/fetch-2tc-person-counts?limit=10&og=0");
  expect(body.personData).toEqual([
    expect.objectContaining({
      count: 3,
      uniquecount: 2,
      favoritemap: "Logs",
      favoritedifficulty: "beginner",
    }),
    { person: "Émile", count: 1, uniquecount: 1, favoritemap: "Quad", favoritedifficulty: "expert" },
  ]);
});

test("the leaderboard can be limited to originals, and paged", async () => {
  const og = await app.get("/fetch-2tc-person-counts?og=1");
  expect(og.body.personData).toEqual([expect.objectContaining({ person: "Ada, the 1st", count: 1 })]);
  const second = await app.get("/fetch-2tc-person-counts?limit=1&offset=1");
  expect(second.body.personData).toEqual([expect.objectContaining({ person: "Émile" })]);
  expect((await app.get("/fetch-2mp-person-counts?limit=x")).body.error).toContain('"limit"');
});

test("the 2MP table has a bit for each map with a verified completion", async () => {
  const { body } = await app.get("/fetch-2mp-table");
  const mapList = body.mapList as { map: string; difficulty: string }[];
  const tableData = body.tableData as Record<string, string>;
  expect(mapList).toHaveLength(89);
  expect(mapList[0]).toEqual({ map: "Logs", difficulty: "beginner" });
  const quad = BigInt(mapList.findIndex(({ map }) => map === "Quad"));
  expect(tableData).toEqual({ Juggernaut: ((1n << quad) | 1n).toString(16) });
});

test("people are found by the beginning of their name", async () => {
  expect((await app.get("/fetch-users?query=ADA")).body).toMatchObject({ count: 1, more: false });
  expect((await app.get("/fetch-users?query=émi")).body.results).toEqual(["Émile"]);
  // As programs of the existing index ask.
  expect((await app.get("/fetch-users?user=émi")).body.results).toEqual(["Émile"]);
  expect((await app.get("/fetch-users?user=émi&query=ADA")).body.results).toEqual(["Ada, the 1st"]);
  expect((await app.get("/fetch-users?count=1")).body).toMatchObject({ count: 3, more: true });
  expect((await app.get("/fetch-users?query=nobody")).body).toEqual({ results: [], count: 0, more: false });
});

test("all maps are listed by name", async () => {
  const { body } = await app.get("/list-maps");
  expect(body.results).toHaveLength(89);
  expect(body.results.slice(0, 2)).toEqual(["#Ouch", "Adora's Temple"]);
});

test("the CSV quotes where needed, neutralizes formulas and has every row", async () => {
  const response = await app.app.request("/download-2tc-csv");
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const lines = (await response.text()).trimEnd().split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines.join("\n")).toContain('"Ada, the 1st"');
  expect(lines.join("\n")).toContain(`"'=cmd ""x"""`);
  const filtered = await app.app.request("/download-2tc-csv?og=1");
  expect((await filtered.text()).trimEnd().split("\r\n")).toHaveLength(2);
});

test("each challenge has a CSV, with every column of its list if all are asked for", async () => {
  for (const definition of CHALLENGES.values()) {
    const response = await app.app.request(api.csv(definition.key, { columns: "all" }));
    expect(response.headers.get("Content-Disposition")).toBe(`attachment; filename="${definition.key}.csv"`);
    const [head = ""] = (await response.text()).split("\r\n");
    expect(head.split(",").toSorted()).toEqual(
      [
        ...rowFields(definition).map(([name]) => name),
        ...otherSlots(definition).map(({ role }) => linkName(definition, role)),
        "code_checked",
        ...(isForOne(definition) ? [] : ["players_agree"]),
      ].toSorted(),
    );
    expect(head).toMatch(new RegExp(`^${definition.csv.join()}`));
  }
});

test("a CSV for a spreadsheet begins with a byte order mark; one for programs does not", async () => {
  const bytes = async (path: string) => new Uint8Array(await (await app.app.request(path)).arrayBuffer());
  const plain = await bytes("/download-2tc-csv");
  expect(Array.from(plain.slice(0, 6))).toEqual(Array.from(new TextEncoder().encode("tower1")));
  const marked = await bytes("/download-2tc-csv?spreadsheet=1");
  expect(Array.from(marked.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(Array.from(marked.slice(3))).toEqual(Array.from(plain));
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])(
  "a cell that begins with %j is not a formula",
  (text) => {
    expect(csvLine([text]).replace(/^"/, "")).toMatch(/^'/);
    expect(csvLine([`a${text}`])).not.toContain("'");
  },
);

test("the CSV has numbers, negative ones too, unchanged, and flags as 1 or 0", () => {
  expect(csvLine([-5, 0, true, false, null, "é, ü"])).toBe('-5,0,1,0,,"é, ü"\r\n');
});

test("attachments are listed in the order in which they were added", async () => {
  const { body } = await app.get(`/list-attachments?key=${filekey}`);
  expect(body.files).toEqual([`${filekey}/attach/a`, `${filekey}/attach/b`]);
  expect((await app.get("/list-attachments?key=nothing")).body.files).toEqual([]);
  expect((await app.get("/list-attachments")).body.files).toEqual([]);
});

test("media have a type, a length and security headers; HEAD returns the same without the body", async () => {
  for (const method of ["GET", "HEAD"]) {
    const response = await app.app.request(`/media/${filekey}`, { method });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    expect(response.headers.get("Content-Length")).toBe("10");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(await textOf(response)).toBe(method === "GET" ? "0123456789" : "");
  }
});

test.each([
  ["bytes=2-4", 206, "234", "bytes 2-4/10"],
  ["bytes=7-", 206, "789", "bytes 7-9/10"],
  ["bytes=-3", 206, "789", "bytes 7-9/10"],
  ["bytes=0-999", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=5-2", 200, "0123456789", null],
  ["lines=1-2", 200, "0123456789", null],
  ["bytes=0-1,4-5", 200, "0123456789", null],
])("a range of %s is answered with %d", async (range, status, text, contentRange) => {
  const response = await app.app.request(`/media/${filekey}/attach/a`, { headers: { Range: range } });
  expect(response.status).toBe(status);
  expect(await textOf(response)).toBe(text);
  expect(response.headers.get("Content-Range")).toBe(contentRange);
});

test("a range outside the file is refused, and a matching ETag is answered with 304", async () => {
  const outside = await app.app.request(`/media/${filekey}`, { headers: { Range: "bytes=10-" } });
  expect([outside.status, outside.headers.get("Content-Range")]).toEqual([416, "bytes */10"]);
  await outside.text();
  const etag = (await app.app.request(`/media/${filekey}`, { method: "HEAD" })).headers.get("ETag") ?? "";
  const again = await app.app.request(`/media/${filekey}`, { headers: { "If-None-Match": etag } });
  expect(again.status).toBe(304);
});

test.each(["/media/none", "/media/", "/media/..%2f..%2findex.sqlite", "/media/%ff", "/media/%00"])(
  "%s is answered with 404",
  async (path) => {
    const { status, body } = await app.get(path);
    expect({ status, error: typeof body.error }).toEqual({ status: 404, error: "string" });
  },
);

test("a write is visible in the next answer", async () => {
  const before = (await app.get("/fetch-lcd?count=0")).body.count;
  await app.add("lcd", { towers: [], money: 5, version: "40", date: "2024-01-01" });
  expect((await app.get("/fetch-lcd?count=0")).body.count).toBe(before + 1);
});

test("an unknown address of the API is answered with 404 in JSON", async () => {
  expect(await app.get("/fetch-nothing")).toEqual({ status: 404, body: { error: expect.any(String) } });
});
