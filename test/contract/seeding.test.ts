import { beforeEach, describe, expect, test } from "vitest";
import { openEmptyEngine } from "#engine";
import { catalogueReads } from "../../app/features/catalogue/repository.server.ts";
import type { CatalogueRow } from "../../domain/game/catalogue.ts";
import { SEEDED_CATALOGUE } from "../../domain/game/seeded-catalogue.ts";
import { type Database, sqlite } from "../../server/db/database.ts";
import { seedFacts } from "../../site/seed.ts";
import { LANTERN, MOSS, price } from "../made-up/tower.ts";

test("loading the game's facts twice at once loads them only once, and neither call fails", async () => {
  const { database } = await openEmptyEngine();
  const loaded = await Promise.all([seedFacts(database, new Date()), seedFacts(database, new Date())]);
  expect(loaded.map(({ length }) => length).toSorted()).toEqual([0, 5]);
  const seeds = sqlite.selectFrom("change").select("noun").where("action", "=", "seed").orderBy("seq");
  const log = await database.query([], seeds.compile());
  expect(log.map(({ noun }) => noun)).toEqual(["towers", "maps", "map-ids", "balance-changes", "spellings"]);
  expect(await seedFacts(database, new Date())).toEqual([]);
});

describe("the lines of the facts' towers and heroes", () => {
  const NOW = new Date("2026-11-01T00:00:00Z");
  const ICE = SEEDED_CATALOGUE.find(({ name }) => name === "Ice Monkey");
  if (!ICE) throw new Error("Ice Monkey");
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openEmptyEngine());
    // Where an engine has one database for a file of tests, as if it were new.
    await database.atomic([
      sqlite.deleteFrom("tower").compile(),
      sqlite.deleteFrom("change").where("noun", "in", ["towers", "tower", "hero"]).compile(),
    ]);
  });
  const seed = (towers: readonly CatalogueRow[]) => seedFacts(database, NOW, { towers });
  const all = async () => {
    const { rows } = await catalogueReads(database).current();
    return new Map(rows.map((row) => [row.name, row]));
  };
  const log = (noun: string) =>
    database.query(
      [],
      sqlite
        .selectFrom("change")
        .select(["action", "before", "after"])
        .where("noun", "=", noun)
        .orderBy("seq")
        .compile(),
    );
  const change = (
    name: string,
    values: Partial<
      Record<"name" | "prices" | "upgrades" | "others" | "keys" | "deleted_at" | "mark" | "game_id", string>
    >,
  ) => database.atomic([sqlite.updateTable("tower").set(values).where("name", "=", name).compile()]);

  test("are all there after the first start, each logged once, and a second start changes nothing", async () => {
    await seed(SEEDED_CATALOGUE);
    const first = await database.query([], sqlite.selectFrom("tower").selectAll().orderBy("id").compile());
    expect([...(await all()).values()]).toEqual(SEEDED_CATALOGUE);
    expect([(await log("tower")).length, (await log("hero")).length]).toEqual([26, 18]);
    expect(await seed(SEEDED_CATALOGUE)).toEqual([]);
    expect(await database.query([], sqlite.selectFrom("tower").selectAll().orderBy("id").compile())).toEqual(
      first,
    );
    expect([(await log("tower")).length, (await log("hero")).length]).toEqual([26, 18]);
  });

  test("that are new reach an index that is there: a tower, a hero, a paragon, a price", async () => {
    const without = (row: CatalogueRow) =>
      row === ICE ? { ...row, upgrades: row.upgrades.filter(({ tier }) => tier !== "555") } : row;
    await seed(SEEDED_CATALOGUE.map(without));
    expect((await all()).get("Ice Monkey")?.upgrades).toHaveLength(10);
    const cheaper = { ...price(null, "57.0", 410), lastWithOld: "56.3" };
    const after = SEEDED_CATALOGUE.map((row) =>
      row === ICE ? { ...row, prices: [...row.prices, cheaper] } : row,
    );
    const loaded = await seed([...after, LANTERN, MOSS]);
    // Two towers with their eleven names and five prices, the paragon and the price.
    expect(loaded).toEqual([`${1 + 11 + 4 + 1 + 1 + 2} towers, heroes, names and prices`]);
    const ice = (await all()).get("Ice Monkey");
    expect(ice?.upgrades.find(({ tier }) => tier === "555")).toEqual(
      ICE.upgrades.find(({ tier }) => tier === "555"),
    );
    expect(ice?.prices).toEqual([...ICE.prices, cheaper]);
    expect((await all()).get("Lantern Keeper")).toEqual(LANTERN);
    expect((await all()).get("Moss")).toEqual(MOSS);
    // Its new name is found by every key, and its change is in the log once.
    expect((await catalogueReads(database).current()).find("herald_of_everfrost")?.type).toBe("Ice Monkey");
    const entries = (await log("tower")).filter(({ after }) => String(after).includes('"Ice Monkey"'));
    expect(entries).toHaveLength(2);
    expect((await log("tower")).filter(({ after }) => String(after).includes("Lantern Keeper"))).toHaveLength(
      1,
    );
    expect(await seed([...after, LANTERN, MOSS])).toEqual([]);
  });

  test("leave alone what was changed or deleted since, and what another has the name of", async () => {
    await seed(SEEDED_CATALOGUE);
    await change("Quincy", { deleted_at: "2026-10-01" });
    const prices = JSON.stringify([price(null, "55.0", 999)]);
    await change("Ice Monkey", { prices });
    const upgrades = JSON.stringify([]);
    await change("Glue Gunner", { upgrades });
    await change("Adora", { name: "Adora the Bright", keys: '["adorathebright"]' });
    expect(await seed(SEEDED_CATALOGUE)).toEqual([]);
    const more = (row: CatalogueRow) =>
      ["Quincy", "Ice Monkey", "Adora"].includes(row.name)
        ? { ...row, prices: [...row.prices, price(null, "57.0", 700)] }
        : row;
    // A hero of the facts that bears a spelling that a helper gave to a tower stays out.
    const taken: CatalogueRow = { ...MOSS, others: ["Ice Monkey"] };
    await seed([...SEEDED_CATALOGUE.map(more), taken, LANTERN]);
    const now = await all();
    expect(now.get("Quincy")).toBeUndefined();
    expect(now.get("Adora")).toBeUndefined();
    // One that has another name here is the same by the game's id, and no new one.
    const adora = SEEDED_CATALOGUE.find(({ name }) => name === "Adora");
    expect(now.get("Adora the Bright")?.prices).toEqual([...(adora?.prices ?? []), price(null, "57.0", 700)]);
    expect(now.get("Glue Gunner")?.upgrades).toEqual([]);
    expect(now.get("Ice Monkey")?.prices).toEqual([price(null, "55.0", 999), price(null, "57.0", 700)]);
    expect(now.get("Moss")).toBeUndefined();
    expect(now.get("Lantern Keeper")).toEqual(LANTERN);
  });

  test.each([
    ["the game's id", { game_id: "LanternKeeper" }],
    ["a spelling", { keys: '["icemonkey","lanty"]' }],
  ])("leave out a tower with %s of one that helpers made, and load all others", async (_, own) => {
    await seed(SEEDED_CATALOGUE);
    await change("Ice Monkey", own);
    expect(await seed([...SEEDED_CATALOGUE, LANTERN, MOSS])).toHaveLength(1);
    const now = await all();
    expect([now.get("Lantern Keeper"), now.get("Moss"), now.size]).toEqual([undefined, MOSS, 26 + 18 + 1]);
    expect(await seed([...SEEDED_CATALOGUE, LANTERN, MOSS])).toEqual([]);
  });

  test("leave out a name of a tier that helpers gave to another tower, and load its price", async () => {
    await seed([...SEEDED_CATALOGUE.filter((row) => row !== ICE), { ...ICE, upgrades: [] }]);
    const others = JSON.stringify(["Absolute Zero"]);
    await change("Glue Gunner", { others, keys: '["gluegunner","absolutezero"]' });
    await seed(
      SEEDED_CATALOGUE.map((row) =>
        row === ICE ? { ...ICE, prices: [...ICE.prices, price("050", "57.0", 1)] } : row,
      ),
    );
    const ice = (await all()).get("Ice Monkey");
    expect(ice?.upgrades).toEqual(ICE.upgrades.filter(({ name }) => name !== "Absolute Zero"));
    expect(ice?.prices).toContainEqual(price("050", "57.0", 1));
  });
});
