import { Button, Group } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import type { MapInfo } from "../../../contract/maps.ts";
import { cash } from "../../../fields/money/cash.ts";
import { inWords, type NounField, nameOf } from "../../../nouns/define.ts";
import { MAP_FIELDS } from "../../../nouns/map.ts";
import { api, pages } from "../../../routes.ts";
import { Facts } from "../../components/Facts.tsx";
import { MapChooser } from "../../components/MapChooser.tsx";
import { ActionResult } from "../../sign-in/ActionResult.tsx";
import { useSignIn } from "../../sign-in/state.ts";
import { useDelete } from "../../sign-in/use-delete.ts";
import { CostChart } from "./CostChart.tsx";
import type { MapData } from "./load.server.ts";
import classes from "./MapDetails.module.css";
import { MapPicture } from "./MapPicture.tsx";

/** A map with all that is recorded of it and on it. */
export function MapDetails({ page: { names, info, records, histories } }: { page: MapData }) {
  const { map } = info;
  return (
    <>
      <p>
        <Link to={pages.maps()}>All maps</Link>
      </p>
      <h1>{map}</h1>
      <MapChooser addressOf={pages.maps} maps={names} map={map} none="All maps" />
      <HelperActions map={map} />
      <div className={classes.top}>
        <div className={classes.picture}>
          <MapPicture key={info.image} info={info} />
        </div>
        <Facts
          facts={shown(info, (field) => field.kind !== "remark").map(({ field, value }) => ({
            label: nameOf(field),
            value: inWords(field, value),
          }))}
        />
      </div>
      {shown(info, (field) => field.kind === "remark").map(({ field, value }) => (
        <Remark key={nameOf(field)} heading={nameOf(field)} text={String(value)} />
      ))}
      <h2>Records on {map}</h2>
      <Records records={records} />
      {histories.map((each) => (
        <History key={each.key} map={map} page={each} />
      ))}
      <p>
        <Link to={pages.chimpsStarts({ map })}>CHIMPS starts on {map}</Link>
      </p>
    </>
  );
}

/** Those fields of a map, its name apart, which heads the page. */
const shown = (info: MapInfo, isWanted: (field: NounField) => boolean) =>
  Object.entries<NounField>(MAP_FIELDS)
    .filter(([name, field]) => name !== "map" && isWanted(field))
    .map(([name, field]) => ({ field, value: info[name as keyof MapInfo] }));

function Remark({ heading, text }: { heading: string; text: string }) {
  if (text === "") return null;
  return (
    <section className={classes.notes}>
      <h2>{heading}</h2>
      <p>{text}</p>
    </section>
  );
}

function HelperActions({ map }: { map: string }) {
  const { user } = useSignIn();
  const navigate = useNavigate();
  const { action, remove } = useDelete(({ done }) => navigate(pages.maps(), { state: { done } }));
  if (!user?.isHelper) return null;
  return (
    <>
      <Group gap="sm" my="sm">
        <Button component={Link} to={pages.addMap({ map })} variant="default">
          Edit
        </Button>
        <Button
          variant="default"
          loading={action.isRunning}
          onClick={() =>
            remove({
              question: `Are you sure you want to delete ${map}?`,
              path: api.deleteMap(),
              fields: { map },
              done: "Successfully deleted map.",
              failed: "Error deleting map",
            })
          }
        >
          Delete
        </Button>
      </Group>
      <ActionResult action={action} />
    </>
  );
}

function Records({ records }: { records: MapData["records"] }) {
  return (
    <ul className={classes.records}>
      {records.map(({ key, label, words, verified, list, rows }) => (
        <li key={key}>
          <h3>{label}</h3>
          {verified === 0 ? (
            <p>
              Nothing verified yet. <Link to={list}>{label} on this map</Link>
            </p>
          ) : (
            <>
              <p>
                <Link to={list}>
                  {verified.toLocaleString("en-US")} verified {verified === 1 ? "completion" : "completions"}
                </Link>
                {`. ${words}:`}
              </p>
              <ul>
                {rows.map(({ heading, players, page }) => (
                  <li key={page}>
                    <Link to={page}>{heading}</Link> <span>by {players}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How the record of each major version came down, in a chart and in a table. */
function History({ map, page }: { map: string; page: MapData["histories"][number] }) {
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

function Costs({
  map,
  page: { key, introduction, words, history, cut },
}: {
  map: string;
  page: MapData["histories"][number];
}) {
  return (
    <>
      <p>
        {introduction}
        {cut &&
          ` This is made of the first ${cut.made.toLocaleString("en-US")} of ${cut.of.toLocaleString("en-US")} completions.`}
      </p>
      <CostChart id={`cost-chart-${key}`} history={history} title={`${words} on ${map}`} />
      <div className={classes.scroll}>
        <table className={classes.history}>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Cost</th>
              <th scope="col">Player</th>
              <th scope="col">Date</th>
            </tr>
          </thead>
          <tbody>
            {history.map(({ major, money, players, date, filekey }) => (
              <tr key={major}>
                <td>{major}</td>
                <td>
                  <Link to={pages.notes(key, { filekey })}>{cash(money)}</Link>
                </td>
                <td>{players}</td>
                <td>{date ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
