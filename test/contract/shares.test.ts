import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp } from "../factories.ts";

type Share = { challenge: string; verified: number; done: number; possible: number; of: string };

test("an empty index reports nothing done, out of everything that is possible", async () => {
  const app = await emptyApp(await openEngine());
  const { results } = (await app.get(api.shares())).body as unknown as { results: Share[] };
  expect(results.map(({ challenge }) => challenge)).toEqual([...CHALLENGES.keys()]);
  for (const { verified, done, possible } of results) {
    expect([verified, done]).toEqual([0, 0]);
    expect(possible).toBeGreaterThan(0);
  }
});

test("pairs are counted by originals, other challenges by maps, and claims nowhere", async () => {
  const app = await emptyApp(await openEngine());
  await app.add("2tc", { map: "Quad", og: true });
  await app.add("2tc", { map: "Logs" });
  await app.add("2tc", {
    map: "Quad",
    og: true,
    towers: ["Quincy", "Glaive Lord"],
    pending: "ada",
    verifiedBy: null,
  });
  await app.add("lcc", { map: "Quad", money: 5 });
  await app.add("lcc", { map: "Quad", money: 6 });
  await app.add("lcc", { map: "Logs", money: 6 });
  await app.add("lcc", { map: "Cubism", money: 6, pending: "ada", verifiedBy: null });
  const { results } = (await app.get(api.shares())).body as unknown as { results: Share[] };
  const of = (key: string) => results.find(({ challenge }) => challenge === key);
  expect(of("2tc")).toMatchObject({ verified: 2, done: 1, of: "pairs" });
  expect(of("lcc")).toMatchObject({ verified: 3, done: 2, of: "maps" });
});

test("the newest originals can be requested alone", async () => {
  const app = await emptyApp(await openEngine());
  const original = await app.add("2tc", { map: "Quad", og: true, createdAt: "2026-01-01T00:00:00.000Z" });
  await app.add("2tc", { map: "Logs", createdAt: "2026-01-02T00:00:00.000Z" });
  const found = async (og?: string) =>
    (await app.get(api.newest({ og }))).body.results.map(
      ({ completion }) => (completion as unknown as { filekey: string }).filekey,
    );
  expect(await found("1")).toEqual([original.id]);
  expect(await found()).toHaveLength(2);
});
