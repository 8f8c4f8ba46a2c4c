import { api, pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import classes from "./api.module.css";
import { apiGuide } from "./load.server.ts";

const TITLE = HEADINGS.apiGuide;

export const loader = () => apiGuide();

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.apiGuide(),
    description:
      "Every list, count and answer of the index as JSON, CSV and feeds, for bots and other sites.",
  });

/** docs/api.md as a page, for who writes a program. */
export default function ApiPage({ loaderData: { html, parts } }: Route.ComponentProps) {
  return (
    <article className={classes.guide}>
      <h1>{TITLE}</h1>
      <p>
        <a href={api.openapi()}>Machine-readable version (OpenAPI, JSON)</a>
      </p>
      <nav aria-label="Parts">
        <ul>
          {parts.map(({ anchor, heading }) => (
            <li key={anchor}>
              <a href={`#${anchor}`}>{heading}</a>
            </li>
          ))}
        </ul>
      </nav>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own document, rendered without raw HTML */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}
