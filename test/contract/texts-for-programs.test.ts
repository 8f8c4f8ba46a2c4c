import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";

// Existing programs show version, date and upgrades as they are, and fail at null. The existing index always has a text
// there; what was moved in from it may lack one that could not be read.

const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

const rowOf = async (challenge: string, filekey: string, read = api.list) =>
  (await app.get(read(challenge, { filekey }))).body.results[0];

/** An original of each challenge that has originals, by what names it. */
const ORIGINALS = [
  ["2tc", { towers: ["Quincy", "Ezili"] }, { tower1: "Ezili", tower2: "Quincy" }],
  ["2tcc", { towers: ["Quincy", "Ezili"], people: ["Ada", "Bob"] }, { tower1: "Quincy", tower2: "Ezili" }],
  ["2mp", { towers: ["Quincy"] }, { entity: "Quincy" }],
  ["fttc", { towers: ["Druid"] }, { map: "Quad", towerset: '["Druid"]' }],
] as const;

test.each(ORIGINALS)(
  "an OG of %s has a text where nothing is known, pending and verified",
  async (challenge, values, keys) => {
    const named = {
      ...values,
      towers: [...values.towers],
      people: [...("people" in values ? values.people : ["Ada"])],
    };
    const texts = Object.entries(CHALLENGES.get(challenge)?.fields ?? {}).flatMap(([name, { kind }]) =>
      ["version", "date", "upgrade"].includes(kind) ? [name] : [],
    );
    expect(texts.length).toBeGreaterThan(1);
    const unknown = Object.fromEntries(texts.map((name) => [name, "unknown"]));
    const { id } = await app.add(challenge, { ...named, og: true });
    const ofPair = await app.add(challenge, { ...named, map: "Logs" });
    expect(await rowOf(challenge, id)).toMatchObject(unknown);
    expect((await app.get(api.ogInfo(challenge, keys))).body.result).toMatchObject(unknown);
    const info = (await app.get(api.ogInfo(challenge, keys))).body.result as Record<string, unknown>;
    expect(Object.keys(info)).not.toContain("og");
    // Our own pages say that nothing is known.
    expect((await rowOf(challenge, id, api.dated))?.version).toBeNull();
    // Cash is a number, so it stays null, as does what has no original at all.
    if (challenge === "2tcc") expect((await rowOf(challenge, id))?.money).toBeNull();
    expect((await rowOf(challenge, ofPair.id))?.version).toBeNull();
    const none = await app.add(challenge, {
      ...named,
      towers: named.towers.map(() => "Ice Monkey"),
      map: "Hedge",
    });
    expect((await rowOf(challenge, none.id))?.version).toBeNull();
    await app.add(challenge, {
      ...{ ...named, towers: named.towers.map(() => "Glue Gunner"), map: "Hedge", og: true },
      ...{ pending: "mallory", verifiedBy: null },
    });
    const [claim] = (await app.get(api.list(challenge, { pending: "1" }))).body.results;
    expect(claim).toMatchObject(unknown);
  },
);

test("every row of a pair has a text for what its original lacks", async () => {
  const towers = ["Quincy", "Ezili"];
  await app.add("2tc", { towers, og: true, version: "44", upgrades: ["0-0-0", null] });
  const { id } = await app.add("2tc", { towers, map: "Logs" });
  expect(await rowOf("2tc", id)).toMatchObject({
    ...{ og: false, version: "44", date: "unknown", upgrade1: "0-0-0", upgrade2: "unknown" },
  });
});

test("an LTC, LCC or LCD without a version or a date has a text for it", async () => {
  for (const challenge of ["ltc", "lcc", "lcd"]) {
    const { id } = await app.add(challenge, {
      towers: challenge === "ltc" ? ["Quincy"] : [],
      date: "2024-05-01",
    });
    expect(await rowOf(challenge, id)).toMatchObject({ version: "unknown", date: "2024-05-01" });
    const { body } = await app.get(api.list(challenge, { map: "Quad" }));
    expect(body.results).toMatchObject([{ version: "unknown", date: "2024-05-01" }]);
  }
  // What an LTC's towers are upgraded to may be unknown one by one.
  expect((await app.get(api.list("ltc"))).body.results[0]?.upgradeset).toBe("[null]");
});

test("a form that was filled from such an answer leaves what is not known", async () => {
  const { id } = await app.add("2tc", { towers: ["Quincy", "Ezili"], og: true });
  const form = {
    ...{ tower1: "Quincy", tower2: "Ezili", map: "Quad", person: "Ada", notes: "mended", og: "on" },
    ...{ link: "https://example.org/proof", edit: "true", "edited-filekey": id },
    ...{ upgrade1: "unknown", upgrade2: "0-5-2", version: "unknown", date: "unknown" },
  };
  expect(await app.post(api.addSubmit("2tc"), form, HELPER)).toMatchObject({ status: 200 });
  expect(await rowOf("2tc", id, api.dated)).toMatchObject({
    ...{ notes: "mended", upgrade1: null, upgrade2: "0-5-2", version: null, date: null },
  });
  // Of a new one it is no version.
  const { edit: _, "edited-filekey": __, ...added } = { ...form, map: "Logs", tower1: "Druid" };
  expect((await app.post(api.addSubmit("2tc"), added, HELPER)).status).toBe(400);
});
