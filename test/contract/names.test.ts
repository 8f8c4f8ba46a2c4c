import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { communityNames } from "../../domain/game/community-names.ts";
import { readListQuery } from "../../domain/lists/list-query.ts";
import { describeApi } from "../../site/openapi.ts";
import { FACTS } from "../catalogue.ts";
import { type TestApp, testApp } from "../factories.ts";

const COMMUNITY_NAMES = communityNames(FACTS);
const HELPER = { id: "hel", roles: ["Index Helper"] };

/** The names in these tests, as the game spells them and as the community's index does. */
const [STORM, MAUL, RING, OUCH, KARTS] = [
  ["Druid of the Storm", "Druid Of The Storm"],
  ["Maim MOAB", "Maim Moab"],
  ["Ring of Fire", "Ring Of Fire"],
  ["#Ouch", "#ouch"],
  ["KartsNDarts", "Kartsndarts"],
] as const;

/** The site with its default setting, and one set to the game's names, on the same data. */
let app: TestApp;
let set: TestApp;

beforeAll(async () => {
  const engine = await openEngine();
  app = await testApp(engine, undefined, { apiNames: "community" });
  set = await testApp(engine, undefined, { apiNames: "game" });
  const pair = { towers: [STORM[0], MAUL[0]], upgrades: ["3-0-0", "0-0-3"], og: true, map: OUCH[0] };
  // What people write is never respelled, even if it contains names.
  const texts = { people: [STORM[0]], notes: `${STORM[0]} on ${OUCH[0]}` };
  await app.add("2tc", { ...pair, ...texts, link: `https://example.org/${KARTS[0]}` });
  await app.add("2tcc", { ...pair, people: [STORM[0], "Bob"] });
  await app.add("2mp", { towers: [MAUL[0]], upgrades: ["0-0-3"], og: true, map: KARTS[0] });
  await app.add("fttc", { towers: ["Druid", "Engineer Monkey"], og: true, map: OUCH[0] });
  await app.add("ltc", { towers: [RING[0], "Quincy", "Druid"], upgrades: ["4-0-0", null], map: OUCH[0] });
  await app.add("lcc", { money: 5000, version: "44.0", date: "2026-01-01", map: KARTS[0] });
  await app.add("lcd", { money: 5000, version: "44.0", date: "2026-01-01", map: KARTS[0] });
  const start = { map: KARTS[0], title: `${RING[0]} on ${KARTS[0]}`, link: "https://example.org/start" };
  await app.post(api.addChimpsStart(), start, HELPER);
  const change = { tower: "Engineer Monkey", version: "99", change: "XXXL Trap holds more", nature: "buff" };
  await app.post(api.addBalanceChange(), change, HELPER);
});

