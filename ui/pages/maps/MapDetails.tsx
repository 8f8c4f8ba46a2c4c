import { Button, Group, Table } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { api, pages } from "../../../routes.ts";
import { Facts } from "../../components/Facts.tsx";
import { MapChooser } from "../../components/MapChooser.tsx";
import { ActionResult } from "../../sign-in/ActionResult.tsx";
import { useSignIn } from "../../sign-in/state.ts";
import { useDelete } from "../../sign-in/use-delete.ts";
import { CostChart } from "./CostChart.tsx";
import { difficultyName, known, rbs, yesNo } from "./facts.ts";
import type { MapData } from "./load.server.ts";
import classes from "./MapDetails.module.css";
import { MapPicture } from "./MapPicture.tsx";

/** A map with all that is recorded of it and on it. */
export function MapDetails({ page: { names, info, records, lcc } }: { page: MapData }) {
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
          facts={[
            { label: "Abbreviation", value: info.abbreviation },
            { label: "Difficulty", value: difficultyName(info) },
            { label: "Added in version", value: known(info.version) },
            { label: "Length", value: rbs(info.length) },
            { label: "Blocks line of sight", value: yesNo(info.hasLOS) },
            { label: "Water", value: yesNo(info.hasWater) },
            { label: "Entrances", value: known(info.numEntrances) },
            { label: "Exits", value: known(info.numExits) },
            { label: "Objects", value: known(info.numObjects) },
            { label: "Removal cost", value: known(info.removalCost) },
          ]}
        />
      </div>
      <Notes heading="About the length" text={info.lengthNotes} />
      <Notes heading="About the removal cost" text={info.removalCostNotes} />
      <Notes heading="Notes" text={info.miscNotes} />
      <h2>Records on {map}</h2>
      <Records records={records} />
      <h2>LCC history</h2>
      <History map={map} lcc={lcc} />
      <p>
        <Link to={pages.chimpsStarts({ map })}>CHIMPS starts on {map}</Link>
      </p>
    </>
  );
}

function Notes({ heading, text }: { heading: string; text: string }) {
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

function History({ map, lcc: { history, error } }: { map: string; lcc: MapData["lcc"] }) {
  if (error !== null) return <p role="alert">Error fetching LCCs: {error}</p>;
  if (history.length === 0) return <p>No LCC has been verified on {map} yet.</p>;
  return (
    <>
      <p>The least cash that {map} was completed for in CHIMPS, in each major version of the game.</p>
      <CostChart history={history} map={map} />
      <div className={classes.scroll}>
        <Table className={classes.history} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Version</Table.Th>
              <Table.Th scope="col">Cost</Table.Th>
              <Table.Th scope="col">Player</Table.Th>
              <Table.Th scope="col">Date</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {history.map(({ major, money, person, date, filekey }) => (
              <Table.Tr key={major}>
                <Table.Td>{major}</Table.Td>
                <Table.Td>
                  <Link to={pages.notes("lcc", { filekey })}>${money.toLocaleString("en-US")}</Link>
                </Table.Td>
                <Table.Td>{person}</Table.Td>
                <Table.Td>{date ?? "–"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </>
  );
}
