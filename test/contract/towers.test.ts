import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { FACTS } from "../catalogue.ts";
import { type TestApp, testApp } from "../factories.ts";

let app: TestApp;
const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

/** Returns the maps of the completions that a query finds. Each completion here is on a different map. */
async function maps(path: string): Promise<unknown[]> {
  const { status, body } = await app.get(path);
  expect(status, body.error).toBe(200);
  return body.results.map((row) => row.map).sort();
}

beforeAll(async () => {
  app = await testApp(await openEngine());
  const og = { og: true, upgrades: ["0-5-2", "3-0-2"], version: "44.1", date: "2024-08-01" };
  await app.add("2tc", {
    map: "Quad",
    towers: ["Absolute Zero", "Spike-o-pult"],
    ...og,
    people: ["Zoë 🎈 Łuk"],
  });
  await app.add("2tc", { map: "Logs", towers: ["Spike-o-pult", "Absolute Zero"] });
  await app.add("2tc", { map: "#Ouch", towers: ["Quincy", "Absolute Zero"], people: ['AND "Not" (77) *-'] });
  await app.add("2tc", { map: "Hedge", towers: ["Base Ice", "Icicles"], people: ["O'Neil, Jr."] });
  await app.add("2tc", {
    map: "Cubism",
    towers: ["Quincy", "Ezili"],
    og: true,
    version: "9.2",
    date: "2020-01-01",
  });
  await app.add("2tcc", {
    map: "Quad",
    towers: ["Quincy", "Ezili"],
    people: ["Ada", "Bob"],
    ...og,
    money: 700,
  });
  await app.add("2tcc", { map: "Logs", towers: ["Ezili", "Quincy"], people: ["BOB", "Cy"] });
  await app.add("2mp", { map: "Quad", towers: ["Juggernaut"], ...og, upgrades: ["5-0-2"] });
  await app.add("2mp", { map: "Logs", towers: ["Juggernaut"] });
  await app.add("fttc", {
    map: "Quad",
    towers: ["Druid", "Alchemist"],
    og: true,
    version: "30.0",
    date: "2022-01-01",
  });
  await app.add("fttc", { map: "Logs", towers: ["Druid"] });
  await app.add("ltc", { map: "Quad", towers: ["Druid", "Quincy", "Druid"], upgrades: ["0-0-5"] });
  await app.add("ltc", { map: "Logs", towers: ["Alchemist"], completionType: "cheapest" });
  await app.add("ltc", {
    map: "Quad",
    towers: ["Druid", "Druid", "Quincy"],
    completionType: "heroless",
    notes: "other",
  });
  await app.add("lcc", { map: "Quad", towers: [], money: 9, version: "9.9", date: "2019-01-01" });
  await app.add("lcc", { map: "Quad", towers: [], money: 8, version: "44.10", date: "2024-01-01" });
  await app.add("lcc", { map: "Quad", towers: [], money: 7, version: "44.9", date: "2023-01-01" });
});

test("towerquery matches types and names in either order, each with a different tower", async () => {
  const query = (towers: unknown) => maps(`/fetch-2tc?towerquery=${json(towers)}`);
  expect(await query(["Absolute Zero"])).toEqual(["#Ouch", "Logs", "Quad"]);
  expect(await query(["Ice Monkey"])).toEqual(["#Ouch", "Hedge", "Logs", "Quad"]);
  expect(await query(["Dart Monkey", "Ice Monkey"])).toEqual(["Logs", "Quad"]);
  expect(await query(["Ice Monkey", "Dart Monkey"])).toEqual(["Logs", "Quad"]);
  expect(await query(["Ice Monkey", "Ice Monkey"])).toEqual(["Hedge"]);
  expect(await query(["absolute_zero", "QUINCY"])).toEqual(["#Ouch"]);
  expect(await query(["Nonsense"])).toEqual([]);
  expect(await query([])).toHaveLength(5);
  expect(await maps(`/fetch-2mp?towerquery=${json(["Dart Monkey"])}`)).toEqual(["Logs", "Quad"]);
});

