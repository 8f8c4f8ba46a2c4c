import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { FACTS } from "../catalogue.ts";
import { type TestApp, testApp } from "../factories.ts";

const ADA = { id: "ada" };
const link = "https://example.org/proof";

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  app = await testApp(engine);
  // One engine has one database for the whole file: remove the rows of other tests.
  await engine.database.atomic([sqlite.deleteFrom("completion").compile()]);
});

const submit = (challenge: string, fields: Readonly<Record<string, string>>) =>
  app.post(api.addSubmit(challenge), { map: "Quad", person: "Ada", link, ...fields }, ADA);

describe("LTC", () => {
  const ltc = { completiontype: "og" };

  test("accepts every name of the catalogue: types, base towers, upgrades, heroes", async () => {
    const { true: heroes = [], false: others = [] } = Object.groupBy(FACTS.names, ({ category }) =>
      String(category === "hero"),
    );
    // A game has one hero.
    const sets = [
      ...[0, 90, 180, 270].map((at) => others.slice(at, at + 90)),
      ...heroes.map((hero) => [hero, ...others.slice(0, 1)]),
    ];
    expect(sets.flat().length).toBeGreaterThanOrEqual(FACTS.names.length);
    for (const names of sets) {
      const towerset = JSON.stringify(names.map(({ name }) => name));
      expect((await submit("ltc", { ...ltc, towerset })).body).toMatchObject({ inserted: true });
    }
  });

  test("accepts what today's clients send, and finds it by its tower type, too", async () => {
    await submit("ltc", {
      ...ltc,
      towerset: '["Base Dart","crossbow_master","Quincy","Hearld Of Everfrost"]',
    });
    const { body } = await app.get(api.list("ltc"));
    expect(body.results).toMatchObject([
      { towerset: '["Base Dart","Crossbow Master","Quincy","Herald of Everfrost"]' },
    ]);
    for (const included of ["Crossbow Master", "Dart Monkey", "Quincy,Dart Monkey"])
      expect((await app.get(api.list("ltc", { towerincludes: included }))).body.count, included).toBe(1);
    expect((await app.get(api.list("ltc", { towerincludes: "Tack Shooter" }))).body.count).toBe(0);
  });

  test("without any tower is refused once, with the message for a missing field", async () => {
    const { status, body } = await submit("ltc", { ...ltc, towerset: "[]", upgradeset: '["0-2-5"]' });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ towerset: "Towers is missing." });
  });

  test("with upgrades for more towers than it has is refused with that reason", async () => {
    const { body } = await submit("ltc", { ...ltc, towerset: '["Quincy"]', upgradeset: '["0-2-5","2-0-5"]' });
    expect(body.fields).toEqual({ upgradeset: "Upgrades has more entries than there are towers." });
  });
});

test.each([
  ["2tc", "tower1", "Sauda", "Sauda is not allowed in this challenge, because it can win the game alone."],
  ["2tc", "tower2", "alch", "Alchemist is a tower type: Tower 2 takes base towers, upgrades and heroes."],
  ["2tc", "tower2", "Wall of Ice", 'Tower 2 is not a tower in the game: "Wall of Ice".'],
  ["2mp", "entity", "Druid", "Druid is a tower type: Tower takes base towers, upgrades and heroes."],
  ["fttc", "towerset", '["Quincy"]', "Quincy is a hero: Tower Types takes tower types."],
  ["fttc", "towerset", '["Base Ice"]', "Base Ice is an upgrade: Tower Types takes tower types."],
  ["fttc", "towerset", "[]", "Tower Types is missing."],
  ["ltc", "towerset", '["Wall"]', 'Towers contains something that is not a tower in the game: "Wall".'],
])("%s: the %s %s is refused with the reason that applies", async (challenge, name, text, sentence) => {
  const others = { tower1: "Quincy", tower2: "Absolute Zero", completiontype: "og" };
  const { status, body } = await submit(challenge, { ...others, [name]: text });
  expect([status, body.fields]).toEqual([400, { [name]: sentence }]);
});
