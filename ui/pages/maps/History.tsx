import { Link } from "react-router";
import { stepsOf } from "../../../derive/cost-chart.ts";
import { cash } from "../../../fields/money/cash.ts";
import { pages } from "../../../routes.ts";
import { CostChart } from "./CostChart.tsx";
import classes from "./History.module.css";
import type { MapData } from "./load.server.ts";

type HistoryData = MapData["histories"][number];

interface Props {
  readonly map: string;
  readonly page: HistoryData;
}

/** How the record of each major version came down, in a chart and in a table. */
export function History({ map, page }: Props) {
  const { label, history, error } = page;
  return (
    <>
      <h2>{label} history</h2>
      {error !== null && (
        <p role="alert">
          Error fetching {label}s: {error}
        </p>
      )}
      {error === null && history.length === 0 && (
        <p>
          No {label} has been verified on {map} yet.
        </p>
      )}
      {history.length > 0 && <Costs map={map} page={page} />}
    </>
  );
}

function Costs({ map, page }: Props) {
  const { key, introduction, words, history, cut } = page;
  return (
    <>
      <p>
        {introduction}
        {cut &&
          ` This is made of the first ${cut.made.toLocaleString("en-US")} of ${cut.of.toLocaleString("en-US")} completions.`}
      </p>
      <div className={classes.both}>
        <CostChart challenge={key} history={history} title={`${words} on ${map}`} />
        <Table page={page} />
      </div>
    </>
  );
}

/** "−$1,665", "+$200": against the version before. */
const changeInWords = (change: number): string => `${change < 0 ? "−" : "+"}${cash(Math.abs(change))}`;

/** The chart in words, the newest version first. */
function Table({ page: { key, history } }: { page: HistoryData }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Cost</th>
            <th scope="col">Player</th>
            <th scope="col">Date</th>
          </tr>
        </thead>
        <tbody>
          {stepsOf(history)
            .toReversed()
            .map(({ cost: { major, money, players, date, filekey }, change, number }) => (
              <tr key={major}>
                <td>{major}</td>
                <td>
                  <Link to={pages.notes(key, { filekey })}>{cash(money)}</Link>{" "}
                  {change !== null && change !== 0 && (
                    <small data-falls={change < 0 || undefined}>{changeInWords(change)}</small>
                  )}
                </td>
                <td>
                  {number !== null && (
                    <span className={classes.number} aria-hidden="true">
                      {number}
                    </span>
                  )}
                  <bdi>{players}</bdi>
                </td>
                <td>{date ?? "–"}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
