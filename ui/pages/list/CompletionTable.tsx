import { Link } from "react-router";
import type { WireRow } from "../../../derive/row.ts";
import type { Column } from "../../../derive/table.ts";
import { cycleSort, sortStateOf, writeListState } from "../../../derive/url-state.ts";
import { FieldCell } from "../../../fields/cells.tsx";
import { mediaUrl, pages, type Query } from "../../../routes.ts";
import { useSite } from "../../use-site.ts";
import classes from "./CompletionTable.module.css";
import type { ListPageData } from "./load.server.ts";

type List = NonNullable<Extract<ListPageData["content"], { view: "list" }>["page"]>;

interface RowContext {
  readonly page: ListPageData;
  readonly list: List;
  readonly mediaOrigin: string | null;
}

/** What names the row in the address of its pages. */
function keyQuery(keys: readonly string[], row: WireRow): Query {
  return Object.fromEntries(keys.map((key) => [key, String(row[key] ?? "")]));
}

/** A column's heading, a link to the next of its three sort states. */
function Heading({ column, page: { challenge, state } }: { column: Column; page: ListPageData }) {
  if (!column.sortable) return <th scope="col">{column.label}</th>;
  const { sortby, offset: _, ...others } = state.parameters;
  const next = cycleSort(sortby, column.name);
  const sorted = sortStateOf(sortby, column.name);
  const parameters = next === "" ? others : { ...others, sortby: next };
  return (
    <th scope="col" aria-sort={sorted}>
      <Link
        to={pages.list(challenge.key, writeListState({ view: "list", parameters }))}
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
function Info({
  row,
  page: { challenge },
  mediaOrigin,
}: { row: WireRow } & Pick<RowContext, "page" | "mediaOrigin">) {
  const proof = typeof row.link === "string" ? row.link : mediaUrl(String(row.filekey), mediaOrigin);
  return (
    <span className={classes.info}>
      <a href={proof} target="_blank" rel="noopener nofollow ugc" aria-label="Link to the proof">
        Link
      </a>
      <span aria-hidden="true"> | </span>
      <Link to={pages.notes(challenge.key, keyQuery(challenge.keys, row))}>Notes</Link>
    </span>
  );
}

/** The OG mark, leading to the original's further information. */
function OgMark({ row, page: { challenge } }: { row: WireRow; page: ListPageData }) {
  if (row.og !== true) return <span className={classes.absent}>–</span>;
  return (
    <Link
      to={pages.extraInfo(challenge.key, keyQuery(challenge.keys, row))}
      className={classes.og}
      title="More about this original"
    >
      OG
    </Link>
  );
}

function Cell({ column, row, context }: { column: Column; row: WireRow; context: RowContext }) {
  const { page, list } = context;
  const { challenge } = page;
  if (column.cell === "info") return <Info row={row} {...context} />;
  if (column.cell === "og" || column.cell === "flag") return <OgMark row={row} page={page} />;
  if (column.ogExtra && row.og !== true) return <span className={classes.absent}>N/A</span>;
  const narrowed = (parameter: "tower" | "map" | "person", value: string): string => {
    const tower = { [page.towerParameter]: JSON.stringify([value]) };
    return pages.list(challenge.key, parameter === "tower" ? tower : { [parameter]: value });
  };
  return (
    <FieldCell
      kind={column.cell}
      value={row[column.name] ?? null}
      categories={list.categories}
      narrowed={narrowed}
    />
  );
}

/** The rows of a list. On a phone each row is a card whose values carry their column's name. */
export function CompletionTable({ page, list }: { page: ListPageData; list: List }) {
  const context: RowContext = { page, list, mediaOrigin: useSite().mediaOrigin };
  const lastPlayer = list.columns.findLast((column) => column.cell === "person");
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>{page.challenge.label} completions</caption>
      <thead>
        <tr>
          {list.columns.map((column) => (
            <Heading key={column.name} column={column} page={page} />
          ))}
        </tr>
      </thead>
      <tbody>
        {list.results.map((row) => (
          <tr key={String(row.filekey)} data-pending={row.pending !== null}>
            {list.columns.map((column) => (
              <td key={column.name} data-label={column.label} data-cell={column.cell}>
                <span>
                  <Cell column={column} row={row} context={context} />
                  {column === lastPlayer && row.pending !== null && (
                    <em className={classes.pending}> (Pending)</em>
                  )}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
