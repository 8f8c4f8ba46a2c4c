import { useRef } from "react";
import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import type { Column } from "../../../../../domain/lists/table.ts";
import { cycleSort, isNewestFirst, shownOrder, sortStateOf } from "../../../../../domain/lists/url-state.ts";
import { Icon } from "../../../../ui/components/Icon.tsx";
import { Hidden } from "../../../../ui/components/small.tsx";
import { useClosingMenus } from "../../../../ui/components/use-closing-menus.ts";
import type { ListPageData } from "./load.server.ts";
import { useRequested } from "./use-requested.ts";
import classes from "./ViewSwitch.module.css";

const ARROWS = { none: "", ascending: " ↑", descending: " ↓" } as const;

/**
 * Chooses the list's order: newest first, its own, or by a column, as the headings do where they are shown. The
 * choices are links, so that the URL holds the choice.
 */
export function ListOrder({
  page: { challenge, state },
  columns,
}: {
  page: Pick<ListPageData, "challenge" | "state">;
  columns: readonly Column[];
}) {
  const place = useRef<HTMLDivElement>(null);
  useClosingMenus(place);
  const { offset: _, sortby: __, ...others } = useRequested(state);
  const { sortby } = state.parameters;
  const sortable = columns.filter((column) => column.sortable);
  const choices = [
    { words: "Newest", parameters: others, isChosen: isNewestFirst(shownOrder(state)) },
    {
      words: challenge.ownOrder.startsWith("map") ? "By map" : "A–Z",
      parameters: { ...others, sortby: challenge.ownOrder },
      isChosen: sortby === challenge.ownOrder,
    },
    ...sortable.map(({ name, label }) => {
      const [next, sorted] = [cycleSort(sortby, name), sortStateOf(sortby, name)];
      return {
        words: `${label}${ARROWS[sorted]}`,
        parameters: next === "" ? others : { ...others, sortby: next },
        isChosen: sorted !== "none" && sortby !== challenge.ownOrder,
      };
    }),
  ];
  const chosen = choices.find(({ isChosen }) => isChosen)?.words ?? "Another order";
  return (
    <div ref={place} className={classes.order}>
      <details>
        <summary className={controls.button}>
          <Icon name="order" />
          <span className={classes.words}>
            <Hidden>Order: </Hidden>
            {chosen}
          </span>
        </summary>
        <nav aria-label="Order" className={classes.orders}>
          {choices.map(({ words, parameters, isChosen }) => (
            <Link
              key={words}
              to={pages.list(challenge.key, parameters)}
              aria-current={isChosen ? "true" : undefined}
              preventScrollReset
            >
              {words}
            </Link>
          ))}
        </nav>
      </details>
    </div>
  );
}
