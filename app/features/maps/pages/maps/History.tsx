import { Link } from "react-router";
import { Chart } from "../../../../ui/components/Chart.tsx";
import layout from "../../../../ui/components/layout.module.css";
import classes from "./History.module.css";
import type { DrawnChart } from "./history.server.ts";
import type { MapData } from "./map.server.ts";

type HistoryData = MapData["histories"][number];

/** Shows how the record of each major version came down, in a chart and in a table. */
export function History({ map, page }: { map: string; page: HistoryData }) {
  const { label, introduction, charts, rows, error } = page;
  return (
    <>
      <h2>{label} history</h2>
      {error !== null && (
        <p role="alert">
          Error fetching {label}s: {error}
        </p>
      )}
      {error === null && rows.length === 0 && (
        <p>
          No {label} has been verified on {map} yet.
        </p>
      )}
      {rows.length > 0 && (
        <>
          <p className={classes.introduction}>{introduction}</p>
          <div className={classes.both}>
            {charts && <CostChart {...charts} />}
            <Table rows={rows} />
          </div>
        </>
      )}
    </>
  );
}

/** The chart in words, newest version first. */
function Table({ rows }: Pick<HistoryData, "rows">) {
  return (
    <div className={`${layout.scroll} ${classes.scroll}`}>
      <table className={`${layout.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Cost</th>
            <th scope="col">Player</th>
            <th scope="col">Date</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ major, cost, change, isFall, number, players, day, superseded, page }) => (
            <tr key={major}>
              <td>{major}</td>
              <td>
                <Link to={page}>{cost}</Link>{" "}
                {change !== null && <small data-falls={isFall || undefined}>{change}</small>}
              </td>
              <td>
                {number !== null && (
                  <span className={classes.number} aria-hidden="true">
                    {number}
                  </span>
                )}
                <bdi>{players}</bdi>
                {superseded !== null && (
                  <>
                    <br />
                    <small>{superseded}</small>
                  </>
                )}
              </td>
              <td>{day}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Charts = NonNullable<MapData["histories"][number]["charts"]>;

/**
 * The record over the versions of the game, each fall with its player. It is drawn twice, and the style sheet shows
 * the drawing that there is room for. The table beside it says the same in words.
 */
function CostChart({ title, drawings }: Charts) {
  return (
    <div className={classes.charts}>
      {drawings.map(({ size, chart, points }) => (
        <div key={size} data-size={size}>
          <Chart title={title} chart={chart}>
            {points.map((point) => (
              <Point key={point.page} point={point} isNumbered={size === "narrow"} />
            ))}
          </Chart>
        </div>
      ))}
    </div>
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
          className={isNumbered ? classes.mark : classes.name}
        >
          {label.text}
        </text>
      )}
    </g>
  );
}
