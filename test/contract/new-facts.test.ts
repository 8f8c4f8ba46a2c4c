import { expect, test } from "vitest";
import { openEmptyEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { insertUnlistedMaps } from "../../app/features/maps/repository.server.ts";
import { api } from "../../domain/contract/routes.ts";
import type { CatalogueRow } from "../../domain/game/catalogue.ts";
import { MAPS } from "../../domain/game/maps.ts";
import { PRICE_CHANGES } from "../../domain/game/price-changes.ts";
import { SEEDED_CATALOGUE } from "../../domain/game/seeded-catalogue.ts";
import { versionOrder } from "../../domain/game/versions.ts";
import { sqlite, statement } from "../../server/db/database.ts";
import { seedFacts } from "../../site/seed.ts";
import { testApp } from "../factories.ts";
import { FLINT, LANTERN, MOSS, price } from "../made-up/tower.ts";

const NOW = new Date("2026-11-28T00:00:00Z");
const HELPER = { id: "tenant|helper", roles: ["Index Helper"] };

const isOld = ({ version }: { readonly version: string | null }): boolean =>
  (versionOrder(version ?? "1") ?? 0) < 55_000_000;
/** The facts of version 54.0, when towers were none of them. */
const OLD = { towers: [], maps: MAPS.filter(isOld), changes: PRICE_CHANGES.filter(isOld) };

/** An index that began with the facts of 54.0, when the log did not have their lines. */
async function openOldIndex() {
  const engine = await openEmptyEngine();
  const { database } = engine;
  expect(await seedFacts(database, NOW, OLD)).toEqual([
    ...["87 maps", "87 ids of maps", "261 balance changes", expect.stringMatching(/^\d+ spellings$/)],
  ]);
  const lines = await database.query([], seedsOf("maps"));
  expect(JSON.parse(lines[0]?.after ?? "").lines).toHaveLength(87);
  await database.atomic([
    statement`update change set after = json_remove(after, '$.lines') where action = 'seed' and noun <> 'spellings'`,
  ]);
  return engine;
}

const seedsOf = (noun: string) =>
  sqlite.selectFrom("change").select("after").where("action", "=", "seed").where("noun", "=", noun).compile();

const engine = await openOldIndex();

test("new facts reach an index that is there already, once each", async () => {
  const both = [seedFacts(engine.database, NOW), seedFacts(engine.database, NOW)];
  expect((await Promise.all(both)).flat().toSorted()).toEqual([
    ...["2 maps", "31 balance changes", expect.stringMatching(/^\d{3} towers, heroes, names and prices$/)],
  ]);
  const app = await testApp(engine);
  const { body } = await app.get("/fetch-map-info?map=skull_tweak");
  expect(body).toMatchObject({ map: "Skull Tweak", abbreviation: "ST", version: "55", length: null });
  expect((await app.get("/fetch-balance-changes?tower=Skywarden")).body.results).toHaveLength(1);
  expect((await openData(engine.database).catalogue.current()).rows).toEqual(SEEDED_CATALOGUE);
  const log = sqlite
    .selectFrom("change")
    .select("after")
    .where("noun", "=", "map")
    .orderBy("seq", "desc")
    .limit(2);
  const logged = await engine.database.query([], log.compile());
  expect(logged.map(({ after }) => JSON.parse(after ?? "").map).toSorted()).toEqual([
    "Ascent",
    "Skull Tweak",
  ]);
});

test("a map that a helper made, renamed or deleted stays theirs, and one of an import becomes a listed one", async () => {
  await engine.database.atomic([insertUnlistedMaps(["Imported"])]);
  const app = await testApp(engine);
  const { image, revision, ...hedge } = (await app.get("/fetch-map-info?map=Hedge")).body;
  const form = Object.fromEntries(Object.entries(hedge).map(([name, value]) => [name, String(value ?? "")]));
  const fact = (name: string, abbreviation: string) => ({
    ...{ name, abbreviation, difficulty: "expert", version: "57", hasLOS: null, hasWater: null },
    ...{ length: null, numEntrances: null, numExits: null, numObjects: null, removalCost: null },
  });
  for (const [map, abbreviation] of [
    ["Made", "Z1"],
    ["Removed", "Z2"],
    ["Former", "Z3"],
    ["Taken", "Z4"],
  ]) {
    const fields = { ...form, map: map ?? "", abbreviation: abbreviation ?? "" };
    const { status, body } = await app.post(api.addMap(), fields, HELPER);
    expect(status, String(body.error)).toBe(200);
  }
  expect((await app.post(api.deleteMap(), { map: "Removed" }, HELPER)).status).toBe(200);
  const renamed = { ...form, map: "Latter", abbreviation: "Z5", oldMap: "Former" };
  expect((await app.post(api.addMap(), renamed, HELPER)).status).toBe(200);
  const maps = [
    ...MAPS,
    ...[fact("Made", "Y1"), fact("Removed", "Y2"), fact("Former", "Y3"), fact("Other", "Z4")],
    ...[fact("Imported", "Y5"), fact("New", "Y6")],
  ] as typeof MAPS;
  const before = await app.get("/fetch-maps");
  await seedFacts(engine.database, NOW, { maps });
  expect(await seedFacts(engine.database, NOW, { maps })).toEqual([]);
  const after = await app.get("/fetch-maps");
  const names = (results: typeof before.body.results) => results.map(({ map }) => map);
  const added = names(after.body.results).filter((name) => !names(before.body.results).includes(name));
  expect(added).toEqual(["Imported", "New"]);
  expect((await app.get("/fetch-map-info?map=Made")).body).toMatchObject({
    difficulty: "beginner",
    length: 38.5,
  });
  expect((await app.get("/fetch-map-info?map=Imported")).body).toMatchObject({ difficulty: "expert" });
});

test("a tower that a helper made, renamed or deleted stays theirs, and letters that are taken keep none out", async () => {
  const app = await testApp(engine);
  const catalogue = async () => (await openData(engine.database).catalogue.current()).rows;
  const save = async (fields: Record<string, string>) => {
    const { status, body } = await app.post(api.saveTower(), { category: "magic", ...fields }, HELPER);
    expect(status, String(body.error)).toBe(200);
  };
  const seed = async (...towers: readonly CatalogueRow[]) => {
    await seedFacts(engine.database, NOW, { towers });
    expect(await seedFacts(engine.database, NOW, { towers })).toEqual([]);
    return catalogue();
  };
  const ofFacts = (name: string, more: Partial<CatalogueRow> = {}): CatalogueRow => ({
    ...{ ...LANTERN, name, gameId: name.replaceAll(" ", ""), upgrades: [], mark: "", spelling: null },
    ...{ others: [], prices: [], ...more },
  });
  // Made before the facts have it, under another name than theirs, and deleted.
  await save({ name: "Keeper", gameId: "LanternKeeper", cost: "490" });
  await save({ name: "Cloud Maker", gameId: "CloudMaker" });
  expect((await app.post(api.deleteTower(), { name: "Cloud Maker" }, HELPER)).status).toBe(200);
  // One of the facts gets another name and another id here; and somebody has the letters of one to come.
  await save({ name: "Sky Guard", former: "Skywarden" });
  await save({ name: "Frost Monkey", former: "Ice Monkey", gameId: "" });
  await save({ name: "Somebody", mark: "fx" });
  const before = await catalogue();

  const known = (name: string) => SEEDED_CATALOGUE.find((row) => row.name === name) ?? LANTERN;
  const cheaper = (name: string): CatalogueRow => ({
    ...known(name),
    prices: [...known(name).prices, price("001", "57.0", 45)],
  });
  const rows = await seed(
    ...SEEDED_CATALOGUE.filter(({ name }) => name !== "Skywarden" && name !== "Ice Monkey"),
    ...[cheaper("Skywarden"), cheaper("Ice Monkey"), LANTERN, ofFacts("Cloud Maker", { mark: "Cq" })],
    ...[ofFacts("Cloud Breaker", { mark: "Sk" }), MOSS, FLINT],
  );
  const names = (of: readonly CatalogueRow[]) => of.map(({ name }) => name).toSorted();
  expect(names(rows)).toEqual([...names(before), "Cloud Breaker", "Flint", "Moss"].toSorted());
  const row = (name: string) => rows.find((each) => each.name === name);
  const was = (name: string) => before.find((each) => each.name === name);
  expect(row("Keeper")).toEqual(was("Keeper"));
  for (const name of ["Sky Guard", "Frost Monkey"])
    expect(row(name)).toEqual({
      ...was(name),
      prices: [...(was(name)?.prices ?? []), price("001", "57.0", 45)],
    });
  expect(row("Cloud Breaker")?.mark).toBe("Cl");
  expect(row("Flint")?.mark).toMatch(/^F[a-z]$/);
  const marks = rows.map(({ mark }) => mark.toLowerCase());
  expect(new Set(marks).size).toBe(marks.length);
});
