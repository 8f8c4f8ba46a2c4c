import { amountsAround, type ChartSize, numbersBetween, placesIn, stepsPath } from "./chart.ts";

/** The record of a map in one major version of the game. */
export interface RecordCost {
  readonly major: number;
  /** Cash. */
  readonly money: number;
  readonly players: string;
  /** yyyy-mm-dd, or null. */
  readonly date: string | null;
  readonly filekey: string;
}

/** The size of a drawing, with room for a label under the lowest cost. */
export interface Drawing extends ChartSize {
  /** The size of a label. */
  readonly label: { readonly height: number; widthOf(text: string): number };
}

/** A step of the record. */
export interface ChartStep {
  readonly cost: RecordCost;
  /** The difference to the version before, negative where the record fell; null for the first version. */
  readonly change: number | null;
  /** Numbers the first record and each fall from 1, the oldest first; null where the record rose or stayed. */
  readonly number: number | null;
}

/** A step and its place in the drawing. */
export interface ChartPoint extends ChartStep {
  readonly x: number;
  readonly y: number;
  /** The centre of its label; null if it has none, or there is no room for it. */
  readonly label: { readonly x: number; readonly y: number; readonly isAway: boolean } | null;
}

/** A chart of steps, ready to be drawn. */
export interface CostChart {
  /** Path data of the line: each record holds until the next one's version. */
  readonly line: string;
  readonly points: readonly ChartPoint[];
  readonly costs: readonly { readonly y: number; readonly money: number }[];
  readonly versions: readonly { readonly x: number; readonly major: number }[];
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Half the side of the square that a point occupies. */
const POINT = 6;

/** The distance between a label and its point. */
const GAP = 8;

/** How far a label may be moved from its point, in label heights. */
const FARTHEST = 10;

/** Returns the history as steps with the change that each made, the oldest version first. */
export function stepsOf(history: readonly RecordCost[]): ChartStep[] {
  const oldestFirst = history.toReversed();
  let labelled = 0;
  return oldestFirst.map((cost, at) => {
    const before = oldestFirst[at - 1];
    const change = before ? cost.money - before.money : null;
    const number = change === null || change < 0 ? ++labelled : null;
    return { cost, change, number };
  });
}

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Yields the boxes where a point's label may go, best first: below the step, left of it, above it, then farther. */
function* places(
  { x, y }: { x: number; y: number },
  width: number,
  height: number,
): Generator<[Box, boolean]> {
  const box = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height });
  for (let away = 0; away <= FARTHEST; away += 1) {
    const [below, above] = [y + GAP + away * height, y - GAP - height - away * height];
    const isAway = away > 0;
    yield [box(x, below), isAway];
    yield [box(x - width / 2, below), isAway];
    yield [box(x - width, below), isAway];
    if (!isAway) yield [box(x - GAP - width, y - height / 2), false];
    yield [box(x + 6, above), isAway];
    yield [box(x - 6 - width, above), isAway];
  }
}

/**
 * Lays out the record of each major version as a step line: versions from left to right, spaced by their numbers, and
 * costs from bottom to top. Labels never overlap each other, a point or the edge, and avoid the line where possible.
 * @param history the newest version first
 * @param textOf the label of a step that has one
 */
export function costChart(
  history: readonly RecordCost[],
  drawing: Drawing,
  textOf: (step: ChartStep) => string,
): CostChart {
  const { width, height, room, label } = drawing;
  const steps = stepsOf(history);
  const [first, last] = [steps.at(0), steps.at(-1)];
  if (!first || !last) return { line: "", points: [], costs: [], versions: [] };
  const money = steps.map(({ cost }) => cost.money);
  const costs = amountsAround(Math.min(...money), Math.max(...money), 4);
  // A version lasts until the next one.
  const [oldest, end] = [first.cost.major, last.cost.major + 1];
  const { x: xOf, y: yOf } = placesIn(drawing, { from: oldest, until: end }, costs);
  const at = steps.map((step) => ({ ...step, x: xOf(step.cost.major), y: yOf(step.cost.money) }));
  const segments = at.flatMap(({ x, y }, index): Box[] => {
    const next = at[index + 1];
    const level = { left: x, right: next?.x ?? xOf(end), top: y - 2, bottom: y + 2 };
    if (!next) return [level];
    const fall = {
      left: next.x - 2,
      right: next.x + 2,
      top: Math.min(y, next.y),
      bottom: Math.max(y, next.y),
    };
    return [level, fall];
  });
  const taken: Box[] = at.map(({ x, y }) => ({
    left: x - POINT,
    right: x + POINT,
    top: y - POINT,
    bottom: y + POINT,
  }));
  const isFree = (box: Box, others: readonly Box[]): boolean =>
    box.left >= room.left &&
    box.right <= width &&
    box.top >= 0 &&
    box.bottom <= height - room.bottom + GAP + label.height &&
    !others.some((other) => overlap(box, other));
  const points = at.map((point): ChartPoint => {
    if (point.number === null) return { ...point, label: null };
    const all = [...places(point, label.widthOf(textOf(point)), label.height)];
    const found =
      all.find(([box]) => isFree(box, [...taken, ...segments])) ?? all.find(([box]) => isFree(box, taken));
    if (!found) return { ...point, label: null };
    const [box, isAway] = found;
    taken.push(box);
    return {
      ...point,
      label: { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, isAway },
    };
  });
  return {
    line: stepsPath(at, xOf(end)),
    points,
    costs: costs.map((each) => ({ y: yOf(each), money: each })),
    versions: numbersBetween(oldest, last.cost.major, width / 110).map((major) => ({ x: xOf(major), major })),
  };
}
