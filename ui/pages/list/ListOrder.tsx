import { Link } from "react-router";
import { NEWEST } from "../../../derive/list-query.ts";
import { isNewestFirst, type ListState } from "../../../derive/url-state.ts";
import { pages } from "../../../routes.ts";
import classes from "./list.module.css";
import { useAskedFor } from "./use-asked-for.ts";

/** The list's own order, or the newest first: links, so that the choice stands in the URL. The headings offer the others. */
export function ListOrder({ challenge: { key }, state }: { challenge: { key: string }; state: ListState }) {
  const { offset: _, sortby: __, ...others } = useAskedFor(state);
  const { sortby } = state.parameters;
  const choices = [
    { words: "Usual order", parameters: others, isChosen: sortby === undefined },
    {
      words: "Newest first",
      parameters: { ...others, sortby: NEWEST },
      isChosen: isNewestFirst(sortby),
    },
  ];
  return (
    <nav aria-label="Order" className={classes.order}>
      {choices.map(({ words, parameters, isChosen }) => (
        <Link
          key={words}
          to={pages.list(key, parameters)}
          aria-current={isChosen ? "true" : undefined}
          preventScrollReset
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
