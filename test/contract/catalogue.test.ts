import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { insertTowers } from "../../app/features/catalogue/repository.server.ts";
import { previewsOf } from "../../app/features/link-previews/of-page.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { ruleText, shownRules } from "../../domain/challenges/rules.ts";
import { NOTHING_KNOWN } from "../../domain/checks/check.ts";
import { failuresIn } from "../../domain/checks/index.ts";
import type { OpenCombinationsAnswer, TriangleAnswer } from "../../domain/contract/coverage.ts";
import type { NamesAnswer } from "../../domain/contract/names.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import type { AnswerResult } from "../../domain/contract/search.ts";
import { Catalogue, type CatalogueRow } from "../../domain/game/catalogue.ts";
import { hardPrice } from "../../domain/game/facts.ts";
import { changedSince } from "../../domain/lists/changed-since.ts";
import { CANNOT_BE, inTriangle } from "../../domain/lists/triangle.ts";
import { say } from "../../domain/messages/index.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FLINT, LANTERN, MOSS, price } from "../made-up/tower.ts";

const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const MADE_UP = [LANTERN, MOSS, FLINT];
const NAMES = MADE_UP.map(({ name }) => name);
const RUN = { tower1: "flame_eternal", tower2: "Moss the Patient", map: "Quad", person: "Ada" };
const LINK = { link: "https://example.org/proof" };
const PAIR = { tower1: "Flame Eternal", tower2: "Moss", map: "Quad" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  app = await emptyApp(engine);
  await engine.database.atomic([
    sqlite.deleteFrom("tower").where("name", "in", NAMES).compile(),
    sql`update tower set deleted_at = null where deleted_at is not null`.compile(sqlite),
  ]);
});

/** Returns the catalogue that an answer would have now. */
const current = () => openData(app.database).catalogue.current();
const definitionOf = (key: string) => {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return definition;
};
/** Adds towers and heroes to the database, as the facts are loaded. */
const come = (rows: readonly CatalogueRow[] = MADE_UP) =>
  app.database.atomic([
    insertTowers(
      rows,
      rows.map((_, at) => 100 + at),
    ),
  ]);
/** Takes a tower out, as a helper does. */
const goes = (name: string) =>
  app.database.atomic([
    sqlite.updateTable("tower").set({ deleted_at: "2026-11-01" }).where("name", "=", name).compile(),
  ]);
const submit = (fields: Record<string, string> = {}, challenge = "2tc", who = ADA) =>
  app.post(api.addSubmit(challenge), { ...RUN, ...LINK, ...fields }, who);
const verified = () => app.add("2tc", { towers: ["Flame Eternal", "Moss"], people: ["Ada"], og: true });
const ask = async (q: string) => (await app.get(api.answer({ q }))).body as unknown as AnswerResult;
const stateOf = async (q: string, key = "2tc") =>
  (await ask(q)).answers.find(({ challenge }) => challenge === key)?.state;
const found = async (query: Record<string, string>, challenge = "2tc") =>
  (await app.get(api.list(challenge, { ...query, names: "game" }))).body.results.map(
    ({ filekey }) => filekey,
  );
const names = async () => (await app.get(api.names())).body as unknown as NamesAnswer;
const picture = async (of: string) => {
  const response = await app.app.request(api.preview({ of }));
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  return new Uint8Array(await response.arrayBuffer());
};
/** Returns what a page's picture shows. */
const previewOf = (of: string) =>
  previewsOf(CHALLENGES.values())(of, {
    reads: app.reads,
    site: { shortName: "BTD6 Index", tagline: "" },
    catalogue: current,
  });

