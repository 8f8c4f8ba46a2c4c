import { Link } from "react-router";
import type { Site } from "../../contract/page-context.ts";
import { pages } from "../../routes.ts";
import classes from "./SiteFooter.module.css";

export function SiteFooter({ site }: { site: Site }) {
  return (
    <footer className={classes.footer}>
      <div className={classes.line}>
        <p>{site.tagline}</p>
        <ul>
          <li>
            <Link to={pages.searchHelp()}>How to search</Link>
          </li>
          <li>
            <a href="/openapi.json">API</a>
          </li>
          <li>
            <Link to={pages.dump()}>Data</Link>
          </li>
          <li>
            <a href={site.links.source} rel="noreferrer">
              Source
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
