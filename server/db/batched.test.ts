import { type CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { batched, inTexts, LARGEST_TEXT, rowsOfEach, sqlite } from "./database.ts";
import { collectTags, completionTag, type Tag } from "./tags.ts";

/** Doubles numbers with a fake database that records each statement's values, for a reader that a test may set. */
function doubling(valuesOfEach = 1) {
  const world: { reader: object | undefined; readonly statements: unknown[][] } = {
    reader: undefined,
    statements: [],
  };
  const database = {
    reader: () => world.reader ?? world,
    async query<Row>(_: readonly Tag[], { parameters }: CompiledQuery<Row>): Promise<Row[]> {
      const numbers = parameters.filter((_, at) => at % valuesOfEach === 0) as number[];
      world.statements.push(numbers);
      if (numbers.includes(13)) throw new Error("unlucky");
      if (numbers.includes(0)) await new Promise((resolve) => setTimeout(resolve, 20));
      return numbers.map((each) => each * 2) as Row[];
    },
  };
  const double = batched<number, number, number>(
    database,
    (asked) => [completionTag(`${asked}`)],
    (asked) =>
      sql<number>`${sql.join(asked.flatMap((each) => Array(valuesOfEach).fill(each)))}`.compile(sqlite),
    (rows) => rows,
  );
  return { world, double };
}

test("queries of one turn of the event loop share a statement, and each gets its own result", async () => {
  const { world, double } = doubling();
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2]);
  expect(await double(5)).toBe(10);
  expect(world.statements).toEqual([[1, 2, 1], [5]]);
});

test("each has the tags of its own question, not of those that share its statement", async () => {
  const { double } = doubling();
  const both = await Promise.all([1, 2].map((each) => collectTags(() => double(each))));
  expect(both).toEqual([
    { result: 2, tags: [completionTag("1")] },
    { result: 4, tags: [completionTag("2")] },
  ]);
});

test("a query does not wait for a statement that is already running", async () => {
  const { world, double } = doubling();
  let isDone = false;
  const slow = double(0).then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect([await double(3), isDone]).toEqual([6, false]);
  await slow;
  expect(world.statements).toEqual([[0], [3]]);
});

test("values beyond a statement's limit are split over several; a query that exceeds it alone runs alone", async () => {
  const { world, double } = doubling(30);
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(world.statements).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await doubling(101).double(4)).toBe(8);
});

test("readers of different states do not share a statement", async () => {
  const { world, double } = doubling();
  const [ada, bob] = [{}, {}];
  world.reader = ada;
  const first = double(1);
  world.reader = bob;
  const second = double(2);
  world.reader = ada;
  expect(await Promise.all([first, second, double(3)])).toEqual([2, 4, 6]);
  expect(world.statements).toEqual([[1, 3], [2]]);
});

test("a failure reaches only the caller whose query fails", async () => {
  const { world, double } = doubling();
  const together = await Promise.allSettled([double(13), double(2), double(3)]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(together.slice(1)).toMatchObject([{ value: 4 }, { value: 6 }]);
  expect(world.statements).toEqual([[13, 2, 3], [13], [2], [3]]);
  await expect(double(13)).rejects.toThrow("unlucky");
  expect(world.statements.slice(4)).toEqual([[13]]);
});

test("rows are grouped by what they belong to, in order", () => {
  const rows = [1, 0, 1, 3].map((at, place) => ({ at, place }));
  const placesOf = (asked: unknown[]) => rowsOfEach(rows, asked).map((own) => own.map(({ place }) => place));
  expect(placesOf(["a", "b", "c"])).toEqual([[1], [0, 2], []]);
  expect(placesOf([])).toEqual([]);
});

test("rows as JSON are divided before a text is larger than D1 takes, and all are there in order", () => {
  expect(inTexts([])).toEqual([]);
  expect(inTexts([1, "two"])).toEqual(['[1,"two"]']);
  const rows = Array.from({ length: 25 }, (_, at) => `${at} ${"x".repeat(90_000)}`);
  const texts = inTexts([...rows, "y".repeat(LARGEST_TEXT * 2)]);
  expect(texts.slice(0, -1).every(({ length }) => length < LARGEST_TEXT + 10)).toBe(true);
  expect(texts).toHaveLength(8);
  expect(texts.flatMap((each) => JSON.parse(each)).slice(0, -1)).toEqual(rows);
});
