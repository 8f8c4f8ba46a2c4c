import { useEffect, useState } from "react";
import { Link, useLocation, useRouteLoaderData } from "react-router";
import type { ShownRules } from "../../../../../domain/challenges/rules.ts";
import type { TotalsAnswer } from "../../../../../domain/contract/completions.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { LONGEST_SEARCH } from "../../../../../domain/limits.ts";
import {
  listRequest,
  narrowing,
  sortStateOf,
  writeListState,
} from "../../../../../domain/lists/url-state.ts";
import { useAnnouncement } from "../../../../ui/announce.ts";
import { challengeOf } from "../../../../ui/challenge.server.ts";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { ChallengeTabs } from "../../../../ui/components/ChallengeTabs.tsx";
import stats from "../../../../ui/components/CountTable.module.css";
import { Dialog } from "../../../../ui/components/Dialog.tsx";
import { Icon } from "../../../../ui/components/Icon.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { part } from "../../../../ui/components/part.tsx";
import { Rules } from "../../../../ui/components/Rules.tsx";
import { WithWords } from "../../../../ui/components/Word.tsx";
import { pageContext } from "../../../../ui/context.ts";
import { errorText } from "../../../../ui/error-text.ts";
import { FollowPlace } from "../../../../ui/follows/FollowPlace.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { listHeading, type Navigation } from "../../../../ui/navigation.ts";
import { withStatus } from "../../../../ui/outcome.server.ts";
import { RequestIdLine } from "../../../../ui/request-id.tsx";
import type { Route } from "./+types/route";
import { askForList, isPassing, passingReason, untilAnswered } from "./ask-for-list.ts";
import { Chips } from "./Chips.tsx";
import { Completions } from "./Completions.tsx";
import type { Chip } from "./chips.server.ts";
import grid from "./grid/Grid.module.css";
import { ListControls } from "./ListControls.tsx";
import { ListOrder, ViewSwitch } from "./ListOrder.tsx";
import classes from "./list.module.css";
import { type ListPageData, loadListPage } from "./load.server.ts";
import { Counter, FORM_ID, resultsInWords, Turn } from "./Pager.tsx";
import { Trouble, useTrouble } from "./Waiting.tsx";

const CompletionGrid = part("table", async () => (await import("./grid/Grid.tsx")).CompletionGrid, [grid]);
const PersonStats = part("person-stats", async () => (await import("./PersonStats.tsx")).PersonStats, [
  stats,
]);

/** What this page reads of the root's loader. */
interface RootData {
  readonly navigation: Navigation;
}

export const loader = async ({ url, context }: Route.LoaderArgs) =>
  withStatus(await loadListPage(challengeOf(url), url.searchParams, context.get(pageContext)));

export async function clientLoader({ request, url, serverLoader }: Route.ClientLoaderArgs) {
  return askForList(url.pathname, request.signal, serverLoader);
}

/** Labels of filters whose values need no label. */
const NAMES = new Set(["Tower", "Map", "Player", "Only"]);

/** Returns the title that links to a narrowed list show: "2TC: Absolute Zero · Quad". */
const titleOf = (label: string, chips: readonly Pick<Chip, "label" | "value">[]): string =>
  `${label}: ${chips.map((chip) => (NAMES.has(chip.label) ? chip.value : `${chip.label}: ${chip.value}`)).join(" · ")}`;

/** Returns the heading of the list at a path, for when the list itself could not be loaded; null if there is none. */
const headingOf = (path: string, root: RootData | undefined): string | null =>
  root?.navigation.groups.flatMap(({ links }) => links).find((link) => link.path === path)?.heading ?? null;

export const meta: Route.MetaFunction = (args) => {
  const { loaderData: page, matches, location } = args;
  if (!page)
    return pageMeta(
      args,
      headingOf(location.pathname, matches[0]?.loaderData) ?? errorText(args.error).heading,
      { isFailure: true },
    );
  const { challenge, state, chips, description } = page;
  return pageMeta(args, listHeading(challenge), {
    ...(chips.length > 0 && { title: titleOf(challenge.label, chips) }),
    description,
    feeds: [
      {
        title: "Newly verified",
        type: "application/atom+xml",
        href: api.atom(challenge.key, narrowing(state)),
      },
      {
        title: "Newly verified",
        type: "application/feed+json",
        href: api.jsonFeed(challenge.key, narrowing(state)),
      },
    ],
    url: pages.list(challenge.key, writeListState(state)),
  });
};

/** "Results 1 to 20 of 3,000, sorted by Map, ascending"; null: an alert says why nothing is shown. */
function shownInWords({ content, state: { parameters } }: ListPageData): string | null {
  if (content.error !== null) return null;
  if (content.view === "table") return content.table && `Table of ${content.table.difficulty} maps`;
  if (content.view === "person-stats")
    return parameters.og === undefined ? "Top 10 Leaderboard" : "Top 10 Leaderboard, OG completions only";
  if (!content.page) return null;
  const { columns } = content.page;
  const sorted = columns.find(({ name }) => sortStateOf(parameters.sortby, name) !== "none");
  const order = sorted && `, sorted by ${sorted.label}, ${sortStateOf(parameters.sortby, sorted.name)}`;
  return `${resultsInWords(content.page)}${order ?? ""}`;
}

