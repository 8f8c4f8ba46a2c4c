import { beforeAll, expect, test, vi } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../app/api/repositories.server.ts";
import { loadNotesPage } from "../app/features/completions/pages/detail/load.server.ts";
import { loadListPage } from "../app/features/completions/pages/list/load.server.ts";
import { loadHomePage } from "../app/features/home/load.server.ts";
import { loadMap } from "../app/features/maps/pages/maps/map.server.ts";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { emptyTexts } from "../domain/submissions/form.ts";
import type { PageContext } from "../site/page-context.ts";
import { readsOfPages } from "../site/reads.ts";
import { LIMITS, type TestApp, testApp } from "./factories.ts";
import { heroesOnly } from "./made-up/heroes-only.ts";
import { lastRound } from "./made-up/last-round.ts";
import type { Description } from "./openapi.ts";

// Each mock stands for the one line that would be added to the registry.
vi.mock("../domain/challenges/index.ts", async (original) => {
  const { CHALLENGES: seven } = await original<typeof import("../domain/challenges/index.ts")>();
  const { registerChallenges } = await import("../domain/challenges/define.ts");
  const madeUp = [
    (await import("./made-up/heroes-only.ts")).heroesOnly,
    (await import("./made-up/last-round.ts")).lastRound,
  ];
  return { CHALLENGES: registerChallenges([...seven.values(), ...madeUp]) };
});
vi.mock("../domain/fields/kinds.ts", async (original) => {
  const { COMPLETION_KINDS, ...others } = await original<typeof import("../domain/fields/kinds.ts")>();
  return {
    ...others,
    COMPLETION_KINDS: { ...COMPLETION_KINDS, round: (await import("./made-up/round/kind.ts")).roundKind },
  };
});

const MEMBER = { id: "member" };
const HELPER = { id: "helper", roles: ["Index Helper"] };

let app: TestApp;
let context: PageContext;

beforeAll(async () => {
  app = await testApp(await openEngine(), CHALLENGES);
  context = {
    reads: readsOfPages(app.reads),
    catalogue: openData(app.database).catalogue.current,
    mediumOf: async () => null,
    detailsOf: async () => null,
    today: () => "2026-11-27",
    holdsSample: async () => false,
    isImporting: async () => false,
    site: {
      ...{ shortName: "Index", tagline: "An index.", origin: "http://localhost:3000", mediaOrigin: null },
      ...{ creatorCode: "", playlist: "", links: { video: "", chat: "", source: "" }, uploads: LIMITS },
    },
    form: null,
    signInOrigin: null,
    returnOrigins: [],
  };
});

const search = (query: string): URLSearchParams => new URLSearchParams(query);
const LINK = "https://example.org/proof";

test("an eighth challenge needs only its definition and a line in the registry", async () => {
  const ofQuincy = { towers: ["Quincy"], people: ["Ada"] };
  const { id } = await app.add("hoc", {
    ...{ ...ofQuincy, map: "Quad", money: 5, og: true, version: "44.1" },
    notes: "Hi **there**",
  });
  await app.add("hoc", { ...ofQuincy, map: "Logs", money: 7 });
  await app.add("hoc", { towers: ["Ezili"], people: ["Bob"], map: "Quad", money: 1_234 });
  await expect(app.add("hoc", { towers: ["Quincy"], map: "Logs" })).rejects.toThrow(/completion/);

  const { body } = await app.get("/fetch-hoc?query=quin&sortby=map");
  expect(body).toMatchObject({ count: 2, more: false });
  const logs = { hero: "Quincy", map: "Logs", runner: "Ada", update: "44.1", og: false };
  expect(body.results[0]).toMatchObject({ ...logs, saved: 7 });
  expect((await app.get("/fetch-hoc?hero=quincy&update=44")).body.count).toBe(1);
  expect((await app.get("/fetch-hoc?runner=ada&saved=7")).body.count).toBe(1);
  expect((await app.get("/fetch-hoc?person=bob")).body.count).toBe(1);
  expect((await app.get("/fetch-hoc-notes?hero=Quincy&map=qd")).body).toEqual({
    ...{ notes: "Hi **there**", challengeCode: null },
  });
  const { body: og } = await app.get("/fetch-hoc-og-info?hero=Quincy");
  expect(og.result).toMatchObject({ map: "Quad", runner: "Ada", update: "44.1" });
  const { body: counts } = await app.get("/fetch-hoc-person-counts");
  expect(counts.personData).toMatchObject([{ person: "Ada", count: 2 }, { person: "Bob" }]);
  const { body: table } = await app.get("/fetch-hoc-table");
  expect(Object.keys(table.tableData as object)).toEqual(["Ezili", "Quincy"]);
  const csv = await (await app.app.request("/download-hoc-csv?sortby=saved")).text();
  expect(csv).toMatch(/^hero,map,runner,saved,update,/);
  expect(csv).toContain("\r\nQuincy,Quad,Ada,5,44.1,");

  const { body: history } = await app.get(`/fetch-history?filekey=${id}`);
  expect(JSON.stringify(history)).toContain("Cash left");
});

