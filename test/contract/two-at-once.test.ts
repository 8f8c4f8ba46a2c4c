import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { writeContext } from "../../app/api/router.server.ts";
import { verifyCompletions } from "../../app/features/completions/bulk.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";
import { tenantSignIn } from "../sign-in.ts";

const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const OTHER_HELPER = { id: "hal", roles: ["Index Helper"] };
const MAP = {
  ...{ map: "Quad", oldMap: "Quad", abbreviation: "QD", difficulty: "expert", version: "6", length: "9.35" },
  ...{ numEntrances: "4", numExits: "4", numObjects: "4", hasWater: "on" },
};
const RUN = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad", person: "Ada" };
const link = "https://example.org/proof";

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  const tables = ["completion", "media", "chimps_start", "balance_change", "map", "change"] as const;
  await engine.database.atomic(tables.map((table) => sqlite.deleteFrom(table).compile()));
  app = await testApp(engine);
});

const mapInfo = async () => (await app.get(api.mapInfo({ map: "Quad" }))).body;
const saveMap = (fields: Record<string, string>, who = HELPER) =>
  app.post(api.addMap(), { ...MAP, ...fields }, who);
const logged = async (noun: string) =>
  app.database.query(
    [],
    sqlite.selectFrom("change").selectAll().where("noun", "=", noun).orderBy("seq").compile(),
  );
const newest = async (noun: string, action: string): Promise<string> => {
  const { results } = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body;
  return String(results.find((each) => each.noun === noun && each.action === action)?.seq);
};
const undo = (seq: string, more: Record<string, string> = {}) =>
  app.post(api.undoChange(), { seq, ...more }, HELPER);

describe("two helpers editing one map", () => {
  test("an edit of an older revision is refused with what changed since, and nothing is lost", async () => {
    await saveMap({});
    const { revision } = await mapInfo();
    expect((await saveMap({ miscNotes: "from A", revision: String(revision) })).status).toBe(200);
    const { status, body } = await saveMap(
      { lengthNotes: "from B", revision: String(revision) },
      OTHER_HELPER,
    );
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        error: "Somebody changed Other notes in the meantime. Reload to see the current version.",
        stale: true,
        differs: [{ label: "Other notes", before: "", after: "from A" }],
      },
    });
    expect(await mapInfo()).toMatchObject({ miscNotes: "from A", lengthNotes: "" });
  });

  test("an edit without a revision is accepted, and the history shows what it overwrote", async () => {
    await saveMap({ miscNotes: "from A" });
    expect((await saveMap({ lengthNotes: "from B" }, OTHER_HELPER)).status).toBe(200);
    const { results } = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body;
    expect(results[0]?.changes).toContainEqual({ label: "Other notes", before: "from A", after: "" });
  });

  test("an invalid revision is refused by name", async () => {
    expect(await saveMap({ revision: "x" })).toMatchObject({
      status: 400,
      body: { error: "revision is not a whole number from 0." },
    });
  });
});

test("renaming a map with 300 completions is one change of one row, and changes no completion", async () => {
  for (let at = 0; at < 300; at++)
    await app.add("lcc", { towers: [], map: "Quad", money: at, version: "44" });
  const rows = () =>
    app.database.query([], sqlite.selectFrom("completion").selectAll().orderBy("seq").compile());
  const [before, changes] = [await rows(), (await logged("map")).length];
  expect((await saveMap({ map: "Quad Rivers" })).status).toBe(200);
  expect(await rows()).toEqual(before);
  expect((await logged("map")).length).toBe(changes + 1);
  expect((await logged("completion")).length).toBe(300);
  for (const query of [{ map: "Quad" }, { map: "quad_rivers" }, { query: "rivers" }])
    expect((await app.get(api.list("lcc", query))).body, JSON.stringify(query)).toMatchObject({ count: 300 });
  expect((await app.get(api.list("lcc", { count: 1 }))).body.results).toMatchObject([{ map: "Quad Rivers" }]);
});

describe("a player is identified by name, however it is written", () => {
  beforeEach(async () => {
    for (const [map, person] of [
      ["Quad", "ada"],
      ["Logs", "Ada"],
      ["Hedge", "Ada"],
      ["Skates", "Adá"],
    ] as const)
      await app.add("2mp", { map, towers: ["Glaive Lord"], people: [person] });
  });

  test("leaderboards count all spellings together under the commonest; accents tell players apart", async () => {
    const { personData } = (await app.get(api.personCounts("2mp"))).body;
    expect(personData).toMatchObject([
      { person: "Ada", count: 3 },
      { person: "Adá", count: 1 },
    ]);
  });

  test("a filter finds every spelling, and each completion keeps the name as it was written", async () => {
    const { results } = (await app.get(api.list("2mp", { person: "ADA", sortby: "map" }))).body;
    expect(results.map(({ person }) => person)).toEqual(["Ada", "Ada", "ada"]);
    expect((await app.get(api.users({ query: "ad" }))).body.results).toEqual(["Ada", "Adá"]);
  });
});