/** Addresses that existing programs use, with their answers in either spelling. */
const ANSWERS: readonly (readonly [path: string, community: object, game: object])[] = [
  [
    api.list("2tc"),
    {
      results: [{ tower1: STORM[1], tower2: MAUL[1], map: OUCH[1], person: STORM[0], difficulty: "expert" }],
    },
    { results: [{ tower1: STORM[0], tower2: MAUL[0], map: OUCH[0], person: STORM[0] }] },
  ],
  [
    api.list("2tcc"),
    { results: [{ tower1: STORM[1], map: OUCH[1], person1: STORM[0] }] },
    { results: [{ tower1: STORM[0], map: OUCH[0] }] },
  ],
  [
    api.list("2mp"),
    { results: [{ entity: MAUL[1], map: KARTS[1], upgrade: "0-0-3" }] },
    { results: [{ entity: MAUL[0], map: KARTS[0] }] },
  ],
  [
    api.list("fttc"),
    { results: [{ towerset: '["Druid Monkey","Engineer"]', map: OUCH[1] }] },
    { results: [{ towerset: '["Druid","Engineer Monkey"]', map: OUCH[0] }] },
  ],
  [
    api.list("ltc"),
    {
      results: [{ towerset: '["Ring Of Fire","Quincy","Druid Monkey"]', upgradeset: '["4-0-0",null,null]' }],
    },
    { results: [{ towerset: '["Ring of Fire","Quincy","Druid"]', map: OUCH[0] }] },
  ],
  [api.list("lcc"), { results: [{ map: KARTS[1], money: 5000 }] }, { results: [{ map: KARTS[0] }] }],
  [api.list("lcd"), { results: [{ map: KARTS[1] }] }, { results: [{ map: KARTS[0] }] }],
  [
    api.ogInfo("2tc") + query({ tower1: STORM[1], tower2: MAUL[1], map: OUCH[1] }),
    { result: { tower1: STORM[1], tower2: MAUL[1], upgrade1: "3-0-0", map: OUCH[1], person: STORM[0] } },
    { result: { tower1: STORM[0], tower2: MAUL[0], upgrade1: "3-0-0", map: OUCH[0] } },
  ],
  [
    api.ogInfo("2mp") + query({ entity: MAUL[1] }),
    { result: { entity: MAUL[1], map: KARTS[1] } },
    { result: { entity: MAUL[0], map: KARTS[0] } },
  ],
  [
    api.ogInfo("fttc") + query({ map: OUCH[1], towerset: '["Engineer","Druid Monkey"]' }),
    { result: { towerset: '["Druid Monkey","Engineer"]', map: OUCH[1] } },
    { result: { towerset: '["Druid","Engineer Monkey"]', map: OUCH[0] } },
  ],
  [
    api.table("2mp"),
    {
      mapList: expect.arrayContaining([{ map: KARTS[1], difficulty: "intermediate" }]),
      tableData: { [MAUL[1]]: expect.any(String) },
    },
    {
      mapList: expect.arrayContaining([{ map: KARTS[0], difficulty: "intermediate" }]),
      tableData: { [MAUL[0]]: expect.any(String) },
    },
  ],
  [
    api.personCounts("2tc"),
    { personData: [{ person: STORM[0], favoritemap: OUCH[1] }] },
    { personData: [{ person: STORM[0], favoritemap: OUCH[0] }] },
  ],
  [
    api.personCounts("2mp"),
    { personData: [{ favoritemap: KARTS[1] }] },
    { personData: [{ favoritemap: KARTS[0] }] },
  ],
  [
    api.maps(),
    { results: expect.arrayContaining(Object.values(COMMUNITY_NAMES.map)) },
    { results: expect.arrayContaining(Object.keys(COMMUNITY_NAMES.map)) },
  ],
  [api.mapInfo({ map: OUCH[1] }), { map: OUCH[1], abbreviation: "OU" }, { map: OUCH[0], abbreviation: "OU" }],
  [
    api.chimpsStarts({ map: KARTS[1] }),
    { results: [{ map: KARTS[1], title: `${RING[0]} on ${KARTS[0]}` }] },
    { results: [{ map: KARTS[0], title: `${RING[0]} on ${KARTS[0]}` }] },
  ],
  [
    api.balanceChanges({ tower: "Engineer", version: 99 }),
    { results: [{ tower: "Engineer", change: "XXXL Trap holds more" }] },
    { results: [{ tower: "Engineer Monkey", change: "XXXL Trap holds more" }] },
  ],
];

