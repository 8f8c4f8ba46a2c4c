import { data, Link } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { players } from "../../../../../domain/contract/players.ts";
import { pages, searchOf } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { counted } from "../../../../../domain/game/counted.ts";
import { LONGEST_SEARCH } from "../../../../../domain/limits.ts";
import { boardName } from "../../../../../domain/lists/boards.ts";

import { useAnnouncement } from "../../../../ui/announce.ts";
import { Count } from "../../../../ui/components/Count.tsx";
import table from "../../../../ui/components/CountTable.module.css";
import { FilterForm } from "../../../../ui/components/FilterForm.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { NothingFound } from "../../../../ui/components/layout.tsx";
import { PlayerLink } from "../../../../ui/components/PlayerLink.tsx";
import { PreviousNext } from "../../../../ui/components/PreviousNext.tsx";
import { type Option, type OptionGroup, SelectField } from "../../../../ui/components/SelectField.tsx";
import { TableHead } from "../../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { givenIn, outcomeOf } from "../../../../ui/outcome.server.ts";
import type { Route } from "./+types/route";

/** Lines on a page. */
const SIZE = 50;

const PARAMETERS = ["query", "board", "year", "offset"] as const;

const boards = [...CHALLENGES.values()];

/** Every board but that of all completions. */
const BOARDS: readonly (Option | OptionGroup)[] = [
  { value: boardName({ challenge: null, ogOnly: true }), label: "All OGs" },
  {
    group: "One challenge",
    items: boards.map(({ key, label }) => ({ value: key, label })),
  },
  {
    group: "Its OGs",
    items: boards.flatMap(({ key, label, og }) =>
      og ? [{ value: boardName({ challenge: key, ogOnly: true }), label: `OGs of ${label}` }] : [],
    ),
  },
];

/** Loads a page of the board that the address asks for, and the choices for its filters. */
export async function loader({ url: { searchParams: search }, context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const parameters = givenIn(search, PARAMETERS);
  const { body, error, status } = await outcomeOf(() =>
    page.reads.players.board(players.read(searchOf({ ...parameters, count: SIZE }))),
  );
  const board = parameters.board?.toLowerCase() ?? "";
  return data(
    {
      parameters,
      boards: BOARDS,
      board: body,
      error,
      status,
      size: SIZE,
      byOriginals: board.endsWith("ogs"),
      of: CHALLENGES.get(board.replace(/-ogs$/, ""))?.label ?? null,
    },
    { status },
  );
}

type Page = Route.ComponentProps["loaderData"];

function titleOf({ of, byOriginals, parameters: { year } }: Page): string {
  const what = byOriginals ? `Players by ${of === null ? "OGs" : `OGs of ${of}`}` : of && `Players of ${of}`;
  return `${what ?? HEADINGS.players}${year ? ` in ${year}` : ""}`;
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return [];
  return pageMeta(args, titleOf(page), {
    url: pages.players(page.parameters),
    ...(page.board && { description: `${counted(page.board.count)} players, by verified completions.` }),
  });
};

type BoardData = NonNullable<Page["board"]>;

const noneInWords = ({ parameters: { query } }: Page, { count }: BoardData): string => {
  if (query) return `No player's name begins with "${query}" here.`;
  return count > 0 ? "There are no more." : "No players yet.";
};

/** "Players of 2TC: 21 to 40 of 57." */
function shownInWords(page: Page, board: BoardData): string {
  const { results, count } = board;
  const first = Number(page.parameters.offset ?? 0) + 1;
  if (results.length === 0) return noneInWords(page, board);
  return `${titleOf(page)}: ${counted(first)} to ${counted(first + results.length - 1)} of ${counted(count)}.`;
}

/** The players of all challenges or of one, those with the most verified completions first. */
export default function PlayersPage({ loaderData: page }: Route.ComponentProps) {
  const { board, error, parameters } = page;
  useAnnouncement(board && shownInWords(page, board));
  return (
    <>
      <h1>{titleOf(page)}</h1>
      <Filters page={page} />
      {error !== null && <p role="alert">{error}</p>}
      {board?.results.length === 0 && (
        <NothingFound>
          <p>{noneInWords(page, board)}</p>
          {Object.keys(parameters).length > 0 && <Link to={pages.players()}>Show all players</Link>}
        </NothingFound>
      )}
      {board && board.results.length > 0 && <Board page={page} board={board} />}
    </>
  );
}

function Filters({ page: { parameters, boards, board } }: { page: Page }) {
  return (
    <FilterForm
      label="Filter the players"
      parameters={parameters}
      addressOf={pages.players}
      lead={
        <label className={controls.field}>
          <span>Name</span>
          <input
            type="search"
            name="query"
            defaultValue={parameters.query ?? ""}
            maxLength={LONGEST_SEARCH}
            placeholder="The beginning of a name"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </label>
      }
    >
      <SelectField
        name="board"
        label="Ranked by"
        none="All completions"
        value={parameters.board ?? ""}
        options={boards}
      />
      <SelectField
        name="year"
        label="Year"
        none="All years"
        value={parameters.year ?? ""}
        options={(board?.years ?? []).map((year) => ({ value: String(year), label: String(year) }))}
      />
    </FilterForm>
  );
}

function Board({ page, board }: { page: Page; board: BoardData }) {
  const { parameters, byOriginals, size } = page;
  const { results, count, more, withoutDay } = board;
  const offset = Number(parameters.offset ?? 0);
  const most = Math.max(...results.map(({ completions }) => completions));
  const mostOriginals = Math.max(1, ...results.map(({ originals }) => originals));
  const turned = (to: number): string => pages.players({ ...parameters, offset: to > 0 ? to : null });
  return (
    <>
      <p>
        Players {counted(offset + 1)} to {counted(offset + results.length)} of {counted(count)}. Equal numbers
        share a place.
        {parameters.year !== undefined && (
          <>
            {" "}
            A completion counts in the year of its date, or else of its verification.
            {withoutDay > 0 && ` ${counted(withoutDay)} without a day count in no year.`}
          </>
        )}
      </p>
      <table className={`${layout.table} ${table.table}`}>
        <TableHead columns={["Player", "Completions", "OGs"]} counts={["Completions", "OGs"]} />
        <tbody>
          {results.map(({ rank, name, completions, originals, hasPage }) => (
            <tr key={name}>
              <th scope="row">
                <span className={table.place}>{counted(rank)}</span>
                <PlayerLink name={name} hasPage={hasPage} />
              </th>
              <td data-label="Completions" data-count="" aria-current={byOriginals ? undefined : "true"}>
                <Count value={completions} most={most} />
              </td>
              <td data-label="OGs" data-count="">
                <Count value={originals} most={mostOriginals} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <PreviousNext offset={offset} size={size} more={more} to={turned} />
    </>
  );
}
