import { pages } from "../../../../../domain/contract/routes.ts";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { RequireSignIn } from "../../../../ui/sign-in/RequireSignIn.tsx";
import type { SignInHandle } from "../../../../ui/sign-in/SignInProvider.tsx";
import type { Route } from "./+types/route";
import classes from "./Desk.module.css";
import { Desk } from "./Desk.tsx";
import { loadQueuePage } from "./load.server.ts";

export const handle: SignInHandle = { signIn: "needed" };

export const loader = ({ url, context }: Route.LoaderArgs) =>
  loadQueuePage(url.searchParams, context.get(pageContext));

export const meta: Route.MetaFunction = (args) => pageMeta(args, "Queue", { url: pages.queue() });

/** The review desk: what waits for a helper, one completion after the other. */
export default function QueuePage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h1 className={classes.title}>Queue</h1>
      <RequireSignIn audience="verifier">
        <Desk {...loaderData} />
      </RequireSignIn>
    </>
  );
}
