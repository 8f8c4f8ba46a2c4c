import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";

const ADA = { id: "ada" };
const BOB = { id: "bob" };
const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  const tables = ["tower", "completion", "spelling", "map", "change"] as const;
  await engine.database.atomic(tables.map((table) => sqlite.deleteFrom(table).compile()));
  app = await testApp(engine);
});

const COMMON = { map: "Quad", person: "Ada", link: "https://example.org/proof", notes: "", og: "off" };
/** A form of each challenge that records towers, naming Cloud Shaper, which nobody has listed. */
const FORMS = {
  "2tc": { ...COMMON, tower1: "Cloud Shaper", tower2: "Druid of Wrath" },
  "2mp": { ...COMMON, entity: "Cloud Shaper" },
  "2tcc": { ...COMMON, tower1: "Absolute Zero", tower2: "Cloud Shaper", person1: "Ada", person2: "Bob" },
  fttc: { ...COMMON, towerset: '["Druid","Cloud Shaper"]' },
  ltc: { ...COMMON, towerset: '["Absolute Zero","Cloud Shaper"]', completiontype: "og" },
} as const;
const UNLISTED = { unlisted: "on", "unlisted-names": '["Cloud Shaper"]' };

const submit = (key: string, form: Readonly<Record<string, string>>, who = ADA) =>
  app.post(api.addSubmit(key), { ...form, "submission-id": crypto.randomUUID() }, who);
const verify = (filekey: unknown) =>
  app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER);
const ask = async (q: string, key = "2tc") => {
  const { answers } = (await app.get(api.answer({ q }))).body;
  return (answers as readonly Readonly<Record<string, unknown>>[]).find(({ challenge }) => challenge === key);
};

test.each(Object.entries(FORMS))(
  "%s takes a name that is not listed only where the form repeats it",
  async (key, form) => {
    const refused = await submit(key, form);
    expect(refused.status).toBe(400);
    expect(Object.values(refused.body.fields as object).join()).toContain("Cloud Shaper");
    expect(
      (await submit(key, { ...form, unlisted: "on", "unlisted-names": '["Cloud Shapes"]' })).status,
    ).toBe(400);
    const { status, body } = await submit(key, { ...form, ...UNLISTED });
    expect([status, body]).toEqual([200, expect.objectContaining({ inserted: true })]);
    const verified = await verify(body.filekey);
    expect([verified.status, verified.body.error]).toEqual([
      409,
      '"Cloud Shaper" is not listed here yet. Add it under Game, or say under Unresolved what it is; then verify.',
    ]);
    const { results } = (await app.getAs(api.unresolved(), HELPER.id, HELPER.roles)).body;
    expect(results).toMatchObject([{ kind: "tower", name: "Cloud Shaper" }]);
  },
);

test.each([
  ["an unwelcome word", { unlisted: "on", "unlisted-names": '["Fuck Shaper"]' }, "Fuck Shaper"],
  [
    "a name of many letters",
    { unlisted: "on", "unlisted-names": JSON.stringify(["x".repeat(61)]) },
    "x".repeat(61),
  ],
  ["no letters", { unlisted: "on", "unlisted-names": '["!!"]' }, "!!"],
  ["no JSON", { unlisted: "on", "unlisted-names": "[[[" }, "Cloud Shaper"],
])("what has %s is refused", async (_, more, tower1) => {
  expect((await submit("2tc", { ...FORMS["2tc"], ...more, tower1 })).status).toBe(400);
});

test("a question about it is never answered with not yet, and names what waits", async () => {
  await submit("2tc", { ...FORMS["2tc"], ...UNLISTED });
  for (const question of [
    'has tower:"Cloud Shaper" druid of wrath been done on quad',
    "has cloud shaper druid of wrath been done on quad",
    "cloud  shaper + druid of wrath on quad?",
  ])
    expect(await ask(question), question).toMatchObject({
      ...{ state: "cannot-say", pending: 1, submit: null },
      reason: expect.stringMatching(/^There is no tower or hero called "cloud shaper" here yet\./i),
      found: [{ players: "Ada" }],
    });
  const other = await ask('has tower:"Cloud Shaper" quincy been done on logs');
  expect(other?.state).toBe("cannot-say");
  // What nobody has submitted is none of them.
  expect((await ask("has rain shaper druid of wrath been done on quad"))?.reason).toMatch(/not understood/);
});

test("fifty of them become what a helper says they are, together, and the undo makes them as they were", async () => {
  const maps = ((await app.get(api.maps())).body.results as unknown as string[]).slice(0, 50);
  for (const map of maps) await submit("2tc", { ...FORMS["2tc"], ...UNLISTED, map }, { id: `member-${map}` });
  const before = (await app.get("/fetch-2tc?count=100")).body;
  expect(before.count).toBe(50);
  const accepted = await app.post(
    api.acceptName(),
    { kind: "tower", name: "Cloud Shaper", as: "Alchemist of none", spelling: "off" },
    HELPER,
  );
  expect(accepted.status).toBe(400);
  const { status, body } = await app.post(
    api.acceptName(),
    { kind: "tower", name: "Cloud Shaper", as: "Bloonjitsu" },
    HELPER,
  );
  expect([status, body.changed, body.left]).toEqual([200, 50, []]);
  expect((await app.get("/fetch-2tc?tower=Bloonjitsu")).body.count).toBe(50);
  const [change] = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
  expect(
    (await app.post(api.undoChange(), { act: (change as { act: { id: string } }).act.id }, HELPER)).status,
  ).toBe(200);
  expect((await app.get("/fetch-2tc?tower=Cloud+Shaper")).body.count).toBe(50);
});

test("once a helper has listed it, however it was typed, all of them have its name and can be verified", async () => {
  const exact = (await submit("2tc", { ...FORMS["2tc"], ...UNLISTED })).body.filekey;
  const typed = {
    ...FORMS["2tc"],
    tower1: "cloud shaper",
    person: "Bob",
    unlisted: "on",
    "unlisted-names": '["cloud shaper"]',
  };
  const other = (await submit("2tc", typed, BOB)).body.filekey;
  const tower = { name: "Cloud Watcher", category: "magic", cost: "300", upgrades: '{"050":"Cloud Shaper"}' };
  expect((await app.post(api.saveTower(), tower, HELPER)).status).toBe(200);
  const rows = (await app.get("/fetch-2tc")).body.results;
  expect(rows.map(({ tower1 }) => tower1)).toEqual(["Cloud Shaper", "Cloud Shaper"]);
  expect((await verify(exact)).status).toBe(200);
  // Both claims are one combination now; the second stays, and a helper reads why it cannot be verified.
  expect((await verify(other)).status).toBe(409);
});