describe("a tower, its upgrades, a paragon, heroes and prices that come into the database", () => {
  test("are accepted by the form under any of their spellings, and not before", async () => {
    const before = await submit();
    expect([before.status, before.body.error]).toEqual([400, expect.stringContaining("flame_eternal")]);
    await come();
    expect(await submit()).toMatchObject({ status: 200, body: { inserted: true } });
    const [row] = (await app.get(api.list("2tc"))).body.results;
    expect(row).toMatchObject({ ...PAIR, pending: "ada" });
    const info = await app.getAs(api.editInfo("2tc", PAIR), ADA.id);
    expect(info.body).toMatchObject({ result: PAIR });
  });

  test("are refused where the game or a challenge does not allow them", async () => {
    await come();
    for (const [fields, said] of [
      [{ tower1: "Lantern Keeper" }, /Lantern Keeper/],
      [{ tower2: "Flint" }, /Flint/],
      [{ tower1: "Moss", tower2: "Quincy" }, /second hero/],
      [{ tower1: "Lantern Sovereign", tower2: "Lantern Sovereign" }, /Lantern Sovereign/],
    ] as const) {
      const { status, body } = await submit(fields);
      expect([status, body.error], JSON.stringify(fields)).toEqual([400, expect.stringMatching(said)]);
    }
    // What one challenge excludes another does not.
    const alone = { entity: "Flint", map: "Quad", person: "Ada", ...LINK };
    expect((await app.post(api.addSubmit("2mp"), alone, ADA)).body).toMatchObject({ inserted: true });
    const set = { map: "Quad", towerset: '["lanty","Ice"]', person: "Ada", ...LINK };
    expect((await app.post(api.addSubmit("fttc"), set, ADA)).body).toMatchObject({ inserted: true });
    expect((await app.get(api.list("fttc"))).body.results[0]).toMatchObject({
      towerset: '["Lantern Keeper","Ice Monkey"]',
    });
  });

  test("are named by the rules that exclude them, and today's rule alone", async () => {
    await come();
    expect(JSON.stringify(shownRules(definitionOf("2tc"), await current()))).toContain(
      "Sauda, Geraldo and Flint",
    );
    const past = { ...FLINT, excluded: [{ challenge: "2tc", from: "40", until: "57" }] };
    const rule = { text: "{excluded}" };
    expect(ruleText(rule, "2tc", new Catalogue([past]))).toBe("At present there are none.");
    const again = { ...FLINT, excluded: [{ challenge: "2tc", from: "57", until: "58" }] };
    expect(ruleText(rule, "2tc", new Catalogue([again]))).toBe("At present this is Flint.");
  });

  test("are checked by their prices, their day and their tiers", async () => {
    await come();
    const texts = {
      ...{ ...PAIR, person: "Ada", upgrade1: "5-0-0", upgrade2: "Level 20" },
      ...{ version: "57.0", date: "2026-09-30" },
    };
    const said = async () =>
      failuresIn(definitionOf("2tc"), texts, true, await current(), NOTHING_KNOWN).map(({ problem }) =>
        say(problem),
      );
    const both = [
      "Tower 1 Upgrades: Flame Eternal is 0-5-0; you wrote 5-0-0.",
      "Date is before 2026-10-01, when Lantern Keeper came out.",
    ];
    expect(await said()).toEqual(expect.arrayContaining(both));
    expect((await said()).join()).not.toContain("Not at today's prices");
    await app.database.atomic([
      sqlite
        .updateTable("tower")
        .set({ prices: JSON.stringify([price(null, "57.0", 1_000)]) })
        .where("name", "=", "Lantern Keeper")
        .compile(),
    ]);
    expect(await said()).toEqual(
      expect.arrayContaining([
        ...both,
        "Not at today's prices: Lantern Keeper costs $1,080, you start with $650 (prices before 38.3 are not known here).",
      ]),
    );
  });

  test("are found by ask, which knows whether they are done", async () => {
    expect(await stateOf("flame eternal moss quad")).toBe("cannot-say");
    await come();
    expect(await stateOf("flame eternal moss quad")).toBe("not-yet");
    expect(await stateOf("lantern keeper 050 and moss on QD")).toBe("not-yet");
    await verified();
    for (const q of ["flame eternal moss quad", "lantern keeper 050 and moss the patient on QD"])
      expect(await stateOf(q), q).toBe("done");
    expect(await stateOf("lantern sovereign moss quad")).toBe("not-yet");
  });

  test("narrow a list by any of their names", async () => {
    await come();
    const { id } = await verified();
    const other = await app.add("2mp", { towers: ["Lantern Sovereign"], map: "Logs" });
    for (const query of [
      ...[{ tower: "Flame Eternal" }, { tower: "lantern keeper" }, { tower: "Keeper Of Lanterns" }],
      ...[{ tower: "Moss the Patient" }, { query: "lantern keeper 050 moss" }, { query: "flame eternal" }],
    ])
      expect(await found(query), JSON.stringify(query)).toEqual([id]);
    expect(await found({ tower: "Gold Wick" })).toEqual([]);
    expect(await found({ tower: "lanty" }, "2mp")).toEqual([other.id]);
    expect(await found({ query: "lantern keeper 555" }, "2mp")).toEqual([other.id]);
  });

  test("are in the pairs that are possible, the excluded in none", async () => {
    const triangle = async () =>
      (await app.get(api.challengeCoverage("2tc"))).body as unknown as TriangleAnswer;
    const before = await triangle();
    await come();
    await verified();
    const after = await triangle();
    const its = LANTERN.upgrades.map(({ name }) => name);
    expect(after.names.filter((name) => !before.names.includes(name)).toSorted()).toEqual(
      [...its, "Moss"].toSorted(),
    );
    const cell = (one: string, other: string) =>
      atob(after.cells).charCodeAt(inTriangle(after.names.indexOf(one), after.names.indexOf(other)));
    expect(cell("Flame Eternal", "Moss")).toBe(1);
    expect(cell("Flame Eternal", "Absolute Zero")).toBe(0);
    expect(cell("Moss", "Quincy")).toBe(CANNOT_BE);
    expect(cell("Moss", "Moss")).toBe(CANNOT_BE);
    // The game allows a fifth tier once, and a paragon.
    expect(cell("Flame Eternal", "Flame Eternal")).toBe(CANNOT_BE);
    expect(cell("Lantern Sovereign", "Lantern Sovereign")).toBe(CANNOT_BE);
    expect(cell("Lantern Sovereign", "Moss")).toBe(0);
    expect(cell("Gold Wick", "Gold Wick")).toBe(0);
    const { results } = (await app.get(api.undone({ challenge: "2tc", tower: "lanty", seed: 7 })))
      .body as unknown as OpenCombinationsAnswer;
    const its550 = results[0]?.towers.find(({ cost }) => cost === hardPrice(550));
    expect(its).toContain(its550?.name);
  });

  test("are drawn in a preview picture with their marks", async () => {
    const of = pages.notes("2tc", PAIR);
    await verified();
    const without = await picture(of);
    expect(await previewOf(of)).toMatchObject({ stage: { towers: [{ mark: null }, { mark: null }] } });
    await come();
    expect((await picture(of)).join()).not.toBe(without.join());
    expect(await previewOf(of)).toMatchObject({
      stage: {
        towers: [
          { name: "Flame Eternal", mark: { category: "magic", letters: "Lk", tiers: "0-5-0" } },
          { name: "Moss", mark: { category: "hero", letters: "Mx" } },
        ],
      },
    });
  });

  test("are in the CSV and in answers, spelled as the request says", async () => {
    await come();
    await verified();
    await app.add("fttc", { towers: ["Lantern Keeper", "Engineer Monkey"], map: "Quad" });
    const lines = async (challenge: string, spelling: string) =>
      (await app.app.request(api.csv(challenge, { names: spelling }))).text();
    expect(await lines("2tc", "game")).toContain("Flame Eternal,Moss,Quad");
    expect(await lines("fttc", "game")).toContain("Lantern Keeper");
    expect(await lines("fttc", "community")).toContain("Keeper Of Lanterns");
    const { body } = await app.get(api.list("fttc", { names: "community" }));
    expect(body.results[0]).toMatchObject({ towerset: '["Keeper Of Lanterns","Engineer"]' });
    expect((await app.get(api.openapi())).body["x-names"]).toMatchObject({
      tower: { "Lantern Keeper": "Keeper Of Lanterns", "Engineer Monkey": "Engineer" },
    });
  });

  test("are among all names, in the order of the shop, with their marks", async () => {
    const before = await names();
    await come();
    const after = await names();
    expect(after.types).toHaveLength(before.types.length + 1);
    const type = after.types.find(({ names: [name] }) => name === "Lantern Keeper");
    expect(type).toMatchObject({
      category: "magic",
      mark: "Lk",
      names: ["Lantern Keeper"],
    });
    expect(Object.keys(type?.tiers ?? {})).toHaveLength(11);
    expect(type?.tiers["555"]?.[0]).toBe("Lantern Sovereign");
    const last = after.types.findLastIndex(({ category }) => category === "magic");
    expect(after.types[last]).toBe(type);
    expect(after.heroes.slice(-2)).toEqual([["Moss", "Moss the Patient"], ["Flint"]]);
    expect(after.heroMarks.slice(-2)).toEqual(["Mx", "Fx"]);
  });

  test("say since when their prices changed", async () => {
    await come();
    const row = { ...PAIR, version: "57.0", og: true };
    expect(changedSince(definitionOf("2tc"), row, await current())).toMatchObject({
      ...{
        verdict: "changed",
        until: "57.1",
        more: hardPrice(550) - hardPrice(500) + hardPrice(30_000) - hardPrice(40_000),
      },
      changes: [
        { what: "Lantern Keeper", before: hardPrice(500), now: hardPrice(550) },
        { what: "Flame Eternal", before: hardPrice(40_000), now: hardPrice(30_000) },
      ],
    });
  });
});

