import { Link } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import type { ShownKey } from "../search-keys.server.ts";
import classes from "./SearchKeys.module.css";

/** Lists the keys of a list's search box: what each one finds, and an example that a click searches for. */
export function KeyList({ challenge, keys }: { challenge: string; keys: readonly ShownKey[] }) {
  return (
    <dl className={classes.keys}>
      {keys.map(({ name, says, example }) => (
        <div key={name}>
          <dt>
            <code>{name}:</code>
          </dt>
          <dd>{says}</dd>
          <dd>
            <Link to={pages.list(challenge, { query: example })}>{example}</Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}