test("its form is accepted, refused with the field's own label, and read back for editing", async () => {
  const run = { hero: "obyn", map: "logs", runner: "Cy", saved: "12", link: LINK, edit: "false" };
  const refused = await app.post("/member/add-hoc-submit", { ...run, saved: "all" }, MEMBER);
  expect(refused.body.fields).toEqual({ saved: "Cash left is not a whole number from 0." });
  const rude = await app.post("/member/add-hoc-submit", { ...run, runner: "fuck" }, MEMBER);
  expect(Object.keys(rude.body.fields as object)).toEqual(["runner"]);
  const taken = await app.post("/member/add-hoc-submit", run, MEMBER);
  expect(taken.body).toMatchObject({ inserted: true });

  const address = "/member/edit-hoc-info?hero=Obyn&map=Logs";
  const { body: info } = await app.getAs(address, MEMBER.id);
  expect(info).toMatchObject({ result: { hero: "Obyn", runner: "Cy", saved: 12 }, mayEdit: true });
  const edited = { edit: "true", "edited-hero": "Obyn", "edited-map": "Logs" };
  const saved = await app.post("/member/add-hoc-submit", { ...run, ...edited, saved: "20" }, MEMBER);
  expect(saved.body).toMatchObject({ inserted: true });
  const { body: history } = await app.get(`/fetch-history?filekey=${taken.body.filekey}`);
  expect(JSON.stringify(history)).toMatch(/Cash left.*20/);
  const { body: changed } = await app.getAs("/admin/list-changes", HELPER.id, HELPER.roles);
  expect(JSON.stringify(changed.results[0])).toContain("Obyn alone on Logs with $20 left");
});

test("its pages follow its definition", async () => {
  const list = await loadListPage(heroesOnly, search("query=quincy"), context);
  expect(list.description).toMatch(
    /^2 HOC completions for “quincy”\. First: Quincy alone on \S+ with \$\d left by Ada\.$/,
  );
  expect(list).toMatchObject({ places: { tower: 1 } });
  const narrowed = await loadListPage(heroesOnly, search("runner=ada&person=ada"), context);
  expect(narrowed.chips.map(({ label }) => label)).toEqual(["Player", "Runner"]);

  const notes = await loadNotesPage(heroesOnly, search("hero=Quincy&map=Quad"), context);
  expect(notes.completion).toMatchObject({
    heading: "Quincy alone on Quad with $5 left",
    // Nobody has rendered the notes here.
    description: "By Ada. Hi **there**",
  });

  const maps = await loadMap("Quad", context);
  const records = maps.kind === "map" ? maps.records : [];
  expect(records.find(({ key }) => key === "hoc")).toMatchObject({
    words: "Most cash left",
    lines: [
      { cost: "$1,234", players: "Bob", standing: { record: "Record" } },
      { cost: "$5", players: "Ada" },
    ],
  });
  const home = await loadHomePage(context);
  expect(home.popular.map(({ key }) => key)).toEqual(["2mp", "2tc", "hoc"]);
  expect(home.latest.map(({ players }) => players)).toContain("Bob");
});

test("a challenge without towers has no tower filter", async () => {
  const { boxes } = await loadListPage(lastRound, search(""), context);
  expect(boxes.map(({ name }) => name)).not.toContain("tower");
});

test("a ninth kind of field needs only its folder and a line in the registry", async () => {
  const run = { map: "Logs", runner: "Ada", link: LINK, edit: "false" };
  const refused = await app.post("/member/add-far-submit", { ...run, reached: "0" }, MEMBER);
  expect(refused.body.fields).toEqual({ reached: "Last round is not a whole number from 0." });
  const taken = await app.post("/member/add-far-submit", { ...run, reached: "163" }, MEMBER);
  await app.post("/member/add-far-submit", { ...run, reached: "140" }, MEMBER);

  const { body } = await app.get("/fetch-far?sortby=reached");
  expect(body.results.map(({ reached }) => reached)).toEqual([140, 163]);
  expect((await app.get("/fetch-far?reached=163")).body.count).toBe(1);
  expect((await app.get("/fetch-far?reached=x")).body.error).toBe(
    'The parameter "reached" is not a whole number from 0.',
  );
  const { content } = await loadListPage(lastRound, search("reached=163"), context);
  expect(content).toMatchObject({ page: { headings: ["FAR on Logs to round 163"] } });
  expect(emptyTexts(lastRound)).toMatchObject({ reached: "100", map: "" });
  const { body: history } = await app.get(`/fetch-history?filekey=${taken.body.filekey}`);
  expect(JSON.stringify(history)).toMatch(/Last round.*163/);
  expect(await (await app.app.request("/download-far-csv")).text()).toMatch(/^map,runner,reached,/);
});

test("the API description has both challenges, with the schema of every field", async () => {
  const { body } = await app.get("/openapi.json");
  const { paths, components } = body as unknown as Description;
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/fetch-hoc", "/download-far-csv"]));
  expect(JSON.stringify(paths["/fetch-far"])).toContain("#/components/schemas/ListedCompletionFar");
  expect(components.schemas).toMatchObject({
    ListedCompletionFar: {
      properties: { reached: { type: ["integer", "null"], description: "A round." } },
    },
    ListedCompletionHoc: { properties: { runner: { type: "string" } } },
  });
});
