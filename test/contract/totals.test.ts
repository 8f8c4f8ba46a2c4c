import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { challengeReads } from "../../domain/contract/completions.ts";
import { api, type Query } from "../../domain/contract/routes.ts";
import { type Body, emptyApp, type TestApp } from "../factories.ts";

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
  await app.add("2tc", { map: "Quad", towers: ["Quincy", "Glaive Lord"] });
  await app.add("2tc", { map: "Quad", towers: ["Quincy", "Druid"], pending: "ada", verifiedBy: null });
  await app.add("2tc", { map: "Logs", towers: ["Quincy", "Ezili"] });
  await app.add("2mp", { map: "Quad", towers: ["Quincy"] });
  await app.add("lcc", { map: "Quad", money: 5 });
});

const totals = async (query: Query) => {
  const { status, body } = await app.get(api.totals(query));
  return status === 200 ? (body as Body & { totals: Record<string, number | null> }).totals : body.error;
};

test("returns the totals of all lists, or of some of them, in the challenges' order", async () => {
  expect(await totals({ map: "Quad" })).toEqual({
    ...{ "2tc": 2, fttc: 0, lcc: 1, ltc: 0, lcd: 0, "2mp": 1, "2tcc": 0 },
  });
  const some = await totals({ lists: "2mp, 2TC,2mp", map: "quad" });
  expect(Object.entries(some as object)).toEqual([
    ["2tc", 2],
    ["2mp", 1],
  ]);
  expect(await totals({ lists: "2tc" })).toEqual({ "2tc": 3 });
});

test("returns each list's own count, with filters, a search text or pending rows", async () => {
  const questions: Query[] = [
    { query: "quincy" },
    { query: "quincy quad" },
    { query: "zzzz" },
    { pending: "1" },
    { map: "Quad", pending: "0" },
    { tower: "Quincy", difficulty: "beginner" },
  ];
  for (const question of questions) {
    const found = await totals(question);
    for (const definition of CHALLENGES.values()) {
      const { path } = challengeReads(definition).list;
      const { body } = await app.get(`${path}?${new URLSearchParams(question as Record<string, string>)}`);
      expect([question, definition.key, (found as Record<string, number>)[definition.key]]).toEqual([
        ...[question, definition.key, body.count],
      ]);
    }
  }
});

test("a list that cannot apply the query has no total, and the others have theirs", async () => {
  // To a challenge without towers this parameter is no filter; one with a pair cannot read its value.
  const found = await totals({ lists: "2tc,lcc", towerquery: "Quincy" });
  expect(found).toEqual({ "2tc": null, lcc: 1 });
});

test("an unknown key is refused with the known ones", async () => {
  expect(await totals({ lists: "2tc,9tc" })).toBe(
    `The parameter "lists" must be one of ${[...CHALLENGES.keys()].join(", ")}.`,
  );
  expect(await totals({ lists: "," })).toContain('"lists" must be one of');
});
