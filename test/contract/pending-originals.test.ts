import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { type TestApp, testApp } from "../factories.ts";

const MEMBER = { id: "mallory" };
const HELPER = { id: "hel", roles: ["Index Helper"] };
/** What somebody claims about an original that no helper has seen. */
const FAKE = { upgrade: "FAKE", version: "12.0", date: "2019-01-01" };

let app: TestApp;
let claim: string;
let verified: string;
beforeAll(async () => {
  app = await testApp(await openEngine());
  verified = (await app.add("2mp", { map: "Quad", towers: ["Glaive Lord"], people: ["Ada"] })).id;
  const { body } = await app.post(
    api.addSubmit("2mp"),
    {
      entity: "Glaive Lord",
      map: "Logs",
      person: "Mallory",
      og: "on",
      link: "https://example.org/x",
      ...FAKE,
    },
    MEMBER,
  );
  claim = String(body.filekey);
});

const rowOf = async (filekey: string) => (await app.get(api.list("2mp", { filekey }))).body.results[0] ?? {};
const ogInfo = async (query: Record<string, string>) => {
  const { status, body } = await app.get(api.ogInfo("2mp", query));
  return { status, result: body.result };
};

test("the extras of a pending original are shown on it, and on no verified row", async () => {
  expect(await rowOf(claim)).toMatchObject({ ...FAKE, pending: MEMBER.id, og: true });
  expect(await rowOf(verified)).toMatchObject({ upgrade: null, version: null, date: null, pending: null });
});

test("filters on extras find only the claim", async () => {
  for (const query of [{ date: FAKE.date }, { upgrade: FAKE.upgrade }, { version: "12" }]) {
    const { results } = (await app.get(api.list("2mp", query))).body;
    expect(
      results.map(({ filekey }) => filekey),
      JSON.stringify(query),
    ).toEqual([claim]);
  }
});

test("while no original is verified, OG info returns the claim to be it, marked as pending, however it is asked for", async () => {
  const named = { status: 200, result: { ...FAKE, map: "Logs", pending: MEMBER.id } };
  expect(await ogInfo({ entity: "Glaive Lord" })).toMatchObject(named);
  expect(await ogInfo({ entity: "Glaive Lord", map: "Quad" })).toMatchObject(named);
  expect(await ogInfo({ entity: "glaive_lord", map: "logs" })).toMatchObject(named);
  expect(await ogInfo({ filekey: claim })).toMatchObject(named);
});

test("of several claims to be the original, OG info returns the one that is named, else the oldest", async () => {
  const { body } = await app.post(
    api.addSubmit("2mp"),
    {
      entity: "Glaive Lord",
      map: "Hedge",
      og: "on",
      person: "Eve",
      link: "https://example.org/late",
      ...FAKE,
    },
    { ...MEMBER, id: "another-member" },
  );
  expect(body).toMatchObject({ inserted: true });
  expect((await ogInfo({ entity: "Glaive Lord" })).result).toMatchObject({ map: "Logs" });
  expect((await ogInfo({ filekey: String(body.filekey) })).result).toMatchObject({ map: "Hedge" });
  expect((await ogInfo({ entity: "Icicles" })).status).toBe(404);
});

test("the leaderboard of originals does not count the claim, and the table has only verified completions", async () => {
  expect((await app.get(api.personCounts("2mp", { og: 1 }))).body.personData ?? []).toEqual([]);
  const { body } = await app.get(api.table("2mp"));
  const maps = (body.mapList as { map: string }[]).map(({ map }) => map);
  const bits = BigInt(`0x${(body.tableData as Record<string, string>)["Glaive Lord"]}`);
  expect(bits).toBe(1n << BigInt(maps.indexOf("Quad")));
});

test("once the claim is verified, every row carries its extras, and OG info returns it", async () => {
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([claim]) }, HELPER);
  expect(await rowOf(verified)).toMatchObject(FAKE);
  const { status, result } = await ogInfo({ entity: "Glaive Lord" });
  expect({ status, result }).toMatchObject({ status: 200, result: { ...FAKE, map: "Logs" } });
  expect(result).not.toHaveProperty("pending");
});
