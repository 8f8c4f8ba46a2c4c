import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { api, pages } from "../domain/contract/routes.ts";
import { keyQueryOf } from "../domain/lists/url-state.ts";
import { type RunningSite, startSite } from "./node/site.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, ".."), "build/server/index.js");

let site: RunningSite;
/** Every public page that shows what the database holds. */
const shown: string[] = [];
/** Every public read of the API. */
const read: string[] = [];
/** What each of them answers while the database works. */
const whole = new Map<string, string>();

beforeAll(async () => {
  site = await startSite({ SAMPLE_DATA: "on" }, await import(pathToFileURL(BUILD).href));
  const map = "Quad";
  shown.push(
    pages.home(),
    pages.maps(),
    pages.maps({ map }),
    pages.chimpsStarts(),
    pages.chimpsStarts({ map }),
  );
  shown.push(pages.balanceChanges(), pages.addChimpsStart(), pages.addMap({ map }));
  read.push(api.newest(), api.maps(), api.allMaps(), api.mapInfo({ map }), api.chimpsStarts(), api.users());
  read.push(api.balanceChanges(), api.balanceChangeVersions());
  for (const { key, keys, og, views } of CHALLENGES.values()) {
    // Ask the app itself, so that the server caches nothing.
    const list = await (await site.app.request(api.list(key, { og: og ? 1 : null, count: 1 }))).json();
    const [row] = list.results;
    const query = keyQueryOf(keys, row);
    shown.push(...views.map((view) => pages.list(key, { view })), pages.list(key, { query: "a" }));
    shown.push(pages.notes(key, { filekey: row.filekey }), pages.addForm(key), pages.editForm(key, query));
    read.push(api.list(key), api.notes(key, query), api.attachments(row.filekey));
    read.push(api.history({ filekey: row.filekey }));
    if (og) {
      shown.push(pages.extraInfo(key, query));
      read.push(api.ogInfo(key, query));
    }
    read.push(api.csv(key));
    if (views.includes("table")) read.push(api.table(key));
    if (views.includes("person-stats")) read.push(api.personCounts(key));
  }
  for (const path of [...shown, ...read]) whole.set(path, (await askApp(path)).text);
});

afterAll(() => site.stop());

beforeEach(() => {
  // Unexpected failures are logged with their cause each time, and this test makes hundreds.
  console.error = () => {};
});

/** The tables that public reads use. */
const TABLES = [
  "completion",
  "completion_player",
  "player_name",
  "map",
  "chimps_start",
  "balance_change",
  "media",
  "change",
];

/**
 * Renames the tables, and moves all versions but that of "sample": otherwise answers remembered from before would still
 * be valid. Returns a function that puts the tables back.
 */
async function breakTables(tables: readonly string[]): Promise<() => Promise<void>> {
  const rename = (from: string, to: string): void =>
    site.database.sqlite.exec(`alter table "${from}" rename to "${to}"`);
  await site.database.transaction(() => {
    for (const table of tables) rename(table, `lost_${table}`);
    site.database.sqlite.exec(
      "update source set version = 1 + (select max(version) from source) where name <> 'sample'",
    );
  });
  return () =>
    site.database.transaction(() => {
      for (const table of tables) rename(`lost_${table}`, table);
    });
}

/** Returns the address of a page's data, which the browser requests when somebody navigates there within the site. */
function dataOf(path: string): string {
  const [at = "", query] = path.split("?");
  return `${at === "/" ? "/_" : at}.data${query === undefined ? "" : `?${query}`}`;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

async function ask(path: string): Promise<Answered> {
  const response = await fetch(site.origin + path);
  return { status: response.status, text: await response.text() };
}

async function askApp(path: string): Promise<Answered> {
  const response = await site.app.request(site.origin + path);
  return { status: response.status, text: await response.text() };
}

test("with a broken database every page and every read fails, and no failure is cached", async () => {
  const paths = [...shown, ...shown.map(dataOf), ...read];
  const mend = await breakTables(TABLES);
  const broken = new Map<string, number>();
  for (const path of paths) broken.set(path, (await ask(path)).status);
  await mend();
  expect([...broken].filter(([, status]) => status < 500)).toEqual([]);
  for (const path of paths) {
    const [answer, anew] = [await ask(path), await askApp(path)];
    expect(answer.status, path).toBe(200);
    expect(answer.text === anew.text, path).toBe(true);
  }
});

test.each(TABLES)("with only %s broken, each page is either complete or an error", async (table) => {
  const mend = await breakTables([table]);
  const wrong: string[] = [];
  let failures = 0;
  for (const [path, before] of whole) {
    const { status, text } = await askApp(path);
    if (status >= 500) failures += 1;
    else if (status !== 200 || text !== before) wrong.push(`${status} ${path}`);
  }
  await mend();
  expect(wrong).toEqual([]);
  expect(failures).toBeGreaterThan(0);
});

test("a page that failed shows the id of its request, by which the log has it", async () => {
  const mend = await breakTables(["completion"]);
  const failed = await Promise.all(
    [pages.list("2tc"), pages.maps({ map: "Quad" })].map((path) => fetch(site.origin + path)),
  );
  const texts = await Promise.all(failed.map((response) => response.text()));
  await mend();
  for (const [at, { headers }] of failed.entries())
    expect(texts[at]).toContain(`<code id="request-id">${headers.get("X-Request-Id")}</code>`);
});

test("each kind of page reports a failure with its own message", async () => {
  const mend = await breakTables(["completion"]);
  const [list, notes, lcc] = [
    pages.list("2tc"),
    shown.find((path) => path.includes("/notes?")),
    pages.maps({ map: "Quad" }),
  ];
  const failed = await Promise.all([list, String(notes), lcc].map(askApp));
  await mend();
  expect(failed.map(({ status }) => status)).toEqual([500, 500, 500]);
  expect(failed[0]?.text).toContain("Error while searching: Something went wrong on our side.");
  expect(failed[1]?.text).toContain("Error retrieving completion notes: ");
  expect(failed[2]?.text).toContain("Unexpected Application Error!");
  expect(failed[2]?.text).toContain("Something went wrong on our side.");
});
