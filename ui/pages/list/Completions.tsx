import { Alert } from "@mantine/core";
import { Link } from "react-router";
import { writeListState } from "../../../derive/url-state.ts";
import { pages } from "../../../routes.ts";
import { NothingFound } from "../../components/NothingFound.tsx";
import { isOn, useResultsInView } from "../../components/use-url-form.ts";
import { CompletionTable } from "./CompletionTable.tsx";
import { ListControls } from "./ListControls.tsx";
import { ListOrder } from "./ListOrder.tsx";
import classes from "./list.module.css";
import type { ListPageData } from "./load.server.ts";
import { Narrowings } from "./Narrowings.tsx";
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
      <ListControls id={FORM_ID} challenge={challenge} state={state} narrowings={page.narrowings} />
      <Narrowings page={page} />
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
              <Rows page={page} list={content.page} />
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

/** What an empty list says, and the way on. */
function Nothing({ page: { challenge, state }, count }: { page: ListPageData; count: number }) {
  const { offset, ...parameters } = state.parameters;
  if (count > 0 && offset) {
    return (
      <NothingFound>
        This list ends before result {offset}.{" "}
        <Link to={pages.list(challenge.key, writeListState({ view: "list", parameters }))}>
          Go to its beginning
        </Link>
      </NothingFound>
    );
  }
  const narrowing = Object.keys(parameters).filter((name) => name !== "sortby" && name !== "count");
  if (narrowing.length === 0)
    return <NothingFound>There is no {challenge.label} completion yet.</NothingFound>;
  const nothingWaits =
    narrowing.length === 1 ? "Nothing is waiting." : "Nothing that matches this is waiting.";
  return (
    <NothingFound>
      {isOn(parameters.pending)
        ? nothingWaits
        : "No completion matches this. It may still be waiting for you."}{" "}
      <Link to={pages.list(challenge.key)}>Show all {challenge.label} completions</Link>
    </NothingFound>
  );
}
