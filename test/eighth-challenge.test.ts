import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { ascending, type ChallengeDefinition, registerChallenges } from "../challenges/define.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { testApp } from "./factories.ts";

/** A made-up challenge: three heroes would do it. Nothing else in the tree knows of it. */
const heroesOnly = {
  key: "hoc",
  label: "HOC",
  name: "Heroes Only CHIMPS",
  summary: "Completing a CHIMPS game with one hero",
  description: "Complete a CHIMPS game with one hero and nothing else.",
  rules: [{ title: "Towers", items: ["One hero."] }],
  fields: {
    hero: { kind: "tower", label: "Hero", position: 0 },
    map: { kind: "map", label: "Map" },
    person: { kind: "person", label: "Player", position: 0 },
    money: { kind: "money", label: "Cash left", max: 1_000_000 },
    version: { kind: "version", label: "Update", ogExtra: true },
  },
  keys: ["hero", "map"],
  identity: ["towers", "map"],
  og: ["towers"],
  order: [ascending("tower1"), ascending("map")],
  columns: ["hero", "map", "person", "money", "version", "info", "og"],
  heading: "{hero} alone on {map}",
  views: ["list", "table", "person-stats"],
  csv: true,
  versionBox: true,
} satisfies ChallengeDefinition;

test("an eighth challenge needs its definition and a line in the registry, nothing else", async () => {
  const app = await testApp(await openEngine(), registerChallenges([...CHALLENGES.values(), heroesOnly]));
  await app.add("hoc", {
    towers: ["Quincy"],
    map: "Quad",
    people: ["Ada"],
    money: 5,
    og: true,
    version: "44.1",
    notes: "Hi",
  });
  await app.add("hoc", { towers: ["Quincy"], map: "Logs", people: ["Ada"], money: 7 });
  await expect(app.add("hoc", { towers: ["Quincy"], map: "Logs" })).rejects.toThrow(/completion/);

  const { body } = await app.get("/fetch-hoc?query=quin&sortby=map");
  expect(body).toMatchObject({ count: 2, more: false });
  expect(body.results[0]).toMatchObject({
    hero: "Quincy",
    map: "Logs",
    person: "Ada",
    version: "44.1",
    og: false,
  });
  expect((await app.get("/fetch-hoc?hero=quincy&version=44")).body.count).toBe(1);
  expect((await app.get("/fetch-hoc-notes?hero=Quincy&map=qd")).body).toEqual({ notes: "Hi" });
  expect((await app.get("/fetch-hoc-og-info?hero=Quincy")).body.result).toMatchObject({
    map: "Quad",
    version: "44.1",
  });
  expect((await app.get("/fetch-hoc-person-counts")).body.personData).toMatchObject([
    { person: "Ada", count: 2 },
  ]);
  expect(Object.keys((await app.get("/fetch-hoc-table")).body.tableData as object)).toEqual(["Quincy"]);
  expect(await (await app.app.request("/download-hoc-csv")).text()).toContain("Quincy,Quad,Ada");
  const { body: described } = await app.get("/openapi.json");
  expect(Object.keys(described.paths as object)).toContain("/fetch-hoc");
});
