import { Link } from "react-router";
import { pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import layout from "../components/layout.module.css";
import classes from "./Examples.module.css";

const EXAMPLES = ["abs zero quad", "perma-spike quincy", "lcc ravine"];

/** Shows example questions, each linked to its answer. */
export function Examples() {
  return (
    <p className={`${controls.row} ${layout.quiet} ${classes.examples}`}>
      Try
      {EXAMPLES.map((example) => (
        <Link key={example} to={pages.ask(example)} prefetch="intent">
          {example}
        </Link>
      ))}
    </p>
  );
}
