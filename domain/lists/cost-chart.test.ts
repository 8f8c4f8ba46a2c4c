import { expect, test } from "vitest";
import { costChart, type Drawing, type RecordCost, stepsOf } from "./cost-chart.ts";

const LABEL = { width: 90, height: 18 } as const;

const DRAWING: Drawing = {
  ...{ width: 760, height: 330 },
  room: { left: 60, right: 10, top: 20, bottom: 30 },
  label: { height: LABEL.height, widthOf: () => LABEL.width },
};

/** Makes a history as pages have it, the newest version first, from major versions and costs, the oldest first. */
const historyOf = (...costs: readonly (readonly [major: number, money: number])[]): RecordCost[] =>
  costs
    .map(([major, money]) => ({ major, money, players: `P${major}`, date: null, filekey: `${major}` }))
    .reverse();

const chartOf = (...costs: readonly (readonly [number, number])[]) =>
  costChart(historyOf(...costs), DRAWING, ({ cost }) => cost.players);

test("versions are spaced by their numbers, and each record holds until the next", () => {
  const { points, line } = chartOf([40, 300], [44, 200], [46, 100]);
  const [first = 0, second = 0, third = 0] = points.map(({ x }) => x);
  expect(first).toBe(60);
  expect((second - first) / (third - second)).toBeCloseTo(2, 1);
  // Right to the next version, then down to its cost; the last record extends to the edge.
  expect(line.replace(/\d+/g, "")).toBe("M HVHVH");
  expect(line.endsWith("H750")).toBe(true);
});

test("a lower cost is drawn lower, a higher one higher, and an equal one level", () => {
  const { points } = chartOf([40, 300], [41, 200], [42, 250], [43, 250]);
  const [first = 0, fallen = 0, risen = 0, same = 0] = points.map(({ y }) => y);
  expect(fallen).toBeGreaterThan(first);
  expect(risen).toBeLessThan(fallen);
  expect(same).toBe(risen);
  expect(points.map(({ change }) => change)).toEqual([null, -100, 50, 0]);
});

test("the first record and each drop are labelled and numbered; a rise is not", () => {
  const { points } = chartOf([40, 300], [41, 200], [42, 250], [43, 100]);
  expect(points.map(({ number, label }) => [number, label !== null])).toEqual([
    [1, true],
    [2, true],
    [null, false],
    [3, true],
  ]);
  expect(stepsOf(historyOf([40, 300], [41, 200])).map(({ number }) => number)).toEqual([1, 2]);
});

test("a single cost and equal costs get a scale around them; no costs give an empty chart", () => {
  for (const { points, costs } of [chartOf([50, 100]), chartOf([50, 100], [51, 100]), chartOf([50, 0])]) {
    expect(costs.length).toBeGreaterThan(1);
    for (const { x, y } of points) expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
  }
  expect(chartOf()).toEqual({ line: "", points: [], costs: [], versions: [] });
});

test("the scale has round amounts that enclose every cost, and versions both ends and round ones between", () => {
  const { costs, versions } = chartOf([9, 142_254], [53, 130_869]);
  expect(costs.map(({ money }) => money)).toEqual([130_000, 135_000, 140_000, 145_000]);
  expect(versions.map(({ major }) => major)).toEqual([9, 20, 30, 40, 53]);
});

const boxOf = ({ x, y }: { x: number; y: number }) => ({
  ...{ left: x - LABEL.width / 2, right: x + LABEL.width / 2 },
  ...{ top: y - LABEL.height / 2, bottom: y + LABEL.height / 2 },
});

const falling = (count: number, step: (at: number) => number): (readonly [number, number])[] =>
  Array.from({ length: count }, (_, at) => [30 + at, step(at)]);

test.each([
  ["two", falling(2, (at) => 300 - at)],
  ["twenty that fall alike", falling(20, (at) => 150_000 - at * 1_000)],
  ["twenty that fall by little after much", falling(20, (at) => 100_000 + 50_000 / (at + 1))],
  ["twenty that fall and rise", falling(20, (at) => 150_000 - (at % 2) * 4_000 - at * 10)],
])("with %s, every drop is labelled, and no two labels overlap or leave the drawing", (_, costs) => {
  const { points } = chartOf(...costs);
  const labels = points.flatMap(({ number, label }) => (number === null ? [] : [label]));
  expect(labels).not.toContain(null);
  const boxes = labels.flatMap((label) => label ?? []).map(boxOf);
  for (const [at, one] of boxes.entries()) {
    expect(one.left).toBeGreaterThanOrEqual(DRAWING.room.left);
    expect(one.right).toBeLessThanOrEqual(DRAWING.width);
    expect(one.top).toBeGreaterThanOrEqual(0);
    expect(one.bottom).toBeLessThan(DRAWING.height);
    const others = boxes.filter((_box, place) => place !== at);
    const over = others.filter(
      (other) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
    );
    expect(over).toEqual([]);
  }
});
