import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

interface Standing {
  readonly filekey: string;
  readonly scope: readonly string[];
}

type App = Awaited<ReturnType<typeof emptyApp>>;

async function standings(app: App, challenge: string, ...rows: readonly { id: string }[]) {
  const filekeys = JSON.stringify(rows.map(({ id }) => id));
  const { results } = (await app.get(api.standings(challenge, { filekeys }))).body;
  return (row: { id: string }, scope: string) =>
    (results as unknown as Standing[]).find(
      (each) => each.filekey === row.id && each.scope.join(" ") === scope,
    );
}

test("an LCC is ranked on its map, and on its map within its major version", async () => {
  const app = await emptyApp(await openEngine());
  const of = (version: string, money: number, date: string) =>
    app.add("lcc", { map: "Quad", version, money, date });
  const old = await of("44.1", 90_000, "2024-06-01");
  const worse = await of("53.0", 131_000, "2026-01-01");
  const best = await of("53.2", 100_000, "2026-02-01");
  await app.add("lcc", { map: "Logs", version: "53.0", money: 1_000, date: "2026-01-01" });
  const found = await standings(app, "lcc", old, worse, best);
  expect(found(old, "map")).toMatchObject({ best: 90_000, next: 100_000, holders: 1, isFirst: true });
  expect(found(old, "map major")).toMatchObject({ best: 90_000, next: null, isFirst: true });
  expect(found(best, "map")).toMatchObject({ amount: 100_000, best: 90_000, isFirst: false });
  expect(found(best, "map major")).toMatchObject({ best: 100_000, next: 131_000, isFirst: true });
  expect(found(worse, "map major")).toMatchObject({ amount: 131_000, best: 100_000, isFirst: false });
});

test("equal completions share a record, and the earliest is the first; one without a date comes last", async () => {
  const app = await emptyApp(await openEngine());
  const of = (completionType: string, date: string | null, createdAt: string, towers = ["Quincy"]) =>
    app.add("ltc", { map: "Quad", completionType, date, createdAt, towers });
  const dayless = await of("CHIMPS", null, "2024-01-01T00:00:00.000Z");
  const later = await of("CHIMPS", "2025-02-01", "2025-03-01T00:00:00.000Z", ["Benjamin"]);
  const first = await of("CHIMPS", "2025-01-01", "2025-04-01T00:00:00.000Z", ["Ezili"]);
  const more = await of("CHIMPS", "2024-01-01", "2025-04-01T00:00:00.000Z", ["Ezili", "Sniper Monkey"]);
  const other = await of("Half Cash", "2026-01-01", "2026-01-02T00:00:00.000Z", ["Ezili", "Sniper Monkey"]);
  const found = await standings(app, "ltc", dayless, later, first, more, other);
  for (const row of [dayless, later, first])
    expect(found(row, "map completiontype")).toMatchObject({ amount: 1, best: 1, next: 2, holders: 3 });
  expect([dayless, later, first].map((row) => found(row, "map completiontype"))).toMatchObject([
    { isFirst: false },
    { isFirst: false },
    { isFirst: true },
  ]);
  expect(found(more, "map completiontype")).toMatchObject({ amount: 2, best: 1, isFirst: false });
  expect(found(other, "map completiontype")).toMatchObject({ amount: 2, best: 2, next: null, holders: 1 });
});

test("a claim is not a record until it is verified, and a deleted completion no longer is one", async () => {
  const app = await emptyApp(await openEngine());
  const verified = await app.add("lcd", { map: "Quad", money: 500, date: "2025-01-01" });
  const claim = await app.add("lcd", {
    map: "Quad",
    money: 400,
    date: "2025-02-01",
    pending: "ada",
    verifiedBy: null,
  });
  const before = await standings(app, "lcd", verified, claim);
  expect(before(claim, "map")).toBeUndefined();
  expect(before(verified, "map")).toMatchObject({ best: 500, next: null, isFirst: true });

  const entries = JSON.stringify([claim.id]);
  await app.post(api.verifyCompletions(), { entries }, HELPER);
  const after = await standings(app, "lcd", verified, claim);
  expect(after(claim, "map")).toMatchObject({ best: 400, next: 500, isFirst: true });
  expect(after(verified, "map")).toMatchObject({ amount: 500, best: 400, isFirst: false });

  await app.post(api.deleteSubmit("lcd"), { entries }, HELPER);
  expect((await standings(app, "lcd", verified))(verified, "map")).toMatchObject({ best: 500, next: null });
});