test.each(["{", '{"a":1}', "[1]", "[null]", '["a","b","c"]'])(
  "a towerquery of %s is refused by name",
  async (text) => {
    const { status, body } = await app.get(`/fetch-2tc?towerquery=${encodeURIComponent(text)}`);
    expect(status).toBe(400);
    expect(body.error).toContain('"towerquery"');
  },
);

test("towerquery takes only one tower for 2MP", async () => {
  expect((await app.get(`/fetch-2mp?towerquery=${json(["Juggernaut", "Quincy"])}`)).status).toBe(400);
});

test("tower1 alone matches by position; tower1 and tower2 together match in either order", async () => {
  expect(await maps("/fetch-2tc?tower1=Absolute%20Zero")).toEqual(["Quad"]);
  expect(await maps("/fetch-2tc?tower2=Absolute%20Zero")).toEqual(["#Ouch", "Logs"]);
  const pair = await maps("/fetch-2tc?tower1=Absolute%20Zero&tower2=Spike-O-Pult");
  expect(pair).toEqual(["Logs", "Quad"]);
  expect(await maps("/fetch-2tc?tower1=Spike-o-pult&tower2=Absolute%20Zero")).toEqual(pair);
});

test("towerincludes accepts a JSON array, a JSON string or a comma-separated list; towercount counts", async () => {
  for (const value of [json(["Alch", "Druid"]), "Druid,alchemist", "druid%20monkey%2CAlchemist"]) {
    expect(await maps(`/fetch-fttc?towerincludes=${value}`)).toEqual(["Quad"]);
  }
  expect(await maps(`/fetch-fttc?towerincludes=${json("Druid")}`)).toEqual(["Logs", "Quad"]);
  expect(await maps("/fetch-ltc?towerincludes=Quincy,Druid")).toEqual(["Quad", "Quad"]);
  expect(await maps('/fetch-ltc?towerincludes="Quincy","Druid Monkey"')).toEqual(["Quad", "Quad"]);
  expect((await app.get('/fetch-ltc?towerincludes="Quincy","Druid')).status).toBe(400);
  expect(await maps("/fetch-ltc?towercount=1")).toEqual(["Logs"]);
  expect(await maps("/fetch-fttc?towercount=3")).toEqual([]);
  expect((await app.get("/fetch-ltc?towerincludes=[")).status).toBe(400);
});

test("towerincludes counts a tower once in any spelling, and says how many it accepts", async () => {
  const many = Array.from({ length: 900 }, (_, at) => (at % 2 ? "Druid" : "quincy"))
    .join(",")
    .slice(0, 4_990);
  expect(await maps(`/fetch-ltc?towerincludes=${many.slice(0, many.lastIndexOf(","))}`)).toEqual([
    "Quad",
    "Quad",
  ]);
  const all = FACTS.names
    .map(({ name }) => name)
    .slice(0, 30)
    .join(",");
  const { status, body } = await app.get(`/fetch-ltc?towerincludes=${encodeURIComponent(all)}`);
  expect({ status, error: body.error }).toEqual({
    status: 400,
    error: 'The parameter "towerincludes" names more than 20 towers.',
  });
});

test("a search may have many words, on either engine", async () => {
  const words = Array.from({ length: 20 }, (_, at) => `word${at}`).join(" ");
  expect(await app.get(`/fetch-2tc?query=${encodeURIComponent(words)}`)).toMatchObject({
    status: 200,
    body: { count: 0 },
  });
});

test("towercount must be a whole number", async () => {
  expect((await app.get("/fetch-ltc?towercount=-1")).status).toBe(400);
});