describe("a tower that completions name and that is taken out", () => {
  let filekey: string;
  beforeEach(async () => {
    await come();
    filekey = String((await submit({ notes: "Code: ZABCDEF" })).body.filekey);
    await goes("Lantern Keeper");
  });
  const edit = (fields: Record<string, string>) => {
    const about = { edit: "true", "edited-filekey": filekey };
    return submit({ ...PAIR, ...about, notes: "Code: ZABCDEF", ...fields });
  };

  test("stays readable: in lists, with its notes, in the CSV and in its picture", async () => {
    expect(await found({})).toEqual([filekey]);
    expect(await found({ tower: "Flame Eternal" })).toEqual([filekey]);
    expect(await found({ tower: "Lantern Keeper" })).toEqual([]);
    expect((await app.get(api.notes("2tc", PAIR))).status).toBe(200);
    expect(await (await app.app.request(api.csv("2tc"))).text()).toContain("Flame Eternal,Moss,Quad");
    expect(await previewOf(pages.notes("2tc", { ...PAIR, filekey }))).toMatchObject({
      stage: {
        towers: [
          { name: "Flame Eternal", mark: null },
          { name: "Moss", mark: { letters: "Mx" } },
        ],
      },
    });
    expect((await picture(pages.notes("2tc", { ...PAIR, filekey }))).byteLength).toBeGreaterThan(1_000);
    expect((await names()).types.flatMap(({ names: [name] }) => name)).not.toContain("Lantern Keeper");
    expect(await stateOf("moss quad")).toBe("pending");
  });

  test("stays editable: what the edit leaves as it was passes, and the name is refused elsewhere", async () => {
    const info = await app.getAs(api.editInfo("2tc", { filekey }), ADA.id);
    expect(info).toMatchObject({ status: 200, body: { result: PAIR } });
    expect(await edit({ map: "Logs", notes: "Code: ZABCDEG" })).toMatchObject({
      ...{ status: 200, body: { inserted: true, filekey } },
    });
    expect((await app.get(api.list("2tc", { filekey }))).body.results[0]).toMatchObject({
      ...{ ...PAIR, map: "Logs", notes: "Code: ZABCDEG" },
    });
    expect((await edit({ tower1: "Gold Wick", map: "Logs" })).status).toBe(400);
    expect((await submit({ map: "Cubism" })).status).toBe(400);
    expect((await edit({ tower1: "Absolute Zero", map: "Logs" })).status).toBe(200);
  });

  test("can be verified as it is", async () => {
    const entries = JSON.stringify([{ filekey, revision: 1, verdict: "verify" }]);
    const { body } = await app.post(api.giveVerdicts(), { entries }, HELPER);
    expect(body).toMatchObject({ results: [{ filekey, outcome: expect.anything() }] });
    expect((await app.get(api.list("2tc", { filekey }))).body.results[0]).toMatchObject({ pending: null });
  });

  test("is listed for helpers as an unknown name, until it comes back", async () => {
    const unresolved = async () =>
      (await app.getAs(api.unresolved(), HELPER.id, HELPER.roles)).body.results.map(({ name }) => name);
    expect(await unresolved()).toEqual(["Flame Eternal"]);
    await app.database.atomic([
      sqlite.updateTable("tower").set({ deleted_at: null }).where("name", "=", "Lantern Keeper").compile(),
    ]);
    expect(await unresolved()).toEqual([]);
    expect(await found({ tower: "lanty" })).toEqual([filekey]);
  });

  test("can be told to be another's by a helper", async () => {
    const told = { kind: "tower", name: "Flame Eternal", as: "Absolute Zero" };
    expect((await app.post(api.acceptName(), told, HELPER)).status).toBe(200);
    expect(await found({ tower: "Absolute Zero" })).toEqual([filekey]);
  });
});

