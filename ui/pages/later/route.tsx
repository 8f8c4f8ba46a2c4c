import { data, Link } from "react-router";
import { pages } from "../../../routes.ts";
import { pageMeta } from "../../meta.ts";
import type { Route } from "./+types/route";

/** Pages that the navigation and old links lead to and that are still being built, by path. */
const LATER: Readonly<Record<string, string>> = {
  [pages.chimpsStarts()]: "CHIMPS Starts",
  [pages.addChimpsStart()]: "Add a CHIMPS Start",
  [pages.balanceChanges()]: "Balance Changes",
  [pages.modifyBalanceChanges()]: "Modify Balance Changes",
  [pages.assetGuide()]: "Extracting BTD6 Game Assets",
};

export function loader({ url }: Route.LoaderArgs) {
  const heading = LATER[url.pathname] ?? null;
  // Every path that no other page has leads here.
  if (heading === null) throw data(null, { status: 404 });
  return { heading };
}

export const meta: Route.MetaFunction = (args) =>
  args.loaderData ? pageMeta(args, args.loaderData.heading) : [];

export default function LaterPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1>{loaderData.heading}</h1>
      <p>This page is still being built and will open with a later version of the index.</p>
      <p>
        Meanwhile: <Link to={pages.list("2tc")}>2TC</Link>, <Link to={pages.list("2mp")}>2MP</Link> and the
        other challenges in the menu are all open.
      </p>
    </>
  );
}
