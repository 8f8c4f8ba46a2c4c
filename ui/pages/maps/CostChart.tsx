import { chartOf, type RecordCost } from "../../../derive/cost-chart.ts";
import { cash } from "../../../fields/money/cash.ts";
import classes from "./CostChart.module.css";

const [WIDTH, HEIGHT] = [440, 190];
/** Room for the words beside the lines, in the drawing's own units. */
const ROOM = { left: 78, right: 22, top: 18, bottom: 34 } as const;

interface Props {
  /** Of its title in the page. */
  readonly id: string;
  /** "Least cost on Quad" */
  readonly title: string;
  readonly history: readonly RecordCost[];
}

/** The record over the versions of the game. The table beneath says the same in words. */
export function CostChart({ id, title, history }: Props) {
  const points = chartOf(history).map(({ x, y, cost }) => ({
    x: ROOM.left + x * (WIDTH - ROOM.left - ROOM.right),
    y: HEIGHT - ROOM.bottom - y * (HEIGHT - ROOM.top - ROOM.bottom),
    cost,
  }));
  const [first, last] = [points.at(0), points.at(-1)];
  if (!first || !last || first === last) return null;
  const costs = points.map(({ cost }) => cost.money);
  const levels = [
    { money: Math.max(...costs), y: ROOM.top },
    { money: Math.min(...costs), y: HEIGHT - ROOM.bottom },
  ].filter(({ money }, at) => at === 0 || money !== Math.max(...costs));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.chart} role="img" aria-labelledby={id}>
      <title id={id}>
        {`${title} from version ${first.cost.major} (${cash(first.cost.money)}) to version ${last.cost.major} (${cash(last.cost.money)})`}
      </title>
      {levels.map(({ money, y }) => (
        <g key={money}>
          <line className={classes.level} x1={ROOM.left - 6} x2={WIDTH - ROOM.right} y1={y} y2={y} />
          <text className={classes.word} x={ROOM.left - 10} y={y + 5} textAnchor="end">
            {cash(money)}
          </text>
        </g>
      ))}
      <polyline className={classes.line} points={points.map(({ x, y }) => `${x},${y}`).join(" ")} />
      {points.map(({ x, y, cost }) => (
        <circle key={cost.major} className={classes.point} cx={x} cy={y} r={4}>
          <title>{`Version ${cost.major}: ${cash(cost.money)} by ${cost.players}`}</title>
        </circle>
      ))}
      {[first, last].map(({ x, cost }) => (
        <text key={cost.major} className={classes.word} x={x} y={HEIGHT - 8} textAnchor="middle">
          {`v${cost.major}`}
        </text>
      ))}
    </svg>
  );
}
