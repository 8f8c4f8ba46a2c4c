import { useRef } from "react";
import { Link, useLocation, useNavigate, useNavigation } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import type { Column } from "../../../../../domain/lists/table.ts";
import {
  cycleSort,
  isNewestFirst,
  type ListState,
  shownOrder,
  sortStateOf,
  writeListState,
} from "../../../../../domain/lists/url-state.ts";
import { Icon } from "../../../../ui/components/Icon.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { useClosingMenus } from "../../../../ui/components/use-closing-menus.ts";
import type { ListPageData } from "./load.server.ts";
import { useChoice, useRequested } from "./use-requested.ts";
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
        <nav aria-label="Order" className={`${layout.popup} ${classes.orders}`}>
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

const LABELS = { list: "List", table: "Table", "person-stats": "Person Stats" } as const;

/**
 * Switches between the views of a list that has several. The URL holds the choice. A phone has them behind one
 * button.
 */
export function ViewSwitch({ challenge, state }: { challenge: ListPageData["challenge"]; state: ListState }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useChoice(state.view);
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const place = useRef<HTMLFormElement>(null);
  useClosingMenus(place);
  // The answer to an earlier choice may still arrive. Meanwhile the last choice is shown.
  const given =
    location?.pathname === pathname ? (new URLSearchParams(location.search).get("view") ?? "list") : chosen;
  const shown = challenge.views.find((name) => name === given) ?? "list";
  if (challenge.views.length < 2) return null;
  const choose = (view: (typeof challenge.views)[number]): void => {
    setChosen(view);
    place.current?.querySelector("details")?.removeAttribute("open");
    const { offset: _, ...parameters } = state.parameters;
    navigate(pages.list(challenge.key, writeListState({ ...state, view, parameters })), {
      preventScrollReset: true,
    });
  };
  return (
    <form ref={place} method="get" className={classes.views} data-menu="">
      <details className={classes.toggle}>
        <summary className={controls.button} aria-label={`View: ${LABELS[shown]}`}>
          <Icon name={shown} />
        </summary>
      </details>
      <div
        role="radiogroup"
        aria-label="View"
        className={`${layout.popup} ${controls.segments} ${classes.choices}`}
      >
        {challenge.views.map((view) => (
          <label key={view}>
            <input
              type="radio"
              name="view"
              value={view}
              checked={view === shown}
              onChange={() => choose(view)}
            />
            <Icon name={view} />
            {LABELS[view]}
          </label>
        ))}
        <noscript>
          <button type="submit" className={controls.button}>
            Show
          </button>
        </noscript>
      </div>
    </form>
  );
}
