import { data, Link } from "react-router";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { HEADINGS, SITE_PAGES } from "../../../domain/contract/site-pages.ts";
import { distance } from "../../../domain/game/words.ts";
import { readSearchValue } from "../../../domain/lists/parameters.ts";
import { type PageContext, pageContext } from "../../ui/context.ts";
import { NOT_FOUND } from "../../ui/error-text.ts";
import { pageMeta } from "../../ui/meta.ts";
import { listHeading } from "../../ui/navigation.ts";
import { outcomeOf } from "../../ui/outcome.server.ts";
import { AskField } from "../../ui/search/AskField.tsx";
import type { Route } from "./+types/route";

/** A page that may have been meant. */
interface NearPage {
  readonly label: string;
  readonly path: string;
}

/** None of our addresses is longer, so nothing is looked for at a longer one. */
const LONGEST_PATH = 100;

const MOST_NEAR = 4;

/** How many characters of an address are enough to say which one is meant. */
const LEAST_BEGINNING = 4;

/** Words that people type for what is on another page. */
const ELSEWHERE: Readonly<Record<string, readonly NearPage[]>> = {
  rules: Array.from(CHALLENGES.values(), ({ key, label, name }) => ({
    label: `${listHeading({ label, name })}, with its rules`,
    path: pages.list(key),
  })),
  leaderboard: [
    { label: HEADINGS.players, path: pages.players() },
    ...Array.from(CHALLENGES.values(), ({ key, label }) => ({
      label: `${HEADINGS.players} of ${label}`,
      path: pages.players({ board: key }),
    })),
  ],
  help: [{ label: HEADINGS.searchHelp, path: pages.searchHelp() }],
};
/** Other words for the same. */
const ALIASES: Readonly<Record<string, string>> = {
  rule: "rules",
  leaderboards: "leaderboard",
  players: "leaderboard",
  player: "leaderboard",
  ranking: "leaderboard",
  stats: "leaderboard",
  faq: "help",
  search: "help",
};

/** The pages that people look for, under the names that they have elsewhere. */
const KNOWN: readonly NearPage[] = [
  ...Array.from(CHALLENGES.values(), ({ key, label, name }) => ({
    label: listHeading({ label, name }),
    path: pages.list(key),
  })),
  ...Object.values(SITE_PAGES).flat(),
  { label: HEADINGS.searchHelp, path: pages.searchHelp() },
  { label: HEADINGS.apiGuide, path: pages.apiGuide() },
  { label: HEADINGS.ask, path: pages.ask() },
  { label: "My submissions", path: pages.mySubmissions() },
  { label: "Your account", path: pages.account() },
  ...Array.from(CHALLENGES.values(), ({ key, label }) => ({
    label: `Add ${label}`,
    path: pages.addForm(key),
  })),
];

/** Returns the path as it was typed, in lower case and without endings that other servers use, such as .html. */
function readPath(pathname: string): string {
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // It is not validly encoded, so it stays as it is.
  }
  return path.toLowerCase().replace(/\.(html?|php|aspx?)$|(?<!\/)\/+$/g, "");
}

/** Returns the pages with the addresses most like this one, the most similar first. */
function nearPages(path: string): NearPage[] {
  const first = `/${path.split("/")[1] ?? ""}`;
  const found = KNOWN.flatMap((page) => {
    const most = Math.max(1, Math.floor(page.path.length / 3));
    const isBeginning = path.length >= LEAST_BEGINNING && page.path.startsWith(path);
    const far = isBeginning
      ? 1
      : Math.min(distance(path, page.path, most), distance(first, page.path, most) + 0.5);
    return far <= most ? [{ page, far }] : [];
  });
  return found
    .sort((one, other) => one.far - other.far)
    .slice(0, MOST_NEAR)
    .map(({ page }) => page);
}

/**
 * Returns what the search understands of the path's words: maps lead to their pages, all else to what is known of it.
 */
async function namedIn(text: string, context: PageContext): Promise<NearPage[]> {
  const [definition] = CHALLENGES.values();
  if (!definition || text === "") return [];
  // A page that says what is missing must not fail for lack of a hint.
  const { body } = await outcomeOf(() =>
    context.reads.completions.understood(definition, readSearchValue(text, "query")),
  );
  return (body?.parts ?? []).flatMap(({ kind, label, value, near }) => {
    // A challenge's list is already among the pages.
    if (label === "Challenge") return [];
    if (kind === "reading" && label === "Map")
      return [{ label: `Map ${value}`, path: pages.maps({ map: value }) }];
    if (kind === "reading") return [{ label: `${label} ${value}`, path: pages.ask(value) }];
    return near.map(({ name, text: query }) => ({ label: name, path: pages.ask(query) }));
  });
}

/** Loads what may have been meant by an address at which there is nothing. */
async function loadNotFoundPage(pathname: string, context: PageContext) {
  const path = readPath(pathname);
  if (path.length > LONGEST_PATH) return { text: "", near: [] };
  const text = path
    .split(/[^\p{L}\p{N}'.]+/u)
    .filter((word) => word !== "")
    .join(" ");
  const elsewhere = text.split(" ").flatMap((word) => ELSEWHERE[ALIASES[word] ?? word] ?? []);
  const all = [...elsewhere, ...nearPages(path), ...(await namedIn(text, context))];
  const near = [...new Map(all.map((page) => [page.path, page])).values()].slice(0, 2 * MOST_NEAR);
  return { text, near };
}

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
