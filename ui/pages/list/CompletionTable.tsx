import type { MouseEvent } from "react";
import { Link, useNavigate } from "react-router";
import { keyQueryOf } from "../../../derive/key-of.ts";
import type { WireRow } from "../../../derive/row.ts";
import type { Column } from "../../../derive/table.ts";
import { cycleSort, type ListParameters, sortStateOf } from "../../../derive/url-state.ts";
import { FieldCell } from "../../../fields/cells.tsx";
import { OgStamp } from "../../../fields/marks/OgStamp.tsx";
import { mediaUrl, pages } from "../../../routes.ts";
import { type CameFrom, useAsList } from "../../came-from.ts";
import { useSite } from "../../use-site.ts";
import classes from "./CompletionTable.module.css";
import type { ListPageData } from "./load.server.ts";
import { addedAddress, aloneAddress, valueOfLink } from "./row-addresses.ts";
import { useAskedFor } from "./use-asked-for.ts";
import type { Selection } from "./use-selection.ts";

type List = NonNullable<Extract<ListPageData["content"], { view: "list" }>["page"]>;

interface RowContext {
  readonly page: ListPageData;
  readonly list: List;
  /** What links add to. */
  readonly asked: ListParameters;
  readonly mediaOrigin: string | null;
  /** What links to completions carry. */
  readonly asList: CameFrom;
}

/** A column's heading, a link to the next of its three sort states. */
function Heading({ column, page: { challenge, state } }: { column: Column; page: ListPageData }) {
  const { sortby: _, offset: __, ...others } = useAskedFor(state);
  const { sortby } = state.parameters;
  if (!column.sortable) return <th scope="col">{column.label}</th>;
  const next = cycleSort(sortby, column.name);
  const sorted = sortStateOf(sortby, column.name);
  const parameters = next === "" ? others : { ...others, sortby: next };
  return (
    <th scope="col" aria-sort={sorted}>
      <Link
        to={pages.list(challenge.key, parameters)}
        className={classes.sort}
        data-sorted={sorted}
        preventScrollReset
      >
        {column.label}
        <span className={classes.hidden}>{sorted === "none" ? ", sort" : `, sorted ${sorted}`}</span>
      </Link>
    </th>
  );
}

/** Proof and notes: "Link | Notes". */
function Info({ row, context: { page, mediaOrigin, asList } }: { row: WireRow; context: RowContext }) {
  const { challenge } = page;
  const proof = typeof row.link === "string" ? row.link : mediaUrl(String(row.filekey), mediaOrigin);
  return (
    <span className={classes.info}>
      <a href={proof} target="_blank" rel="noopener nofollow ugc" aria-label="Link to the proof">
        Link
      </a>
      <span aria-hidden="true"> | </span>
      <Link to={pages.notes(challenge.key, keyQueryOf(challenge.keys, row))} state={asList}>
        Notes
      </Link>
    </span>
  );
}

/** The OG mark, leading to the original's further information. */
function OgMark({ row, context: { page, asList } }: { row: WireRow; context: RowContext }) {
  const { challenge } = page;
  if (row.og !== true) return <span className={classes.absent}>–</span>;
  return (
    <Link
      to={pages.extraInfo(challenge.key, keyQueryOf(challenge.keys, row))}
      state={asList}
      className={classes.og}
      title="More about this original"
    >
      <OgStamp />
    </Link>
  );
}

function Cell({ column, row, context }: { column: Column; row: WireRow; context: RowContext }) {
  const { page, list } = context;
  if (column.cell === "info") return <Info row={row} context={context} />;
  if (column.cell === "og" || column.cell === "flag") return <OgMark row={row} context={context} />;
  if (column.ogExtra && row.og !== true) return <span className={classes.absent}>N/A</span>;
  return (
    <FieldCell
      kind={column.cell}
      value={row[column.name] ?? null}
      upgrades={row[column.upgrades ?? ""] ?? null}
      marks={list.marks}
      narrowed={(parameter, value) => addedAddress(page, context.asked, parameter, value)}
    />
  );
}

function RowBox({ row, selection }: { row: WireRow; selection: Selection }) {
  const filekey = String(row.filekey);
  return (
    <input
      type="checkbox"
      checked={selection.selected.has(filekey)}
      onChange={(event) => selection.select([filekey], event.currentTarget.checked)}
      aria-label="Select this completion"
    />
  );
}

/** The rows of a list. On a phone each row is a card whose values carry their column's name. */
export function CompletionTable({
  page,
  list,
  selection,
}: {
  page: ListPageData;
  list: List;
  selection: Selection | null;
}) {
  const mine = selection
    ? list.results.filter(selection.mayChange).map(({ filekey }) => String(filekey))
    : [];
  const navigate = useNavigate();
  const asked = useAskedFor(page.state);
  const onClick = (event: MouseEvent): void => {
    const clicked = event.altKey ? valueOfLink(event.target) : null;
    if (!clicked) return;
    // Some browsers would download what the link leads to.
    event.preventDefault();
    navigate(aloneAddress(page, asked, clicked.parameter, clicked.value));
  };
  const context: RowContext = {
    page,
    list,
    asked,
    mediaOrigin: useSite().mediaOrigin,
    asList: useAsList(page.challenge.key),
  };
  const lastPlayer = list.columns.findLast((column) => column.cell === "person");
  return (
    // Its links are what a keyboard reaches: a second Enter does the same as Alt.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <table className={classes.table} onClick={onClick}>
      <caption className={classes.hidden}>{page.challenge.label} completions</caption>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
              <label className={classes.select}>
                <input
                  type="checkbox"
                  disabled={mine.length === 0}
                  checked={mine.length > 0 && mine.every((filekey) => selection.selected.has(filekey))}
                  onChange={(event) => selection.select(mine, event.currentTarget.checked)}
                  aria-label="Select all on this page"
                />
                Select
              </label>
            </th>
          )}
          {list.columns.map((column) => (
            <Heading key={column.name} column={column} page={page} />
          ))}
          {selection && <th scope="col">Edit</th>}
        </tr>
      </thead>
      <tbody>
        {list.results.map((row) => (
          <tr key={String(row.filekey)} data-pending={row.pending !== null}>
            {selection && (
              <td data-label="Select" data-cell="select">
                {selection.mayChange(row) && <RowBox row={row} selection={selection} />}
              </td>
            )}
            {list.columns.map((column) => (
              <td key={column.name} data-label={column.label} data-cell={column.cell}>
                <span>
                  <Cell column={column} row={row} context={context} />
                  {column === lastPlayer && row.pending !== null && (
                    <em className={classes.pending}>
                      {list.takers[String(row.filekey)]
                        ? " (Pending; another was verified meanwhile)"
                        : " (Pending)"}
                    </em>
                  )}
                </span>
              </td>
            ))}
            {selection && (
              <td data-label="Edit" data-cell="edit">
                {selection.mayChange(row) && (
                  <Link to={pages.editForm(page.challenge.key, keyQueryOf(page.challenge.keys, row))}>
                    {row.pending === null ? "Edit" : "Edit or Verify"}
                  </Link>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
