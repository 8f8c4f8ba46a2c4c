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

/** Where a cost stands in the chart: from 0 (left, bottom) to 1 (right, top). */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly cost: RecordCost;
}

/** The history as points of a chart, the oldest version on the left, costs from the least one to the greatest. */
export function chartOf(history: readonly RecordCost[]): ChartPoint[] {
  const share = (values: readonly number[]): ((value: number) => number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return (value) => (most === least ? 0.5 : (value - least) / (most - least));
  };
  const x = share(history.map(({ major }) => major));
  const y = share(history.map(({ money }) => money));
  return history.map((cost) => ({ x: x(cost.major), y: y(cost.money), cost })).reverse();
}
