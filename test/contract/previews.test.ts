import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { api, pages, SITE_CARD } from "../../domain/contract/routes.ts";
import type { Database } from "../../server/db/database.ts";
import { Unavailable } from "../../server/errors.ts";
import { type TestApp, testApp } from "../factories.ts";

let app: TestApp;
let claim: string;

beforeAll(async () => {
  app = await testApp(await openEngine());
  await app.add("2tc", { towers: ["Absolute Zero", "Quincy"], map: "Quad", people: ["Łukasz 🎈"], og: true });
  claim = (
    await app.add("2tc", {
      towers: ["Absolute Zero", "Quincy"],
      map: "Logs",
      people: ["日本"],
      pending: "ada",
    })
  ).id;
  await app.add("ltc", {
    towers: ["Druid", "Ice Monkey"],
    upgrades: ["0-0-4", null],
    completionType: "cheapest",
    map: "Quad",
  });
  await app.add("lcc", { towers: [], money: 26_000, version: "40", map: "Quad" });
});

/** Requests the preview picture of a page. */
async function picture(of: string) {
  const response = await app.app.request(api.preview({ of }));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get("Content-Type"), bytes };
}

/** Returns the width and height of a PNG, which its first chunk holds. */
function sizeOf(bytes: Uint8Array): readonly number[] {
  expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

const DRAWN = [
  pages.home(),
  pages.list("2tc"),
  pages.list("2tc", { tower: ["Absolute Zero", "Quincy"], map: "Quad" }),
  pages.list("2tc", { query: "abs zero logs" }),
  pages.list("2tc", { tower: "Absolute Zero", map: "#Ouch" }),
  pages.list("2tc", { query: "nothing is called so", version: "x", pending: "maybe" }),
  pages.list("2tc", { view: "person-stats" }),
  pages.notes("2tc", { tower1: "Absolute Zero", tower2: "Quincy", map: "Quad" }),
  pages.extraInfo("2tc", { tower1: "Absolute Zero", tower2: "Quincy", map: "Quad" }),
  pages.notes("ltc", { map: "Quad", towerset: '["Druid","Ice Monkey"]', completiontype: "cheapest" }),
  pages.ask(),
  pages.ask("abs zero quad"),
  pages.ask("abs zero pspke"),
  pages.maps({ map: "Quad" }),
  pages.maps({ map: "nowhere" }),
  pages.chimpsStarts({ map: "Logs" }),
  pages.balanceChanges({ tower: "ice" }),
];

test("every page of the contract has a picture of 1200 by 630 pixels and less than 200 kB", async () => {
  const all = [...DRAWN, ...contractOf(CHALLENGES.values()).pages.map(({ path }) => path)];
  for (const page of [...all, pages.notes("2tc", { filekey: claim })]) {
    const { status, type, bytes } = await picture(page);
    expect([status, type], page).toEqual([200, "image/png"]);
    expect(sizeOf(bytes), page).toEqual([1200, 630]);
    expect(bytes.byteLength, page).toBeLessThan(200_000);
  }
});

test("a completion is drawn by its filekey, whatever its address calls its map", async () => {
  const own = await picture(pages.notes("2tc", { filekey: claim }));
  const moved = await picture(pages.notes("2tc", { tower1: "Quincy", map: "Logs", filekey: claim }));
  expect(moved.bytes.join()).toBe(own.bytes.join());
});

test("pages with different content have different pictures, and a page that changes gets another one", async () => {
  const pictures = await Promise.all(
    DRAWN.slice(0, 5).map(async (page) => (await picture(page)).bytes.join()),
  );
  expect(new Set(pictures).size).toBe(pictures.length);
  const [first] = [await picture(pages.list("2mp"))];
  await app.add("2mp", { towers: ["Quincy"], map: "Quad" });
  expect((await picture(pages.list("2mp"))).bytes).not.toEqual(first.bytes);
});

test("an address that is not a page has no picture, and no address causes a server error", async () => {
  for (const of of [
    ...[
      "/nowhere",
      "nowhere",
      "//2tc",
      "/\\2tc",
      "http://elsewhere.example/2tc",
      "/2tc/",
      "/fetch-2tc",
      "/%",
      " ",
    ],
    ...["/ask/..//maps?x", "?", "/preview.png?of=/2tc", "javascript:0", "/../../etc/passwd"],
  ])
    expect((await picture(of)).status, of).toBe(404);
  // Like any other parameter, it is refused by name.
  expect((await picture("/2tc\u0000")).status).toBe(400);
  const odd = [
    "/ask?q=%",
    `/ask?q=${"x".repeat(4_900)}`,
    "/2tc?offset=-1&count=x",
    "/ltc/notes?towerset={",
    "/2tc?tower=%00",
  ];
  for (const of of [...odd, `/2tc?query=${"a ".repeat(500)}`, "/maps?map=%F0%9F%8E%88"])
    expect((await picture(of)).status, of).toBe(200);
});

test("if the database cannot be read, the site's own picture is shown, and not cached", async () => {
  const { database, ...engine } = await openEngine();
  let isAway = false;
  const failing: Database = {
    query: (tags, statement) =>
      isAway ? Promise.reject(new Unavailable(1, "database-busy")) : database.query(tags, statement),
    atomic: (statements) => database.atomic(statements),
    versions: () => database.versions(),
    ready: () => database.ready(),
  };
  const broken = await testApp({ ...engine, database: failing });
  isAway = true;
  for (const of of [pages.list("2mp"), pages.notes("2mp", { filekey: "x" }), pages.maps({ map: "Logs" })]) {
    const { status, headers } = await broken.app.request(api.preview({ of }));
    expect([status, headers.get("Location"), headers.get("Cache-Control")], of).toEqual([
      302,
      SITE_CARD,
      "no-store",
    ]);
  }
});