test("a towerset is found in any order, ignoring whitespace, with as many of each tower", async () => {
  expect(await maps(`/fetch-fttc?towerset=${encodeURIComponent('[ "Alchemist" , "Druid" ]')}`)).toEqual([
    "Quad",
  ]);
  const ofLtc = (towers: string) =>
    maps(`/fetch-ltc?completiontype=og&towerset=${encodeURIComponent(towers)}`);
  expect(await ofLtc('["Druid", "Quincy",  "Druid"]')).toEqual(["Quad"]);
  expect(await ofLtc('["Quincy","Druid","Druid"]')).toEqual(["Quad"]);
  expect(await ofLtc('["Quincy","Druid"]')).toEqual([]);
  expect((await app.get("/fetch-fttc?towerset=Druid")).status).toBe(400);
});

test("an upgradeset is as long as its towerset", async () => {
  const { body } = await app.get("/fetch-ltc?completiontype=og");
  expect(body.results[0]).toMatchObject({
    towerset: '["Druid","Quincy","Druid"]',
    upgradeset: '["0-0-5",null,null]',
    completiontype: "og",
  });
});

test("rows carry their original's extras, each next to the tower that it belongs to", async () => {
  const { body } = await app.get("/fetch-2tc?tower1=Absolute%20Zero&tower2=Spike-o-pult&sortby=map");
  const extras = { version: "44.1", date: "2024-08-01" };
  expect(body.results[0]).toMatchObject({
    map: "Logs",
    og: false,
    upgrade1: "3-0-2",
    upgrade2: "0-5-2",
    ...extras,
  });
  expect(body.results[1]).toMatchObject({
    map: "Quad",
    og: true,
    upgrade1: "0-5-2",
    upgrade2: "3-0-2",
    ...extras,
  });
  const { body: coop } = await app.get("/fetch-2tcc?map=Logs");
  expect(coop.results[0]).toMatchObject({ og: false, money: 700, version: "44.1", upgrade1: "3-0-2" });
});

test("filters on extras match what a row carries, and the version only OG rows", async () => {
  expect(await maps("/fetch-2tc?date=2024-08-01")).toEqual(["Logs", "Quad"]);
  expect(await maps("/fetch-2tc?upgrade1=3-0-2")).toEqual(["Logs"]);
  expect(await maps("/fetch-2tcc?money=700")).toEqual(["Logs", "Quad"]);
  expect(await maps("/fetch-2tc?version=44")).toEqual(["Quad"]);
  expect(await maps("/fetch-2tc?version=44.1")).toEqual(["Quad"]);
  expect(await maps("/fetch-2tc?version=44.2")).toEqual([]);
});

test("an original is found by its OG identity alone, and returned with the towers in the order requested", async () => {
  const { status, body } = await app.get("/fetch-2tc-og-info?tower1=Spike-o-pult&tower2=absolute-zero");
  expect(status).toBe(200);
  expect(body.result).toMatchObject({
    tower1: "Spike-o-pult",
    tower2: "Absolute Zero",
    upgrade1: "3-0-2",
    upgrade2: "0-5-2",
    version: "44.1",
    date: "2024-08-01",
    map: "Quad",
    link: "https://example.org/proof",
  });
  expect((await app.get("/fetch-2mp-og-info?entity=juggernaut")).body.result).toMatchObject({
    upgrade: "5-0-2",
  });
  expect((await app.get("/fetch-2tcc-og-info?tower1=Quincy&tower2=Ezili")).body.result).toMatchObject({
    money: 700,
  });
  const fttc = await app.get(`/fetch-fttc-og-info?map=qd&towerset=${json(["Alchemist", "Druid"])}`);
  expect(fttc.body.result).toMatchObject({ version: "30.0", date: "2022-01-01" });
});

test("OG info answers 404 if there is no original, and 400 if the identity is incomplete", async () => {
  expect((await app.get("/fetch-2tc-og-info?tower1=Quincy&tower2=Icicles")).status).toBe(404);
  const { status, body } = await app.get("/fetch-2tc-og-info?tower1=Quincy");
  expect({ status, error: body.error }).toEqual({ status: 400, error: "Need to specify tower1 and tower2" });
});

