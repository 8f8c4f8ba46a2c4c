import { Link } from "react-router";
import { type Explained, WORDS } from "../../../../domain/challenges/glossary.ts";
import { MEANINGS } from "../../../../domain/challenges/meanings.ts";
import { pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import layout from "../../../ui/components/layout.module.css";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import { ExampleRow } from "./ExampleRow.tsx";
import { loadNewHere } from "./load.server.ts";
import classes from "./new-here.module.css";

const TITLE = HEADINGS.newHere;

export const loader = () => loadNewHere();

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.newHere(),
    description: "What CHIMPS, OG, 2TC and the other words of this site mean, on one screen.",
  });

/** The words of the site, for somebody who has followed a link to it. */
export default function NewHerePage({ loaderData: { challenges, example } }: Route.ComponentProps) {
  return (
    <article className={classes.guide}>
      <h1>{TITLE}</h1>
      <p>
        Players set each other challenges in Bloons TD 6. This site records which ones have been done, by
        whom, and with what proof. These are the words it uses.
      </p>
      <dl className={`${layout.facts} ${classes.words}`}>
        {(Object.keys(WORDS) as Explained[]).map((key) => (
          <div key={key}>
            <dt>{WORDS[key]}</dt>
            <dd>{MEANINGS[key]}</dd>
          </div>
        ))}
      </dl>
      <h2>The challenges</h2>
      <dl className={`${layout.facts} ${classes.words}`}>
        {challenges.map(({ key, label, name, summary, alsoCalled }) => (
          <div key={key}>
            <dt>
              <Link to={pages.list(key)}>{label}</Link>
              {alsoCalled && <small>or {alsoCalled}</small>}
            </dt>
            <dd>
              <b>{name}</b>
              {summary}
            </dd>
          </div>
        ))}
      </dl>
      <h2>How to read a row</h2>
      <ExampleRow example={example} />
    </article>
  );
}
