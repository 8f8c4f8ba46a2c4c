import { Link } from "react-router";
import { writeListState } from "../../../derive/url-state.ts";
import { readWireList } from "../../../fields/wire-list.ts";
import { pages } from "../../../routes.ts";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import { useAskedFor } from "./use-asked-for.ts";

/** Filters that stand in the URL alone, each with a link that takes it off. */
export function Narrowings({ page: { challenge, state, narrowings } }: { page: ListPageData }) {
  const asked = useAskedFor(state);
  if (narrowings.length === 0) return null;
  const without = (name: string): string => {
    const { [name]: _, offset: __, ...parameters } = asked;
    return pages.list(challenge.key, writeListState({ ...state, parameters }));
  };
  return (
    <ul className={classes.narrowings} aria-label="Active filters">
      {narrowings.map(({ name, label, value }) => (
        <li key={name}>
          {label}: <bdi>{inWords(value)}</bdi>{" "}
          <Link to={without(name)} aria-label={`Remove the filter ${label}`} preventScrollReset>
            ✕
          </Link>
        </li>
      ))}
    </ul>
  );
}

function inWords(value: string): string {
  if (!value.startsWith("[")) return value;
  return readWireList(value)?.join(" + ") ?? value;
}
