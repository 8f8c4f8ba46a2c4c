import { Link } from "react-router";
import { CHALLENGES } from "../../../challenges/index.ts";
import { searchKeys } from "../../../derive/fields.ts";
import { pages } from "../../../routes.ts";
import { HowWordsAreRead, KeyTable } from "../../components/SearchKeys.tsx";
import { pageMeta } from "../../meta.ts";
import type { Route } from "./+types/route";

const TITLE = "How to search";

export function loader() {
  const lists = Array.from(CHALLENGES.values(), (definition) => ({
    key: definition.key,
    label: definition.label,
    name: definition.name,
    keys: Array.from(searchKeys(definition), ([name, { says, example }]) => ({ name, says, example })),
  }));
  return { lists };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, TITLE, {
    url: pages.searchHelp(),
    description: "How a search text is read, and the keys that each list takes, with examples.",
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
          <KeyTable challenge={key} keys={keys} />
        </section>
      ))}
    </>
  );
}
