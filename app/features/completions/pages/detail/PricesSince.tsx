import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { counted } from "../../../../../domain/game/counted.ts";
import { FIRST_KNOWN_PRICES } from "../../../../../domain/game/facts.ts";
import classes from "./completion.module.css";
import type { NotesPageData } from "./load.server.ts";

type Prices = NonNullable<NonNullable<NotesPageData["completion"]>["prices"]>;

const money = (amount: number): string => `$${counted(Math.abs(amount))}`;

function headline({ verdict, more, until }: Prices): string {
  if (verdict === "harder") return `Harder now: its towers cost ${money(more)} more.`;
  if (verdict === "same") return `As it was: none of its towers' prices has changed up to ${until}.`;
  if (verdict === "changed")
    return more === 0
      ? "Changed: its towers cost the same in all."
      : `Changed: its towers cost ${money(more)} less.`;
  return "It cannot be known how its towers' prices have changed.";
}

/** Why it cannot be known; null where it can. */
function reason({ verdict, areTowersKnown }: Prices): string | null {
  if (verdict !== "unknown") return null;
  return areTowersKnown
    ? `Prices before ${FIRST_KNOWN_PRICES} are not known here.`
    : "Not all of its towers are known here.";
}

/** What has changed of its towers' prices since its version, and when the same was last shown possible. */
export function PricesSince({ prices }: { prices: Prices }) {
  const { version, changes, last } = prices;
  return (
    <section className={classes.prices}>
      <h2>Since {version}</h2>
      <p>
        {headline(prices)} {reason(prices)}
      </p>
      {changes.length > 0 && (
        <details>
          <summary>
            {changes.length} {changes.length === 1 ? "price" : "prices"} changed
            {prices.verdict === "unknown" && prices.areTowersKnown && ` since ${FIRST_KNOWN_PRICES}`}
          </summary>
          <ul>
            {changes.map(({ what, version: since, before, now }) => (
              <li key={`${what} ${since}`}>
                {what}: {money(before)} → {money(now)} in {since}
              </li>
            ))}
          </ul>
          <p>
            On hard, for the upgrades that name its towers.{" "}
            <Link to={pages.balanceChanges({ version, version_end: prices.until })}>
              All balance changes since
            </Link>
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