describe("the file for browsers", () => {
  const addressOf = () => app.reads.catalogue.address();
  const cachingAt = async (address: string) => {
    const response = await app.app.request(address);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/json"]);
    return {
      caching: response.headers.get("Cache-Control"),
      rows: (await response.json()) as CatalogueRow[],
    };
  };

  test("is cached for ever under its hash, and under no other", async () => {
    const address = await addressOf();
    expect(address).toMatch(/of=[0-9a-f]{16}$/);
    expect((await cachingAt(address)).caching).toBe("public, max-age=31536000, immutable");
    for (const other of ["", "0123456789abcdef", "x".repeat(5_000), `${address.slice(-16)}0`])
      expect((await cachingAt(api.catalogueFile(other))).caching, other.slice(0, 20)).toBe("no-store");
    expect((await cachingAt("/fetch-catalogue-file")).caching).toBe("no-store");
  });

  test("holds the catalogue of the moment, and has another address once that changes", async () => {
    const before = await addressOf();
    expect(await addressOf()).toBe(before);
    const { rows } = await cachingAt(before);
    expect(rows).toEqual((await current()).rows);
    await come();
    const after = await addressOf();
    expect(after).not.toBe(before);
    expect(new Catalogue((await cachingAt(after)).rows).find("lanty")?.name).toBe("Lantern Keeper");
    expect((await cachingAt(before)).caching).toBe("no-store");
    await goes("Moss");
    await goes("Flint");
    await goes("Lantern Keeper");
    expect(await addressOf()).toBe(before);
  });
});

test("no two have a name, a spelling or letters in common, whoever writes them", async () => {
  await come();
  const clash = (row: Partial<CatalogueRow>) =>
    app.database.atomic([
      sql`insert into tower (kind, place, name, category, mark, others, upgrades, prices, excluded, keys)
        values ('tower', 200, ${row.name ?? "Other"}, 'magic', ${row.mark ?? "Qz"}, '[]', '[]', '[]', '[]',
          ${JSON.stringify(row.others ?? ["other"])})`.compile(sqlite),
    ]);
  await expect(clash({ others: ["other", "lanty"] })).rejects.toThrow();
  await expect(clash({ mark: "LK" })).rejects.toThrow();
  expect((await names()).types.flatMap(({ names: [name] }) => name)).not.toContain("Other");
});
