import { Link } from "react-router";
import classes from "./CostChart.module.css";
import type { DrawnChart } from "./history.server.ts";
import type { MapData } from "./load.server.ts";

type Charts = NonNullable<MapData["histories"][number]["charts"]>;

/**
 * The record over the versions of the game, each fall with its player. It is drawn twice, and the style sheet shows
 * the drawing that there is room for. The table beside it says the same in words.
 */
export function CostChart({ title, drawings }: Charts) {
  return (
    <figure className={classes.figure} aria-label={title}>
      {drawings.map((chart) => (
        <Chart key={chart.size} chart={chart} />
      ))}
    </figure>
  );
}

function Chart({
  chart: { size, width, height, left, line, costs, versions, points },
}: {
  chart: DrawnChart;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: within a drawing there is no fieldset
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.chart} data-size={size} role="group">
      <title>Versions from left to right, costs from the bottom to the top</title>
      <g className={classes.scale}>
        {costs.map(({ y, words }) => (
          <g key={y}>
            <path d={`M${left} ${y}H${width}`} />
            <text x={left - 8} y={y} dy="0.35em" textAnchor="end">
              {words}
            </text>
          </g>
        ))}
        {versions.map(({ x, words }) => (
          <text key={x} x={x} y={height - 8} textAnchor="middle">
            {words}
          </text>
        ))}
      </g>
      <path className={classes.line} d={line} />
      {points.map((point) => (
        <Point key={point.page} point={point} isNumbered={size === "narrow"} />
      ))}
    </svg>
  );
}

/** A record that links to its completion. Its label may be shortened, but the link's name never is. */
function Point({
  point: { x, y, page, words, isFall, label },
  isNumbered,
}: {
  point: DrawnChart["points"][number];
  isNumbered: boolean;
}) {
  return (
    <g>
      {label?.isAway && <path className={classes.leader} d={`M${x} ${y}L${label.x} ${label.y}`} />}
      <Link to={page} className={classes.point} aria-label={words} data-falls={isFall || undefined}>
        <title>{words}</title>
        <circle className={classes.reach} cx={x} cy={y} r={12} />
        <circle className={classes.dot} cx={x} cy={y} r={4.5} />
      </Link>
      {label && isNumbered && <circle className={classes.disc} cx={label.x} cy={label.y} r={9} />}
      {label && (
        <text
          x={label.x}
          y={label.y}
          dy="0.35em"
          textAnchor="middle"
          className={isNumbered ? classes.number : classes.name}
        >
          {label.text}
        </text>
      )}
    </g>
  );
}
