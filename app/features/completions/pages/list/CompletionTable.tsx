import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { Column } from "../../../../../domain/lists/table.ts";
import { cycleSort, sortStateOf } from "../../../../../domain/lists/url-state.ts";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { useOwnLinks } from "../../../../ui/components/use-own-links.ts";
import { placeOf, useAsList } from "../../../../ui/list-origin.ts";
import { useSite } from "../../../../ui/use-site.ts";
import { CompletionRow, type RowContext } from "./CompletionRow.tsx";
import classes from "./CompletionTable.module.css";
import pageClasses from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import { SelectAll, type Selection } from "./Selection.tsx";
import { useRequested } from "./use-requested.ts";

/** Where somebody left a list: the place in the page (list-origin.ts), and the address of the link that they followed. */
let left: { readonly place: string; readonly href: string } | null = null;

/**
 * Gives the focus back to the link by which somebody left the list when they come back to it. Returns the table's
 * ref, and a function to call with each link that is followed.
 */
function useLeftRow() {
  const table = useRef<HTMLTableElement>(null);
  const place = placeOf(useLocation());
  useEffect(() => {
    if (left?.place !== place) return;
    const links = table.current?.querySelectorAll<HTMLAnchorElement>("a[data-completion]") ?? [];
    // The scroll position is restored elsewhere.
    [...links].find(({ href }) => href === left?.href)?.focus({ preventScroll: true });
  }, [place]);
  return {
    table,
    leaveBy(link: HTMLAnchorElement): void {
      left = { place, href: link.href };
    },
  };
}

/** A column's heading, which links to the next of its three sort states. A phone has these links in ListOrder. */
function Heading({ column, page: { challenge, state } }: { column: Column; page: ListPageData }) {
  const { sortby: _, offset: __, ...others } = useRequested(state);
  const { sortby } = state.parameters;
  const { name, label, cell } = column;
  if (!column.sortable)
    return (
      <th role="columnheader" scope="col" data-cell={cell}>
        {label}
      </th>
    );
  const next = cycleSort(sortby, name);
  const sorted = sortStateOf(sortby, name);
  const parameters = next === "" ? others : { ...others, sortby: next };
  return (
    <th role="columnheader" scope="col" data-cell={cell} aria-sort={sorted}>
      <Link
        to={pages.list(challenge.key, parameters)}
        className={classes.sort}
        data-sorted={sorted}
        preventScrollReset
      >
        {label}
        <Hidden>{sorted === "none" ? ", sort" : `, sorted ${sorted}`}</Hidden>
      </Link>
    </th>
  );
}

/** Returns the classes for what the columns leave room for. */
function looksOf(columns: readonly Column[]): string {
  const count = (kind: Column["cell"]): number => columns.filter(({ cell }) => cell === kind).length;
  return [
    count("towerset") > 0 && classes.set,
    count("person") > 1 && classes.dense,
    count("tower") + count("towerset") === 0 && classes.bare,
    count("completiontype") > 0 && classes.typed,
  ]
    .filter(Boolean)
    .join(" ");
}

interface Props {
  readonly page: ListPageData;
  readonly list: RowContext["list"];
  readonly selection: Selection | null;
  /**
   * Whether to render the columns for signed-in people. The style sheet shows them (sign-in/hint.ts), so that none
   * comes late.
   */
  readonly isForMembers: boolean;
}

/** The rows of a list. On a phone each has two lines, and a touch anywhere in it opens it. */
export function CompletionTable({ page, list, selection, isForMembers }: Props) {
  const { challenge } = page;
  const requested = useRequested(page.state);
  const asList = useAsList(challenge.key);
  // Links to a completion carry the way back.
  const { table, leaveBy } = useLeftRow();
  const follow = useOwnLinks((link) => {
    if (link.dataset.completion === undefined) return {};
    leaveBy(link);
    return { state: asList };
  });
  // The links of a row add to what was requested and lead to the first page.
  const context = { page, list, requested, mediaOrigin: useSite().mediaOrigin, selection, isForMembers };
  return (
    // The keyboard reaches its links.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <table ref={table} role="table" className={`${classes.table} ${looksOf(list.columns)}`} onClick={follow}>
      <caption>
        <Hidden>{challenge.label} completions</Hidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {isForMembers && (
            <th role="columnheader" scope="col" className={pageClasses.forMembers} data-cell="select">
              <SelectAll rows={list.results} selection={selection}>
                <Hidden>Select</Hidden>
              </SelectAll>
            </th>
          )}
          {list.columns.map((column) => (
            <Heading key={column.name} column={column} page={page} />
          ))}
          <th role="columnheader" scope="col" data-cell="appeared">
            Verified
          </th>
          {isForMembers && (
            <th role="columnheader" scope="col" className={pageClasses.forMembers} data-cell="edit">
              Edit
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {list.results.map((row, at) => (
          <CompletionRow
            key={String(row.filekey)}
            row={row}
            appeared={list.appeared[at] ?? null}
            context={context}
          />
        ))}
      </tbody>
    </table>
  );
}