function query(parameters: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(parameters)}`;
}

const asking = (path: string, names: string): string =>
  `${path}${path.includes("?") ? "&" : "?"}names=${names}`;

describe.each(ANSWERS)("%s", (path, community, game) => {
  test("uses the community's names unless the site's setting or the request says otherwise", async () => {
    expect((await app.get(path)).body).toMatchObject(community);
    expect((await app.get(asking(path, "community"))).body).toMatchObject(community);
    expect((await app.get(asking(path, "game"))).body).toMatchObject(game);
    expect((await set.get(path)).body).toMatchObject(game);
    expect((await set.get(asking(path, "community"))).body).toMatchObject(community);
  });

  test("refuses any other value of names", async () => {
    expect(await app.get(asking(path, "wiki"))).toMatchObject({
      status: 400,
      body: { error: 'The parameter "names" must be one of community, game.' },
    });
  });
});

test("the CSV uses the same names, and leaves people, notes and links unchanged", async () => {
  const row = async (path: string) => (await (await app.app.request(path)).text()).split("\r\n")[1];
  expect(await row(api.csv("2tc"))).toMatch(
    /^Druid Of The Storm,Maim Moab,#ouch,Druid of the Storm,https:\/\/example\.org\/KartsNDarts,1,/,
  );
  expect(await row(api.csv("2tc", { names: "game" }))).toMatch(/^Druid of the Storm,Maim MOAB,#Ouch,/);
});

test("the newest completions, the changes and the edit form use the game's names, whatever the setting", async () => {
  const { body } = await app.get(api.newest({ count: 100 }));
  expect(JSON.stringify(body)).not.toMatch(/Druid Of|Maim Moab|#ouch|Kartsndarts/);
  const log = await app.getAs(api.changes(), HELPER.id, HELPER.roles);
  expect(JSON.stringify(log.body)).not.toMatch(/Kartsndarts|"Engineer"/);
  const { body: info } = await app.getAs(api.editInfo("2mp", { entity: MAUL[1], map: KARTS[1] }), "ada");
  expect(info).toMatchObject({ result: { entity: MAUL[0], map: KARTS[0] } });
});

test("pages get the game's names, whatever the setting", async () => {
  const twoTowers = CHALLENGES.get("2tc");
  if (!twoTowers) throw new Error("2tc");
  const { completions, maps, chimpsStarts } = app.reads;
  const list = await completions.list(twoTowers, readListQuery(twoTowers, new URLSearchParams(), FACTS));
  expect(list.rows[0]).toMatchObject({ towers: [STORM[0], expect.any(String)], map: OUCH[0] });
  expect((await maps.info(OUCH[1])).map).toBe(OUCH[0]);
  expect(await maps.names()).toContain(KARTS[0]);
  expect((await chimpsStarts.all())[0]?.map).toBe(KARTS[0]);
});

test.each(Object.entries(COMMUNITY_NAMES.map))("the map %s is also found as %s", async (name, spelling) => {
  expect((await app.get(api.mapInfo({ map: spelling, names: "game" }))).body.map).toBe(name);
});

test.each(Object.entries(COMMUNITY_NAMES.tower))(
  "%s is also found by searching for %s",
  async (name, spelling) => {
    const id = (await app.add("ltc", { map: "Quad", towers: [name], people: [`Of ${name}`] })).id;
    for (const words of [name, spelling]) {
      const { body } = await app.get(
        api.list("ltc", { query: words, map: "Quad", towerset: JSON.stringify([words]) }),
      );
      expect(body.results.map(({ filekey }) => filekey)).toEqual([id]);
    }
  },
);

test("the API description lists every spelling, and which addresses take names", () => {
  const described = describeApi(CHALLENGES.values(), "", FACTS);
  expect(described["x-names"]).toEqual(COMMUNITY_NAMES);
  expect(Object.keys(COMMUNITY_NAMES.tower)).toHaveLength(40);
  expect(Object.keys(COMMUNITY_NAMES.map)).toHaveLength(4);
  const paths = described.paths as Record<string, { get?: { parameters: { name: string }[] } }>;
  const taking = Object.keys(paths).filter((path) =>
    paths[path]?.get?.parameters.some(({ name }) => name === "names"),
  );
  const asked = ANSWERS.map(([path]) => path.split("?")[0]);
  const others = [
    "/fetch-2tcc-og-info",
    "/fetch-catalogue",
    ...Array.from(CHALLENGES.keys(), (key) => api.csv(key)),
  ];
  expect(taking.sort()).toEqual([...new Set([...asked, ...others])].sort());
});
