import fc from "fast-check";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { BoardLine, PlayerAnswer } from "../../domain/contract/players.ts";
import { api } from "../../domain/contract/routes.ts";
import { boardName } from "../../domain/lists/boards.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

interface BoardAnswer {
  readonly results: readonly BoardLine[];
  readonly count: number;
  readonly more: boolean;
  readonly withoutDay: number;
  readonly years: readonly number[];
}

const boardOf = async (app: TestApp, query: Record<string, string | number> = {}): Promise<BoardAnswer> =>
  (await app.get(api.players({ count: 100, ...query }))).body as unknown as BoardAnswer;

const playerOf = async (app: TestApp, name: string): Promise<PlayerAnswer> =>
  (await app.get(api.player({ name }))).body as unknown as PlayerAnswer;

const VERIFIED = "2025-12-31T23:59:59.000Z";

/** Nobody knows when it was verified, as of one that was moved in. */
const forgetWhen = (app: TestApp, id: string) =>
  app.database.atomic([
    sqlite.updateTable("completion").set({ verified_at: null }).where("id", "=", id).compile(),
  ]);

const completion = fc.record({
  challenge: fc.constantFrom("2tc", "2tcc", "lcc", "ltc"),
  people: fc.uniqueArray(fc.constantFrom("Ada", "Kit", "Zoë", "Łukasz"), { minLength: 2, maxLength: 2 }),
  map: fc.constantFrom("Quad", "Logs", "Cubism"),
  money: fc.integer({ min: 1, max: 5 }),
  date: fc.constantFrom("2023-05-06", "2024-01-01", null),
  verifiedAt: fc.constantFrom(VERIFIED, null),
  isPending: fc.boolean(),
});

test("boards and pages of players say what the lists say, in every year", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(completion, { minLength: 1, maxLength: 12 }), async (given) => {
      const app = await emptyApp(await openEngine());
      const done: { challenge: string; people: string[]; day: string | null; year: number | null }[] = [];
      for (const [at, { challenge, people, isPending, date, verifiedAt, ...values }] of given.entries()) {
        const who = challenge === "2tcc" ? people : people.slice(0, 1);
        const added = await app.add(challenge, {
          ...{ ...values, people: who, date, upgrades: [] },
          // No two of a pair challenge are the same completion.
          towers: challenge === "lcc" ? [] : ["Quincy", `Tower ${at}`],
          createdAt: VERIFIED,
          // One account's same submission twice is one.
          ...(isPending && { pending: `user-${at}`, verifiedBy: null }),
        });
        if (verifiedAt === null) await forgetWhen(app, added.id);
        const day = date ?? verifiedAt;
        const year = day === null ? null : Number(day.slice(0, 4));
        if (!isPending) done.push({ challenge, people: who, day, year });
      }
      for (const challenge of [null, "2tc", "2tcc", "lcc", "ltc"]) {
        const ofBoard = done.filter((each) => challenge === null || each.challenge === challenge);
        for (const year of [null, 2023, 2024, 2025, 2026]) {
          const counted = Map.groupBy(
            ofBoard.filter((each) => year === null || each.year === year).flatMap(({ people }) => people),
            (name) => name,
          );
          const board = boardName({ challenge, ogOnly: false });
          const { results, count, withoutDay, years } = await boardOf(app, {
            board,
            ...(year !== null && { year }),
          });
          const expected = Array.from(counted, ([name, all]) => [name, all.length] as const);
          expect(new Map(results.map((each) => [each.name, each.completions]))).toEqual(new Map(expected));
          expect(count).toBe(expected.length);
          for (const { rank, completions } of results)
            expect(rank).toBe(1 + expected.filter(([, all]) => all > completions).length);
          expect(withoutDay).toBe(ofBoard.filter((each) => each.year === null).length);
          expect(new Set(years)).toEqual(new Set(ofBoard.flatMap((each) => each.year ?? [])));
        }
      }
      for (const name of new Set(done.flatMap(({ people }) => people))) {
        const { challenges, years, months, withoutDay } = await playerOf(app, name);
        const own = done.flatMap(({ people, day }) =>
          people.includes(name) && day !== null ? day.slice(0, 7) : [],
        );
        expect(months).toEqual(
          Array.from(
            Map.groupBy(own.sort(), (month) => month),
            ([month, all]) => ({ month, completions: all.length }),
          ),
        );
        let [all, held] = [0, 0];
        for (const { challenge, completions, records } of challenges) {
          const list = async (more: Record<string, string>) =>
            (await app.get(api.list(challenge, { person: name, count: 0, ...more }))).body.count;
          expect(completions).toBe(await list({ pending: "0" }));
          if (CHALLENGES.get(challenge)?.record) expect(records).toBe(await list({ record: "only" }));
          else expect(records).toBeNull();
          all += completions;
          held += records ?? 0;
        }
        expect(all).toBe(done.filter(({ people }) => people.includes(name)).length);
        expect(years.reduce((sum, { completions }) => sum + completions, withoutDay)).toBe(all);
        expect(held).toBeLessThanOrEqual(all);
      }
    }),
    { numRuns: 6 },
  );
});

