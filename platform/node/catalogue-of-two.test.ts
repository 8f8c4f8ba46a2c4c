import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { insertTowers } from "../../app/features/catalogue/repository.server.ts";
import type { NamesAnswer } from "../../domain/contract/names.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { LANTERN, MOSS, price } from "../../test/made-up/tower.ts";
import { newFolder, type RunningSite, startSite } from "../../test/node/site.ts";
import { newMember, Visitor } from "../../test/node/visitor.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, "../.."), "build/server/index.js");

const sites: RunningSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.stop();
});

test("two sites on one data folder: a tower that one writes is in the other's next answer, cached ones included", async () => {
  const build = await import(pathToFileURL(BUILD).href);
  const folder = newFolder();
  const own = { DATA_DIR: folder, CACHE_STALE_SECONDS: "600", ANSWER_CACHE_MB: "16" };
  const one = await startSite(own, build);
  sites.push(one);
  const other = await startSite(own, build);
  sites.push(other);
  const reader = new Visitor(other.origin);
  const read = async (path: string) => {
    const { status, text } = await reader.get(path);
    expect(status, `${path} ${text.slice(0, 200)}`).toBe(200);
    return text;
  };
  const addresses = {
    names: api.names(),
    ask: api.answer({ q: "flame eternal moss quad" }),
    coverage: api.challengeCoverage("2tc"),
    filtered: api.list("2tc", { tower: "lanty" }),
    described: api.openapi(),
    form: pages.addForm("2tc"),
    undone: api.undone({ challenge: "2tc", tower: "Flame Eternal", map: "Quad", seed: 1 }),
  };
  const all = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(addresses).map(async ([name, path]) => [name, await read(path)])),
    ) as Record<keyof typeof addresses, string>;

  const { visitor: writer, tokens } = await newMember(other.origin, "member@example.org");
  const run = {
    ...{ tower1: "Flame Eternal", tower2: "Moss", map: "Quad", person: "Ada" },
    link: "https://example.org/proof",
  };
  expect((await writer.call(api.addSubmit("2tc"), tokens, run)).status).toBe(400);
  const { undone: _, ...readable } = addresses;
  for (const path of Object.values(readable))
    for (const time of [1, 2]) expect(await read(path), `${time}`).not.toContain('Flame Eternal"');

  await one.database.atomic([insertTowers([LANTERN, MOSS], [100, 101])]);
  const after = await all();
  for (const name of ["names", "ask", "coverage", "undone"] as const)
    expect(after[name], name).toContain("Flame Eternal");
  expect(after.described).toContain("Keeper Of Lanterns");
  expect((await writer.call(api.addSubmit("2tc"), tokens, run)).status).toBe(200);
  expect((await all()).filtered).toContain("Flame Eternal");
  const fileOf = (page: string) => /\/fetch-catalogue-file\?of=[0-9a-f]{16}/.exec(page)?.[0] ?? "";
  expect(fileOf(after.form)).not.toBe("");
  expect(await read(fileOf(after.form))).toContain("Flame Eternal");

  // Changed again by the one: a price, then the tower's end.
  await one.database.atomic([
    sqlite
      .updateTable("tower")
      .set({ prices: JSON.stringify([price(null, "57.0", 1_000)]) })
      .where("name", "=", LANTERN.name)
      .compile(),
  ]);
  expect(fileOf((await all()).form)).not.toBe(fileOf(after.form));
  await one.database.atomic([
    sqlite.updateTable("tower").set({ deleted_at: "2026" }).where("name", "=", LANTERN.name).compile(),
  ]);
  const gone = JSON.parse(await read(addresses.names)) as NamesAnswer;
  expect(gone.types.flatMap(({ names: [name] }) => name)).not.toContain(LANTERN.name);
  expect(gone.heroes.flat()).toContain("Moss");
  expect((await writer.call(api.addSubmit("2tc"), tokens, { ...run, map: "Logs" })).status).toBe(400);
});