describe("undoing a change to a completion", () => {
  let filekey: string;
  const edit = (fields: Record<string, string>, who = HELPER) =>
    app.post(
      api.addSubmit("2tc"),
      { ...RUN, link, edit: "true", "edited-filekey": filekey, "edited-tower1": "", ...fields },
      who,
    );
  const row = async () => (await app.get(api.list("2tc", { filekey }))).body.results[0] ?? {};
  beforeEach(async () => {
    filekey = String((await app.post(api.addSubmit("2tc"), { ...RUN, link }, ADA)).body.filekey);
  });

  test("reverts what the change touched, and keeps later changes", async () => {
    await edit({ notes: "first" });
    const seq = await newest("completion", "edit");
    await edit({ notes: "first", person: "Bob" });
    expect((await undo(seq)).status).toBe(200);
    expect(await row()).toMatchObject({ notes: "", person: "Bob" });
  });

  test("is refused if the same field was changed again, and names the field", async () => {
    await edit({ notes: "first" });
    const seq = await newest("completion", "edit");
    await edit({ notes: "second" });
    expect(await undo(seq)).toMatchObject({
      status: 409,
      body: {
        error: "Notes was changed again since then. Undo the later change first.",
        differs: ["Notes"],
      },
    });
    expect(await row()).toMatchObject({ notes: "second" });
  });

  test("restores the whole earlier state on request, and previews what will be lost", async () => {
    await edit({ notes: "first" });
    const seq = await newest("completion", "edit");
    await edit({ notes: "second", person: "Bob" });
    const preview = await app.getAs(api.undoPreview({ seq }), HELPER.id, HELPER.roles);
    expect(preview.body.changes).toEqual([
      { label: "Player", before: "Bob", after: "Ada" },
      { label: "Notes", before: "second", after: "" },
    ]);
    expect((await undo(seq, { whole: "1" })).status).toBe(200);
    expect(await row()).toMatchObject({ notes: "", person: "Ada" });
  });

  test("that verified it keeps a later edit", async () => {
    await app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER);
    const seq = await newest("completion", "verify");
    await edit({ notes: "later" });
    expect((await undo(seq)).status).toBe(200);
    expect(await row()).toMatchObject({ notes: "later", pending: ADA.id });
  });

  test("that deleted it is refused if the combination has been taken since", async () => {
    await app.post(
      api.deleteSubmit("2tc"),
      { entries: JSON.stringify([["Quincy", "Absolute Zero", "Quad"]]) },
      HELPER,
    );
    const seq = await newest("completion", "delete");
    await app.post(api.addSubmit("2tc"), { ...RUN, link, verify: "on" }, OTHER_HELPER);
    expect(await undo(seq)).toMatchObject({ status: 409, body: { error: "2TC already exists" } });
  });

  test("is allowed only to helpers, and so is its preview", async () => {
    const seq = await newest("completion", "add");
    expect((await app.post(api.undoChange(), { seq }, ADA)).status).toBe(403);
    expect((await app.getAs(api.undoPreview({ seq }), ADA.id)).status).toBe(403);
  });
});

describe("a completion's revision", () => {
  const RUN_OF = {
    edit: "true",
    "edited-tower1": "Quincy",
    "edited-tower2": "Absolute Zero",
    "edited-map": "Quad",
  };
  const revision = async () =>
    (
      await app.getAs(
        api.editInfo("2tc", { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad" }),
        HELPER.id,
        HELPER.roles,
      )
    ).body.revision;

  test("is increased by an edit, not by verification", async () => {
    const { body } = await app.post(api.addSubmit("2tc"), { ...RUN, link }, ADA);
    expect(await revision()).toBe(1);
    await app.post(api.verifyCompletions(), { entries: JSON.stringify([body.filekey]) }, HELPER);
    expect(await revision()).toBe(1);
    await app.post(api.addSubmit("2tc"), { ...RUN, ...RUN_OF, link, notes: "more" }, HELPER);
    expect(await revision()).toBe(2);
  });

  test("makes an edit of an older one fail, with the fields that somebody else changed", async () => {
    await app.post(api.addSubmit("2tc"), { ...RUN, link }, ADA);
    await app.post(api.addSubmit("2tc"), { ...RUN, ...RUN_OF, link, notes: "A", revision: "1" }, HELPER);
    const late = await app.post(
      api.addSubmit("2tc"),
      { ...RUN, ...RUN_OF, link, person: "Bob", revision: "1" },
      OTHER_HELPER,
    );
    expect(late).toMatchObject({
      status: 409,
      body: { stale: true, differs: [{ label: "Notes", before: "", after: "A" }] },
    });
  });
});

test("a member cannot verify a completion, even if the write is called directly", async () => {
  const { body } = await app.post(api.addSubmit("2tc"), { ...RUN, link }, ADA);
  const person = { id: ADA.id, isMember: true, isVerifier: false, isHelper: false, isAdministrator: false };
  const site = { siteOrigin: "http://localhost:3000", mediaOrigin: null };
  const context = await writeContext(
    {
      ...{ data: openData(app.database), challenges: CHALLENGES, ...site, now: () => new Date() },
      signIn: tenantSignIn(),
    },
    person,
  );
  await expect(verifyCompletions([String(body.filekey)], new Map(), context)).rejects.toMatchObject({
    status: 403,
  });
  expect((await app.get(api.list("2tc"))).body.results).toMatchObject([{ pending: ADA.id }]);
});