test("standings accept only filekeys of the challenge, and do not exist for one without records", async () => {
  const app = await emptyApp(await openEngine());
  for (const filekeys of [undefined, "", "[]", "x", "[1]", JSON.stringify(Array(101).fill("x"))])
    expect((await app.get(api.standings("lcc", { filekeys }))).status).toBe(400);
  expect((await app.get(api.standings("lcc", { filekeys: '["nobody"]' }))).body.results).toEqual([]);
  const lcd = await app.add("lcd", { map: "Quad", money: 500 });
  const filekeys = JSON.stringify([lcd.id]);
  expect((await app.get(api.standings("lcc", { filekeys }))).body.results).toEqual([]);
  expect((await app.get(api.standings("2tc", { filekeys }))).status).toBe(404);
});

test("a map's history has the record of each major version, newest first; among equals, the earliest", async () => {
  const app = await emptyApp(await openEngine());
  const of = (version: string | null, money: number, date: string | null, createdAt: string, map = "Quad") =>
    app.add("lcc", { map, version, money, date, createdAt });
  await of("9.2", 500, null, "2020-01-01T00:00:00.000Z");
  await of("44.1", 300, null, "2024-01-01T00:00:00.000Z");
  const first = await of("44.0", 300, "2024-06-01", "2024-07-02T00:00:00.000Z");
  await of("44.10", 300, "2024-06-01", "2024-07-03T00:00:00.000Z");
  await of("44.2", 301, "2024-02-01", "2024-02-01T00:00:00.000Z");
  await of(null, 1, "2024-02-01", "2024-02-01T00:00:00.000Z");
  await of("53.0", 1, "2026-02-01", "2026-02-01T00:00:00.000Z", "Logs");
  await app.add("lcc", { map: "Quad", version: "52.0", money: 1, pending: "mem" });
  const { results } = (await app.get(api.recordHistory("lcc", { map: "quad" }))).body as unknown as {
    results: readonly { version: string; money: number; filekey: string }[];
  };
  expect(results.map(({ version, money }) => [version, money])).toEqual([
    ["44.0", 300],
    ["9.2", 500],
  ]);
  expect(results[0]?.filekey).toBe(first.id);
});

test("a history requires a map, is empty for an unknown map, and exists only for some challenges", async () => {
  const app = await emptyApp(await openEngine());
  expect((await app.get(api.recordHistory("lcc"))).status).toBe(400);
  expect((await app.get(api.recordHistory("lcc", { map: "nowhere" }))).body.results).toEqual([]);
  expect((await app.get(api.recordHistory("lcd", { map: "Quad" }))).status).toBe(404);
});

describe.each([...CHALLENGES.values()].filter(({ record }) => record))(
  "the records of $key",
  (definition) => {
    const { key, record } = definition;
    const scopes = record?.scopes ?? [];
    const values = scopes.map((scope, at) => (at === 0 ? "only" : scope.at(-1)));

    test("are what the list has with record=…, in any order and beside any filter", async () => {
      const app = await emptyApp(await openEngine());
      const rows = [];
      for (const [at, map] of ["Quad", "Quad", "Logs", "Quad", "Logs", "Cubism"].entries())
        for (const version of ["44.1", "44.2", "53.0", null])
          rows.push(
            await app.add(key, {
              ...{ map, version, money: 1_000 * ((at * 5) % 4), people: [at % 2 === 0 ? "Ada" : "Kit"] },
              towers: Array.from(
                { length: 1 + ((at * 5) % 3) },
                (_, place) => `Tower ${rows.length} ${place}`,
              ),
              completionType: definition.fields.completiontype ? (["og", "cheapest"][at % 2] ?? null) : null,
              pending: at === 3 ? "somebody" : null,
            }),
          );
      const filekeys = JSON.stringify(rows.map(({ id }) => id));
      const { results } = (await app.get(api.standings(key, { filekeys }))).body as unknown as {
        results: (Standing & { amount: number; best: number })[];
      };
      for (const [at, value] of values.entries()) {
        const best = results
          .filter(({ scope, amount, best }) => scope.join() === scopes[at]?.join() && amount === best)
          .map(({ filekey }) => filekey);
        expect(best.length).toBeLessThan(rows.length);
        const found = async (query: Record<string, string>) =>
          (await app.get(api.list(key, { record: String(value), count: 100, ...query }))).body.results.map(
            ({ filekey }) => String(filekey),
          );
        for (const sortby of ["", "newest", "map"])
          expect((await found({ sortby })).sort()).toEqual(best.sort());
        const ofAda = rows.filter(({ id, people }) => best.includes(id) && people[0] === "Ada");
        expect((await found({ person: "Ada" })).sort()).toEqual(ofAda.map(({ id }) => id).sort());
        expect(await found({ pending: "1" })).toEqual([]);
        expect((await app.get(api.list(key, { record: String(value), count: 0 }))).body.count).toBe(
          best.length,
        );
      }
      expect((await app.get(api.list(key, { record: "x" }))).status).toBe(400);
    });

    test("of one player fall when another one's is verified", async () => {
      const app = await emptyApp(await openEngine());
      const own = {
        map: "Quad",
        version: "44.1",
        completionType: definition.fields.completiontype ? "og" : null,
      };
      await app.add(key, { ...own, people: ["Ada"], money: 900, towers: ["Quincy", "Ezili"] });
      const ofAda = async () => (await app.get(api.list(key, { record: "only", person: "Ada" }))).body.count;
      expect(await ofAda()).toBe(1);
      const { id } = await app.add(key, {
        ...own,
        people: ["Kit"],
        money: 100,
        towers: ["Quincy"],
        pending: "kit",
      });
      expect(await ofAda()).toBe(1);
      await app.post(api.verifyCompletions(), { entries: JSON.stringify([id]) }, HELPER);
      expect(await ofAda()).toBe(0);
    });
  },
);