export default function ListPage({ loaderData: page }: Route.ComponentProps) {
  const { challenge, chips, content, state } = page;
  const list = content.view === "list" ? content.page : null;
  const trouble = useTrouble();
  useAnnouncement(shownInWords(page));
  return (
    <>
      <Tabs page={page} />
      <div className={classes.page} data-filtered={chips.length > 0 || undefined} data-view={content.view}>
        <h1>
          {challenge.name} <Hidden>({challenge.label})</Hidden>
        </h1>
        <RulesDialog title={`${challenge.key.toUpperCase()} Rules`} rules={challenge.rules} />
        <AddLink to={page.add} />
        {content.view === "list" && <ListControls id={FORM_ID} page={page} />}
        {list && <ListOrder page={page} columns={list.columns} />}
        <ViewSwitch challenge={challenge} state={state} />
        {page.tooLong !== null && (
          <Alert color="coral" role="alert" title="The search text is too long">
            {`It has more than ${LONGEST_SEARCH} characters, so these are the completions without it.`}
          </Alert>
        )}
        {list && <Counter list={list} />}
        {content.view === "list" && <Chips page={page} />}
        {list && <Turn page={page} list={list} />}
        <Trouble reason={trouble} />
        <div className={classes.content}>
          {content.view === "list" && <Completions page={page} content={content} />}
          <Trouble reason={trouble} repeated />
          {list && list.count > 0 && (
            <p>
              <Link to={page.openOne}>Give me an open one</Link>
            </p>
          )}
          {content.view === "person-stats" && <PersonStats page={page} content={content} />}
          {content.view === "table" && <CompletionGrid page={page} content={content} />}
        </div>
        {/* A phone has these below the rows, and a desktop reserves room above, so nothing moves when they arrive. */}
        <p className={`${layout.quiet} ${classes.description}`}>
          <WithWords text={challenge.description} words={["chimps", "og"]} />
        </p>
        {content.error === null && <Files page={page} />}
      </div>
    </>
  );
}

/** Links to all pages of the list as a file, and to a feed of what is newly verified in it. */
function Files({ page: { challenge, chips, state } }: { page: ListPageData }) {
  const { offset: _, count: __, ...shown } = listRequest(state);
  return (
    <p className={`${controls.row} ${classes.files}`}>
      <a href={api.csv(challenge.key, { ...shown, for: "people", spreadsheet: 1 })} download>
        <Icon name="download" />
        Download CSV
      </a>
      <a href={api.atom(challenge.key, narrowing(state))} type="application/atom+xml">
        <Icon name="feed" />
        Feed
      </a>
      {chips.length === 0 && (
        <FollowPlace challenge={challenge.key} query={narrowing(state)} name={challenge.label} />
      )}
    </p>
  );
}

/** Shown when the list could not even be requested, because the network or the server was away. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<RootData>("root");
  const reason = passingReason(error) ?? errorText(error).detail;
  return (
    <>
      <h1>{headingOf(pathname, root) ?? errorText(error).heading}</h1>
      <Alert color="coral" role="alert" title={`Error while searching: ${reason}`}>
        <Link to={pathname + search} replace>
          Try again
        </Link>
      </Alert>
      <RequestIdLine />
    </>
  );
}

/** The first button of every list (SPEC section 2). The form that it leads to asks for a sign-in if there is none. */
function AddLink({ to }: { to: string }) {
  return (
    <Link to={to} className={`${controls.button} ${controls.call} ${classes.add}`}>
      <Icon name="add" />
      <span>
        Add<span className={classes.rest}> a completion</span>
      </span>
    </Link>
  );
}

function RulesDialog({ title, rules }: { title: string; rules: readonly ShownRules[] }) {
  return (
    <Dialog title={title} label="Rules" className={`${controls.button} ${controls.plain}`}>
      <Rules rules={rules} />
    </Dialog>
  );
}

/** How many completions each list has, by the challenge's key. */
type Totals = TotalsAnswer["totals"];

interface Found {
  readonly address: string;
  readonly totals: Totals;
}

/** The last answer. Lists that are narrowed alike ask the same, and so have it at once. */
let last: Found | null = null;

async function askFor(address: string, signal: AbortSignal): Promise<Totals> {
  const ask = () => fetch(address, { signal });
  const failureIn = ({ status }: Response) => (isPassing(status) ? `HTTP ${status}` : null);
  const answer = await untilAnswered(ask, { signal, failureIn, tell: () => {} });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return ((await answer.json()) as TotalsAnswer).totals;
}

/**
 * Returns how many completions each list has, from the address that says it; null if it is not known yet or there
 * is no address. Sends a new request when `own` changes, which is how many the page itself knows of.
 */
function useTotals(address: string | null, own: number | null): Totals | null {
  const [found, setFound] = useState(last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed in the one list may have in others
  useEffect(() => {
    if (address === null) return;
    const asking = new AbortController();
    askFor(address, asking.signal).then(
      (totals) => {
        last = { address, totals };
        setFound(last);
      },
      // Ignored: the tabs work without their counts.
      () => {},
    );
    return () => asking.abort();
  }, [address, own]);
  return found?.address === address ? found.totals : null;
}

/** Tabs of all challenges' lists. The counts of the other lists arrive a moment after the page. */
function Tabs({ page: { challenge, chips, lists } }: { page: ListPageData }) {
  const { tabs, own, totals } = lists;
  const counted = useTotals(totals, own);
  const current = challenge.key;
  const countedFor = chips.map(({ value, corrected }) => corrected ?? value);
  const countOf = (key: string) => (key === current ? own : null) ?? counted?.[key] ?? null;
  return (
    <>
      {/* Fetched while the scripts are still loading. */}
      {totals && <link rel="preload" as="fetch" href={totals} crossOrigin="anonymous" />}
      <ChallengeTabs tabs={tabs} current={current} countOf={countOf} countedFor={countedFor} />
    </>
  );
}
