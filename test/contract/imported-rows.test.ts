import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const LINK = { link: "https://example.org/proof" };

/** A row of each challenge that only an import can bring, because today's forms would refuse it. */
const IMPORTED: readonly (readonly [string, Partial<NewCompletion>, Record<string, string>])[] = [
  // Not affordable at the start, and a second hero.
  ["2tc", { towers: ["Sauda", "Psi"] }, { tower1: "Sauda", tower2: "Psi" }],
  ["2mp", { towers: ["Temple of the Monkey Goddess"] }, { entity: "Temple of the Monkey Goddess" }],
  [
    "2tcc",
    { towers: ["Old Name", "Psi"], people: ["A", "B"] },
    { tower1: "Old Name", tower2: "Psi", person1: "A", person2: "B" },
  ],
  ["fttc", { towers: ["Quincy", "Lost Tower"] }, { towerset: '["Quincy","Lost Tower"]' }],
  [
    "ltc",
    { towers: ["Lost Tower"], upgrades: ["9-9-9"], completionType: "ancient" },
    { towerset: '["Lost Tower"]', upgradeset: '["9-9-9"]', completiontype: "ancient" },
  ],
  ["lcc", { money: 999_999, version: "48", date: null }, { money: "999999", version: "48", date: "" }],
  [
    "lcd",
    { money: 999_999, version: null, date: "2025-01-01" },
    { money: "999999", version: "", date: "2025-01-01" },
  ],
];

const FACTS = {
  ...{ abbreviation: "FOC", difficulty: "expert", length: "10", version: "50" },
  ...{ numEntrances: "1", numExits: "1", numObjects: "0" },
};
const RUN = { entity: "Crossbow Master", map: "Foo Canyon", person: "Ann", ...LINK, verify: "on" };

test("a map that only imported rows are on keeps them when it is added", async () => {
  const app = await emptyApp(await openEngine());
  await app.add("2mp", { map: "Foo Canyon", towers: ["Crossbow Master"], people: ["Old"] });
  expect((await app.post(api.addMap(), { map: "Foo Canyon", ...FACTS }, HELPER)).status).toBe(200);
  const { results } = (await app.get(api.list("2mp", { map: "foc" }))).body;
  expect(results).toMatchObject([{ map: "Foo Canyon", person: "Old", difficulty: "expert" }]);
  expect((await app.post(api.addSubmit("2mp"), RUN, HELPER)).body).toMatchObject({ inserted: false });
});

test("a map that is deleted and added again is the same one, so what was on it can be restored", async () => {
  const app = await emptyApp(await openEngine());
  const last = async () =>
    String((await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results[0]?.seq);
  await app.post(api.addMap(), { map: "Foo Canyon", ...FACTS }, HELPER);
  const { filekey } = (await app.post(api.addSubmit("2mp"), RUN, HELPER)).body;
  const entries = JSON.stringify([filekey]);
  expect((await app.post(api.deleteSubmit("2mp"), { entries }, HELPER)).status).toBe(200);
  const seq = await last();
  expect((await app.post(api.deleteMap(), { map: "Foo Canyon" }, HELPER)).status).toBe(200);
  expect((await app.post(api.addMap(), { map: "Foo Canyon", ...FACTS }, HELPER)).status).toBe(200);
  expect(await app.post(api.undoChange(), { seq }, HELPER)).toEqual({ status: 200, body: {} });
  expect((await app.get(api.list("2mp", { map: "Foo Canyon" }))).body.results).toMatchObject([{ filekey }]);
});

test("a row that came with a link and a file keeps both when it is edited", async () => {
  const app = await emptyApp(await openEngine());
  const { id } = await app.add("lcc", { map: "Quad", people: ["Ada"], money: 10_000, ...LINK });
  const file = { key: id, hash: "a".repeat(64), contentType: "image/png", bytes: 70 } as const;
  await app.database.atomic([insertMedia(file, id, new Date(0).toISOString())]);
  const form = { map: "Quad", person: "Ada", money: "10000", ...LINK, edit: "true", "edited-filekey": id };
  const sent = await app.post(api.addSubmit("lcc"), { ...form, notes: "mended" }, HELPER);
  expect(sent).toMatchObject({ status: 200, body: { inserted: true } });
  const stored = await openData(app.database).completions.findById(id);
  expect(stored?.state).toMatchObject({ ...LINK, notes: "mended", media: [{ key: id }] });
});

describe.each(IMPORTED)("an imported row of %s", (challenge, values, fields) => {
  let app: TestApp;
  let filekey: string;
  let form: Record<string, string>;
  const rowOf = async () => (await app.get(api.list(challenge, { filekey }))).body.results[0];
  beforeEach(async () => {
    app = await emptyApp(await openEngine());
    const row = await app.add(challenge, {
      map: "Quad",
      people: ["Old Player"],
      ...LINK,
      pending: "ada",
      ...values,
    });
    filekey = row.id;
    const people = challenge === "2tcc" ? {} : { person: "Old Player" };
    const edit = { edit: "true", "edited-filekey": filekey };
    form = { map: "Quad", ...people, ...LINK, ...fields, ...edit };
  });

  test("can be edited and verified with its keys unchanged", async () => {
    const before = await rowOf();
    const { status, body } = await app.post(
      api.addSubmit(challenge),
      { ...form, notes: "mended", verify: "on" },
      HELPER,
    );
    expect({ status, body }).toEqual({ status: 200, body: { inserted: true, filekey } });
    expect(await rowOf()).toEqual({ ...before, notes: "mended", pending: null });
  });

  test("is validated against today's choices only where an edit changes it", async () => {
    const [name = ""] = Object.keys(fields);
    const worse = { ...form, [name]: name === "money" ? "9999999" : '"Nothing Like It"' };
    const { status, body } = await app.post(api.addSubmit(challenge), worse, HELPER);
    expect({ status, fields: Object.keys(body.fields ?? {}) }).toEqual({
      ...{ status: 400, fields: expect.arrayContaining([name]) },
    });
    const added = { ...form, edit: "false" };
    expect((await app.post(api.addSubmit(challenge), added, HELPER)).status).toBe(400);
  });
});
