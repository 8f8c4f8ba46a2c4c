import { data, Link } from "react-router";
import type { ChallengeDefinition } from "../../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { type RecordsAnswer, records } from "../../../../domain/contract/records.ts";
import { pages, searchOf } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { dayInWords } from "../../../../domain/game/day-in-words.ts";
import { amountInWords, recordAmountOfRow } from "../../../../domain/lists/record.ts";
import { playersOf } from "../../../../domain/lists/row.ts";
import { useAnnouncement } from "../../../ui/announce.ts";
import { CompletionLines } from "../../../ui/completions/CompletionLines.tsx";
import { lineOf } from "../../../ui/completions/line.server.ts";
import { Count } from "../../../ui/components/Count.tsx";
import table from "../../../ui/components/CountTable.module.css";
import { FilterForm } from "../../../ui/components/FilterForm.tsx";
import layout from "../../../ui/components/layout.module.css";
import { NothingFound } from "../../../ui/components/layout.tsx";
import { PlayerLink } from "../../../ui/components/PlayerLink.tsx";
import { PreviousNext } from "../../../ui/components/PreviousNext.tsx";
import { SelectField } from "../../../ui/components/SelectField.tsx";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../ui/context.ts";
import { marksOfRows } from "../../../ui/marks.server.ts";
import { pageMeta } from "../../../ui/meta.ts";
import { givenIn, outcomeOf } from "../../../ui/outcome.server.ts";
import type { Route } from "./+types/route";

const PARAMETERS = ["challenge", "map", "offset"] as const;

/** Records on a page. */
const SIZE = 20;

/** "$1,200 less", or "2 towers fewer". */
function lessInWords(definition: ChallengeDefinition, less: number): string {
  if (definition.record?.by !== "towerCount") return `${amountInWords(definition, less)} less`;
  return less === 1 ? "1 tower fewer" : `${less} towers fewer`;
}

type Superseded = RecordsAnswer["results"][number]["superseded"];

/** Completions of a list that were superseded which are named; of the others their number is told. */
const MOST_NAMED = 3;

/** "verified 3 August 2024; until then $900 by Ada counted" */
function supersededInWords(definition: ChallengeDefinition, superseded: Superseded): string[] {
  const [first] = superseded;
  if (!first) return [];
  const named = superseded
    .slice(0, MOST_NAMED)
    .map(
      ({ completion: row }) =>
        `${amountInWords(definition, recordAmountOfRow(definition, row))} by ${playersOf(definition, row)}`,
    );
  const more = superseded.length - named.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])];
  return [`verified ${dayInWords(first.on)}, until then ${new Intl.ListFormat("en").format(all)} counted`];
}

/** Loads the records that the address asks for, as lines, and the choices for its filters. */
export async function loader({ url: { searchParams: search }, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const parameters = givenIn(search, PARAMETERS);
  const [{ body, error, status }, maps] = await Promise.all([
    outcomeOf(() => page.reads.records.list(records.read(searchOf({ ...parameters, count: SIZE })))),
    page.reads.maps.all(),
  ]);
  const rows = (body?.results ?? []).flatMap(({ challenge, completion: row, ...set }) => {
    const definition = CHALLENGES.get(challenge);
    return definition ? [{ definition, row, ...set }] : [];
  });
  return data(
    {
      parameters,
      error,
      status,
      size: SIZE,
      more: body?.more ?? false,
      holders: body?.holders ?? [],
      challenges: Array.from(CHALLENGES.values()).flatMap(({ key, label, record }) =>
        record ? [{ value: key, label }] : [],
      ),
      maps: maps.map(({ map }) => ({ value: map, label: map })),
      marks: await marksOfRows(rows, page),
      lines: rows.map(({ definition, row, before, superseded, until, day }) => {
        const words =
          before === null
            ? "the first"
            : `${lessInWords(definition, recordAmountOfRow(definition, before) - recordAmountOfRow(definition, row))} than ${playersOf(definition, before)}`;
        return {
          ...lineOf(definition, row, day),
          standing: {
            record: until === null ? "Record" : null,
            isBest: until === null,
            held: null,
            words: [
              words,
              ...(until === null ? [] : [`fell ${dayInWords(until)}`]),
              ...supersededInWords(definition, superseded),
            ].join("; "),
          },
        };
      }),
    },
    { status },
  );
}

type Page = Route.ComponentProps["loaderData"];

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  return page
    ? pageMeta(args, HEADINGS.records, {
        url: pages.records(page.parameters),
        description: "Records as they were set and fell, and who holds most.",
      })
    : [];
};

/** "Records 21 to 40 of LCC on Quad." */
function shownInWords({ parameters, challenges, lines }: Page): string {
  const first = Number(parameters.offset ?? 0) + 1;
  const amount = lines.length === 0 ? "No records" : `Records ${first} to ${first + lines.length - 1}`;
  const label = challenges.find(({ value }) => value === parameters.challenge)?.label;
  return `${amount}${label ? ` of ${label}` : ""}${parameters.map ? ` on ${parameters.map}` : ""}.`;
}

/** Records as they were set, the last one first. */
export default function RecordsPage({ loaderData: page }: Route.ComponentProps) {
  const { parameters, challenges, maps, error, lines, marks, more, size, holders } = page;
  const offset = Number(parameters.offset ?? 0);
  const turned = (to: number): string => pages.records({ ...parameters, offset: to > 0 ? to : null });
  useAnnouncement(error === null ? shownInWords(page) : null);
  return (
    <>
      <h1>{HEADINGS.records}</h1>
      <FilterForm
        label="Filter the records"
        parameters={parameters}
        addressOf={pages.records}
        lead={
          <SelectField
            name="challenge"
            label="Challenge"
            none="All"
            value={parameters.challenge ?? ""}
            options={challenges}
          />
        }
      >
        <SelectField name="map" label="Map" none="All" value={parameters.map ?? ""} options={maps} />
      </FilterForm>
      {error !== null && <p role="alert">{error}</p>}
      {error === null && (
        <p>
          A record beats every earlier completion of its map (in LTC, of its map and completion type); a tie
          is not a record. The day is the completion's date, or else the day it was verified. Completions
          without either are not listed here.
        </p>
      )}
      {lines.length === 0 && error === null && (
        <NothingFound>
          <p>No record matches.</p>
          <Link to={pages.records()}>Show all</Link>
        </NothingFound>
      )}
      {lines.length > 0 && (
        <section>
          <h2>Newest</h2>
          <CompletionLines lines={lines} marks={marks} />
        </section>
      )}
      <PreviousNext offset={offset} size={size} more={more} to={turned} />
      {holders.length > 0 && <Holders holders={holders} />}
    </>
  );
}

function Holders({ holders }: Pick<Page, "holders">) {
  const most = Math.max(...holders.map(({ records }) => records));
  return (
    <section>
      <h2>Who holds most</h2>
      <table className={`${layout.table} ${table.table}`}>
        <TableHead columns={["Player", "Records held"]} counts={["Records held"]} />
        <tbody>
          {holders.map(({ name, records, hasPage }) => (
            <tr key={name}>
              <th scope="row">
                <PlayerLink name={name} hasPage={hasPage} />
              </th>
              <td data-label="Records held" data-count="">
                <Count value={records} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
