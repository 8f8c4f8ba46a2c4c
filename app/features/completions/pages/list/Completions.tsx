import { Suspense, useEffect, useLayoutEffect, useState } from "react";
import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import verdictSign from "../../../../../domain/fields/marks/VerdictSign.module.css";
import { Alert } from "../../../../ui/components/Alert.tsx";
import { AtOnce } from "../../../../ui/components/AtOnce.tsx";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { part } from "../../../../ui/components/part.tsx";
import { useResultsInView } from "../../../../ui/components/use-url-form.ts";
import { RequestIdLine } from "../../../../ui/request-id.tsx";
import { isRememberedAtOne, OWN_ROWS_SCRIPT } from "../../../../ui/sign-in/hint.ts";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { CompletionTable } from "./CompletionTable.tsx";
import classes from "./list.module.css";
import type { ListPageData, ListRows } from "./load.server.ts";
import nothing from "./Nothing.module.css";
import { Counter, PageChoice, RESULTS_ID, Turn } from "./Pager.tsx";
import { SelectionBar, useSelection } from "./Selection.tsx";
import { OldRows } from "./Waiting.tsx";

const Nothing = part("nothing", async () => (await import("./Nothing.tsx")).Nothing, [nothing, verdictSign]);

const NewRows = later(async () => (await import("./NewRows.tsx")).NewRows);

/** Milliseconds after which somebody reads a list rather than types a search for another. */
const SETTLED = 3_000;

function useIsSettled(page: ListPageData): boolean {
  const [settled, setSettled] = useState<ListPageData | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(page), SETTLED);
    return () => clearTimeout(timer);
  }, [page]);
  return settled === page;
}

type Content = Extract<ListPageData["content"], { view: "list" }>;

/** The rows of the list view, and the links to its other pages. */
export function Completions({ page, content }: { page: ListPageData; content: Content }) {
  const { challenge } = page;
  const list = content.page;
  if (list === null)
    return (
      <Alert color="coral" role="alert" title={`Error while searching: ${content.error}`}>
        <Link to={pages.list(challenge.key)}>Show all {challenge.label} completions</Link>
        <RequestIdLine />
      </Alert>
    );
  return <Listed page={page} list={list} />;
}

/** Returns the accounts whose pending completions are among these rows, separated by blanks. */
const waitingOf = (rows: ListRows["results"]): string =>
  [...new Set(rows.flatMap(({ pending }) => pending ?? []))].join(" ");

/** The rows, with what signed-in people may do to them, or what is shown instead of rows. */
function Listed({ page, list }: { page: ListPageData; list: ListRows }) {
  const results = useResultsInView();
  const selection = useSelection(page, list);
  const { isLoading, user } = useSignIn();
  const waiting = waitingOf(list.results);
  const mayChange = selection !== null && list.results.some(selection.mayChange);
  // Controls that change rows are rendered from the first paint on, for the style sheet to show, and removed once it is
  // known that nobody is signed in. SPEC section 6 has them for every member.
  const isForMembers = isLoading || user !== null;
  useLayoutEffect(() => {
    const isShown = isLoading ? isRememberedAtOne(waiting) : mayChange || selection?.outcome != null;
    results.current?.toggleAttribute("data-may-change", isShown);
  });
  const hasRows = list.results.length > 0;
  const isSettled = useIsSettled(page);
  return (
    <section
      ref={results}
      id={RESULTS_ID}
      aria-label="Completions"
      className={classes.results}
      data-pending-of={waiting}
      suppressHydrationWarning
    >
      {isLoading && <AtOnce script={import.meta.env.SSR ? OWN_ROWS_SCRIPT : ""} />}
      {isSettled && (
        <Suspense>
          <NewRows page={page} />
        </Suspense>
      )}
      <OldRows>
        {hasRows ? (
          <CompletionTable page={page} list={list} selection={selection} isForMembers={isForMembers} />
        ) : (
          <Nothing page={page} count={list.count} />
        )}
        {(isForMembers || selection?.outcome) && <SelectionBar rows={list.results} selection={selection} />}
      </OldRows>
      {hasRows && (
        <div className={`${controls.row} ${classes.pager}`}>
          <Counter list={list} />
          {list.count > 20 && <PageChoice page={page} list={list} />}
          <Turn page={page} list={list} />
        </div>
      )}
      {hasRows && (
        <p className={`${layout.quiet} ${classes.hint}`}>
          A click on a tower, map or player adds it to the filters; a second click shows it alone.
        </p>
      )}
    </section>
  );
}
