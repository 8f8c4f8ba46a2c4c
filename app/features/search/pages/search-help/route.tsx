import { Link } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { HowWordsAreRead } from "../../../../ui/components/HowWordsAreRead.tsx";
import { KeyList } from "../../../../ui/components/SearchKeys.tsx";
import { ShortcutsSwitch } from "../../../../ui/components/ShortcutsSwitch.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { listBy } from "../../../../ui/list.server.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import { shownKeys } from "../../../../ui/search-keys.server.ts";
import type { Route } from "./+types/route";

const TITLE = HEADINGS.searchHelp;

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const lists = Array.from(CHALLENGES.values(), async (definition) => {
    const { key, label, name } = definition;
    const found = await listBy(definition, { pending: 0, count: 1 }, page);
    return { key, label, name, keys: shownKeys(definition, found?.results[0]) };
  });
  return { lists: await Promise.all(lists) };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.searchHelp(),
    description: "How a search is read, and the keys of each list, with examples.",
  });

export default function SearchHelpPage({ loaderData: { lists } }: Route.ComponentProps) {
  return (
    <>
      <h1>{TITLE}</h1>
      <HowWordsAreRead />
      {lists.map(({ key, label, name, keys }) => (
        <section key={key} aria-labelledby={`keys-${key}`}>
          <h2 id={`keys-${key}`}>
            <Link to={pages.list(key)}>{label}</Link>: {name}
          </h2>
          <KeyList challenge={key} keys={keys} />
        </section>
      ))}
      <section aria-labelledby="shortcuts">
        <h2 id="shortcuts">Keyboard shortcuts</h2>
        <p>
          <kbd>/</kbd> leads to the search. On the page of a completion, <kbd>J</kbd> shows the next one in
          the list and <kbd>K</kbd> the previous one.
        </p>
        <ShortcutsSwitch className={controls.button} />
      </section>
    </>
  );
}
