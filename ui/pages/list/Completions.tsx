import { Alert } from "@mantine/core";
import { Link } from "react-router";
import { pages } from "../../../routes.ts";
import { useResultsInView } from "../../components/use-url-form.ts";
import { Chips } from "./Chips.tsx";
import { CompletionTable } from "./CompletionTable.tsx";
import { ListControls } from "./ListControls.tsx";
import { ListOrder } from "./ListOrder.tsx";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import { Nothing } from "./Nothing.tsx";
import { FORM_ID, Pager } from "./Pager.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useSelection } from "./use-selection.ts";
import { OldRows, Trouble } from "./Waiting.tsx";

type Content = Extract<ListPageData["content"], { view: "list" }>;

/** The list view: controls, table and pages. */
export function Completions({ page, content }: { page: ListPageData; content: Content }) {
  const { challenge, state } = page;
  const results = useResultsInView();
  return (
    <>
      <ListControls id={FORM_ID} page={page} />
      <Chips page={page} />
      <div className={classes.ordered}>
        <ListOrder challenge={challenge} state={state} />
        <Trouble />
      </div>
      {content.error !== null && (
        <Alert color="coral" title={`Error while searching: ${content.error}`} role="alert">
          <Link to={pages.list(challenge.key)}>Show all {challenge.label} completions</Link>
        </Alert>
      )}
      {content.page && (
        <section ref={results} aria-label="Completions">
          <Pager page={content.page} />
          <OldRows>
            {content.page.results.length > 0 ? (
              <>
                <p className={classes.hint}>
                  A click on a tower, map or player adds it to the filters; Alt-click, or a second click,
                  shows it alone.
                </p>
                <Rows page={page} list={content.page} />
              </>
            ) : (
              <Nothing page={page} count={content.page.count} />
            )}
          </OldRows>
          {content.page.results.length > 5 && (
            <>
              <Pager page={content.page} repeated />
              <Trouble repeated />
            </>
          )}
        </section>
      )}
    </>
  );
}

/** The table, with what whoever is signed in may do to its rows. */
function Rows({ page, list }: { page: ListPageData; list: NonNullable<Content["page"]> }) {
  const selection = useSelection(page, list.results);
  return (
    <>
      {selection && <SelectionBar selection={selection} />}
      <CompletionTable page={page} list={list} selection={selection} />
    </>
  );
}
