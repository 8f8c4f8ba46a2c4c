import { Link } from "react-router";
import {
  type ChartPoint,
  type ChartStep,
  costChart,
  type Drawing,
  type RecordCost,
} from "../../../derive/cost-chart.ts";
import { cash } from "../../../fields/money/cash.ts";
import { pages } from "../../../routes.ts";
import classes from "./CostChart.module.css";

/** Letters of a player's name that a label has room for. */
const MOST_LETTERS = 18;

/** How wide a text is at most: letters of some scripts are as wide as they are high. */
const widthOf = (text: string): number =>
  Array.from(text).reduce((width, letter) => width + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 14 : 7.5), 4);

/** Where names have room. */
const WIDE: Drawing = {
  ...{ width: 760, height: 330 },
  room: { left: 64, right: 12, top: 26, bottom: 30 },
  label: { height: 18, widthOf },
};

/** On a phone: falls are numbered, as in the table. */
const NARROW: Drawing = {
  ...{ width: 340, height: 260 },
  room: { left: 60, right: 10, top: 24, bottom: 28 },
  label: { height: 18, widthOf: () => 20 },
};

function nameOf({ cost: { players } }: ChartStep): string {
  const letters = Array.from(players);
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : players;
}

interface Props {
  /** Its key. */
  readonly challenge: string;
  /** "Least cost on Quad" */
  readonly title: string;
  /** The newest version first. */
  readonly history: readonly RecordCost[];
}

/** The record over the versions of the game, each fall with its player. The table beside it says the same in words. */
export function CostChart({ challenge, title, history }: Props) {
  const [last, first] = [history.at(0), history.at(-1)];
  // One cost is no line.
  if (!first || !last || first === last) return null;
  const label = `${title} from version ${first.major} (${cash(first.money)}) to version ${last.major} (${cash(last.money)})`;
  return (
    <figure className={classes.figure} aria-label={label}>
      <Chart challenge={challenge} history={history} drawing={WIDE} size="wide" />
      <Chart challenge={challenge} history={history} drawing={NARROW} size="narrow" />
    </figure>
  );
}

function Chart({
  challenge,
  history,
  drawing,
  size,
}: Pick<Props, "challenge" | "history"> & { drawing: Drawing; size: "wide" | "narrow" }) {
  const textOf = size === "wide" ? nameOf : ({ number }: ChartStep): string => String(number);
  const { line, points, costs, versions } = costChart(history, drawing, textOf);
  const { width, height, room } = drawing;
  return (
    // biome-ignore lint/a11y/useSemanticElements: within a drawing there is no fieldset
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.chart} data-size={size} role="group">
      <title>Versions from left to right, costs from the bottom to the top</title>
      <g className={classes.scale}>
        {costs.map(({ y, money }) => (
          <g key={money}>
            <path d={`M${room.left} ${y}H${width}`} />
            <text x={room.left - 8} y={y} dy="0.35em" textAnchor="end">
              {cash(money)}
            </text>
          </g>
        ))}
        {versions.map(({ x, major }) => (
          <text key={major} x={x} y={height - 8} textAnchor="middle">
            {`v${major}`}
          </text>
        ))}
      </g>
      <path className={classes.line} d={line} />
      {points.map((point) => (
        <Point key={point.cost.major} challenge={challenge} point={point} text={textOf(point)} size={size} />
      ))}
    </svg>
  );
}

function Point({
  challenge,
  point: { x, y, cost, change, label },
  text,
  size,
}: {
  challenge: string;
  point: ChartPoint;
  text: string;
  size: "wide" | "narrow";
}) {
  const words = `Version ${cost.major}: ${cash(cost.money)} by ${cost.players}`;
  return (
    <Link
      to={pages.notes(challenge, { filekey: cost.filekey })}
      className={classes.point}
      aria-label={words}
      data-falls={change === null || change < 0 || undefined}
    >
      <title>{words}</title>
      {label?.isAway && <path className={classes.leader} d={`M${x} ${y}L${label.x} ${label.y}`} />}
      <circle className={classes.reach} cx={x} cy={y} r={12} />
      <circle className={classes.dot} cx={x} cy={y} r={4.5} />
      {label && size === "narrow" && <circle className={classes.disc} cx={label.x} cy={label.y} r={9} />}
      {label && (
        <text
          x={label.x}
          y={label.y}
          dy="0.35em"
          textAnchor="middle"
          className={size === "wide" ? classes.name : classes.number}
        >
          {text}
        </text>
      )}
    </Link>
  );
}