test("a board is narrowed to names by their beginning, and keeps their places", async () => {
  const app = await emptyApp(await openEngine());
  for (const [map, person] of [
    ["Quad", "Zoë"],
    ["Logs", "Zoë"],
    ["Cubism", "zoltan"],
    ["Spice Islands", "Ada"],
  ] as const)
    await app.add("lcc", { map, people: [person], money: 5 });
  const found = async (query: string) =>
    (await boardOf(app, { query })).results.map(({ rank, name }) => [rank, name]);
  expect(await found("zo")).toEqual([
    [1, "Zoë"],
    [2, "zoltan"],
  ]);
  expect(await found("ADA")).toEqual([[2, "Ada"]]);
  expect(await found("x")).toEqual([]);
  expect((await boardOf(app, { offset: 1, count: 1 })).results.map(({ name }) => name)).toEqual(["Ada"]);
  expect(await boardOf(app, { offset: 9 })).toMatchObject({ results: [], count: 3, more: false });
});

test("a player is found by any spelling, with every one that was used", async () => {
  const app = await emptyApp(await openEngine());
  await app.add("lcc", { map: "Quad", people: ["Ada"], money: 5, towers: [] });
  await app.add("lcc", { map: "Logs", people: ["ADA"], money: 5, towers: [] });
  const { id } = await app.add("lcc", { map: "Cubism", people: ["Ada"], money: 5, towers: [], date: null });
  await forgetWhen(app, id);
  await app.add("2tcc", { map: "Quad", people: ["Ada", "Kit"], towers: ["Quincy", "Glaive Lord"] });
  const { name, names, partners, towers, withoutDay } = await playerOf(app, " aDa ");
  expect(name).toBe("Ada");
  expect(names).toEqual([
    { name: "Ada", completions: 3 },
    { name: "ADA", completions: 1 },
  ]);
  expect(partners).toEqual([{ name: "Kit", completions: 1, hasPage: true }]);
  expect(towers.map(({ tower }) => tower).sort()).toEqual(["Glaive Lord", "Quincy"]);
  expect(withoutDay).toBe(1);
});

test.each([
  ["no name", api.player(), 400],
  ["a name that nobody has", api.player({ name: "nobody" }), 404],
  ["a name too long", api.player({ name: "x".repeat(6_000) }), 400],
  ["a board of no challenge", api.players({ board: "3tc" }), 400],
  ["a board of originals twice", api.players({ board: "lcc-ogs-ogs" }), 400],
  ["a year of two digits", api.players({ year: "24" }), 400],
  ["a year without anything", api.players({ year: "9999" }), 200],
  ["a search text too long", api.players({ query: "é".repeat(3_000) }), 400],
  ["a page far beyond the last", api.players({ offset: "99999999999999999999" }), 200],
])("%s", async (_, path, status) => {
  const app = await emptyApp(await openEngine());
  expect((await app.get(path)).status).toBe(status);
});
