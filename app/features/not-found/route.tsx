import { data, Link } from "react-router";
import { pageContext } from "../../ui/context.ts";
import { NOT_FOUND } from "../../ui/error-text.ts";
import { pageMeta } from "../../ui/meta.ts";
import { AskField } from "../../ui/search/AskField.tsx";
import type { Route } from "./+types/route";
import { loadNotFoundPage } from "./load.server.ts";

/** Answers every path that no other page has. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await loadNotFoundPage(new URL(request.url).pathname, context.get(pageContext));
  return data(page, { status: 404 });
}

export const meta: Route.MetaFunction = (args) => pageMeta(args, NOT_FOUND.heading, { isFailure: true });

export default function NotFoundPage({ loaderData: { text, near } }: Route.ComponentProps) {
  return (
    <>
      <h1>{NOT_FOUND.heading}</h1>
      <p>{NOT_FOUND.detail}</p>
      {near.length > 0 && (
        <section>
          <h2>Did you mean one of these?</h2>
          <ul>
            {near.map(({ label, path }) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <AskField look="large" placeholder="Tower, map, player" text={text} />
      <p>
        <Link to="/">Back to the home page</Link>
      </p>
    </>
  );
}