test("a challenge without a record has no such filter", async () => {
  const app = await emptyApp(await openEngine());
  await app.add("2tc", { towers: ["Quincy", "Ezili"] });
  expect((await app.get(api.list("2tc", { record: "only" }))).body.count).toBe(1);
});

interface SetRecord {
  readonly day: string;
  readonly until: string | null;
  readonly completion: { readonly filekey: string };
  readonly before: { readonly filekey: string } | null;
}

const run = fc.record({
  map: fc.constantFrom("Quad", "Logs"),
  money: fc.integer({ min: 1, max: 6 }),
  date: fc.constantFrom("2023-01-01", "2023-06-01", "2024-01-01", "2024-02-02", null),
  isPending: fc.boolean(),
});

test("the records as they were set are what is found by going through all completions in their order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 14 }), async (runs) => {
      const app = await emptyApp(await openEngine());
      const added: { id: string; map: string; money: number; day: string; createdAt: string }[] = [];
      for (const [at, { isPending, date, ...values }] of runs.entries()) {
        const createdAt = `2025-01-01T00:00:${String(at).padStart(2, "0")}.000Z`;
        const { id } = await app.add("lcc", {
          ...{ ...values, date, createdAt, towers: [], version: `44.${at}`, people: [`Player ${at}`] },
          ...(isPending && { pending: "mem", verifiedBy: null }),
        });
        if (!isPending) added.push({ id, ...values, day: date ?? createdAt.slice(0, 10), createdAt });
      }
      const inOrder = added.toSorted((one, other) =>
        `${one.day} ${one.createdAt}` < `${other.day} ${other.createdAt}` ? -1 : 1,
      );
      const best = new Map<string, { id: string; money: number; at: number }>();
      const expected: { filekey: string; day: string; before: string | null; until: string | null }[] = [];
      for (const { id, map, money, day } of inOrder) {
        const record = best.get(map);
        if (record && record.money <= money) continue;
        const beaten = record && expected[record.at];
        if (record && beaten) expected[record.at] = { ...beaten, until: day };
        best.set(map, { id, money, at: expected.length });
        expected.push({ filekey: id, day, before: record?.id ?? null, until: null });
      }
      const { results } = (await app.get(api.records({ challenge: "lcc", count: 100 }))).body as unknown as {
        results: readonly SetRecord[];
      };
      const found = results.map(({ day, until, completion, before }) => ({
        ...{ filekey: completion.filekey, day, until },
        before: before?.filekey ?? null,
      }));
      expect(found).toEqual(expected.toReversed());
      // What stands is what the list calls records, but for those that equal one.
      const list = (await app.get(api.list("lcc", { record: "only", count: 100 }))).body.results;
      const standing = found.filter(({ until }) => until === null).map(({ filekey }) => filekey);
      expect(list.map(({ filekey }) => String(filekey))).toEqual(expect.arrayContaining(standing));
    }),
    { numRuns: 6 },
  );
});

test("who holds most records is counted over all challenges, each record once", async () => {
  const app = await emptyApp(await openEngine());
  await app.add("lcc", { map: "Quad", money: 5, people: ["Ada"], towers: [] });
  await app.add("lcc", { map: "Quad", money: 6, people: ["Kit"], towers: [] });
  await app.add("lcd", { map: "Quad", money: 5, people: ["Ada"], towers: [] });
  await app.add("lcd", { map: "Logs", money: 5, people: ["Kit"], towers: [] });
  const { holders } = (await app.get(api.records())).body as unknown as { holders: unknown };
  expect(holders).toEqual([
    { name: "Ada", records: 2, hasPage: true },
    { name: "Kit", records: 1, hasPage: true },
  ]);
});

test.each([
  ["a challenge without records", { challenge: "2tc" }, 400],
  ["no challenge", { challenge: "x" }, 400],
  ["a map that there is not", { map: "Nowhere at all" }, 200],
  ["a page far beyond the last", { offset: "9999999999" }, 200],
])("records of %s", async (_, query, status) => {
  const app = await emptyApp(await openEngine());
  expect((await app.get(api.records(query))).status).toBe(status);
});
