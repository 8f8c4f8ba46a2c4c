import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import classes from "./completion.module.css";
import type { NotesPageData } from "./load.server.ts";

type Prices = NonNullable<NonNullable<NotesPageData["completion"]>["prices"]>;

/** What has changed of its towers' prices since its version, and when the same was last shown possible. */
export function PricesSince({
  prices: { version, until, words, changed, changes, last },
}: {
  prices: Prices;
}) {
  return (
    <section className={classes.prices}>
      <h2>Since {version}</h2>
      <p>{words}</p>
      {changes.length > 0 && (
        <details>
          <summary>{changed}</summary>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
          <p>
            On hard, for the upgrades that name its towers.{" "}
            <Link to={pages.balanceChanges({ version, version_end: until })}>All balance changes since</Link>
          </p>
        </details>
      )}
      {last && (
        <p>
          Last shown possible: <Link to={last.page}>{last.map}</Link>, verified {last.day}.
        </p>
      )}
    </section>
  );
}
