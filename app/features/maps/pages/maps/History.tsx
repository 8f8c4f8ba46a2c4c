import { Link } from "react-router";
import layout from "../../../../ui/components/layout.module.css";
import { CostChart } from "./CostChart.tsx";
import classes from "./History.module.css";
import type { MapData } from "./load.server.ts";

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
          {rows.map(({ major, cost, change, isFall, number, players, day, page }) => (
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
              </td>
              <td>{day}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