test("LTC notes without a type are those of the first type", async () => {
  const towers = json(["Druid", "Quincy", "Druid"]);
  expect((await app.get(`/fetch-ltc-notes?map=Quad&towerset=${towers}`)).body.notes).toBe("");
  const heroless = `/fetch-ltc-notes?map=Quad&towerset=${json(["Druid", "Druid", "Quincy"])}&completiontype=heroless`;
  expect((await app.get(heroless)).body.notes).toBe("other");
});

test("2TCC finds a player in either position, ignoring letter case", async () => {
  expect(await maps("/fetch-2tcc?person=bob")).toEqual(["Logs", "Quad"]);
  expect(await maps("/fetch-2tcc?person1=bob")).toEqual(["Logs"]);
  expect(await maps("/fetch-2tc?person=ZOË%20🎈%20łUK")).toEqual(["Quad"]);
});

test("versions are sorted by number, and a bare major matches all its minors", async () => {
  const versions = async (query: string) =>
    (await app.get(`/fetch-lcc?${query}`)).body.results.map((row) => row.version);
  expect(await versions("sortby=version")).toEqual(["9.9", "44.9", "44.10"]);
  expect(await versions("sortby=version%20DESC")).toEqual(["44.10", "44.9", "9.9"]);
  expect(await versions("sortby=versionDESC")).toEqual(["44.10", "44.9", "9.9"]);
  expect(await versions("version=44&sortby=version")).toEqual(["44.9", "44.10"]);
  expect(await versions("version=9")).toEqual(["9.9"]);
  expect((await versions("")).at(-1)).toBe("9.9");
  for (const none of ["new", "45", "44.x", "12345"])
    expect(await app.get(`/fetch-lcc?version=${none}`)).toMatchObject({
      status: 200,
      body: { results: [], count: 0 },
    });
});

test("several sort keys are applied in order", async () => {
  const { body } = await app.get(`/fetch-2tc?sortby=${encodeURIComponent("tower1 DESC,map")}`);
  expect(body.results.map((row) => [row.tower1, row.map])).toEqual([
    ["Spike-o-pult", "Logs"],
    ["Quincy", "#Ouch"],
    ["Quincy", "Cubism"],
    ["Base Ice", "Hedge"],
    ["Absolute Zero", "Quad"],
  ]);
});

test.each([
  ["abs zero quad", ["Quad"]],
  ["ZERO abs", ["#Ouch", "Logs", "Quad"]],
  ["qd", ["Quad"]],
  ["zoe", ["Quad"]],
  ["luk", []],
  ["łuk", ["Quad"]],
  ["🎈", ["Quad"]],
  ["and", ["#Ouch"]],
  ['"not"', ["#Ouch"]],
  ["(77)", ["#Ouch"]],
  ["o'neil,", ["Hedge"]],
  ["example.org", ["#Ouch", "Cubism", "Hedge", "Logs", "Quad"]],
  ["abs NEAR zero", []],
  // One missing letter is corrected.
  ["bsolute", ["#Ouch", "Logs", "Quad"]],
  ["bsolu", []],
])("searching for %s finds %j", async (query, expected) => {
  expect(await maps(`/fetch-2tc?query=${encodeURIComponent(query)}`)).toEqual(expected);
});

test.each([
  '"',
  "(",
  ")",
  "*",
  "-",
  "^",
  ":",
  "'",
  '"" AND ""',
  "{tower1}:x",
  "a OR",
  "NOT",
  "\\",
  "%",
  "🎈🎈",
])("a search for %s is treated as plain text", async (query) => {
  const { status } = await app.get(`/fetch-2tc?query=${encodeURIComponent(query)}`);
  expect(status).toBe(200);
});
