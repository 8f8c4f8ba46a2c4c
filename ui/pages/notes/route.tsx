import { data, Link } from "react-router";
import { FieldCell } from "../../../fields/cells.tsx";
import { api, pages } from "../../../routes.ts";
import { challengeOf } from "../../challenge.server.ts";
import { Facts } from "../../components/Facts.tsx";
import { pageContext } from "../../context.ts";
import { pageMeta } from "../../meta.ts";
import { narrowedTo } from "../../narrowed.ts";
import type { Route } from "./+types/route";
import { Attachment } from "./Attachment.tsx";
import { HelperActions } from "./HelperActions.tsx";
import { History } from "./History.tsx";
import { loadNotesPage, type NotesPageData } from "./load.server.ts";
import { Notes } from "./Notes.tsx";
import classes from "./notes.module.css";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadNotesPage(challengeOf(url), url.searchParams, context.get(pageContext));
  return data(page, { status: page.status });
}

function headingOf({ challenge, completion }: NotesPageData): string {
  return completion ? `Notes for ${completion.heading}` : `${challenge.label} Notes`;
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return [];
  if (!page.completion) return pageMeta(args, headingOf(page));
  const { description, proof, attachments } = page.completion;
  const picture = [proof, ...attachments].find((medium) => medium && !medium.isVideo && !medium.isMissing);
  return pageMeta(args, headingOf(page), {
    description,
    ...(picture && { image: picture.url }),
  });
};

/** What the completion is: its fields, as the list shows them. */
function CompletionFacts({
  challenge: { key, towerParameter },
  completion: { row, columns, categories },
}: {
  challenge: NotesPageData["challenge"];
  completion: NonNullable<NotesPageData["completion"]>;
}) {
  // A map has a page of its own; towers and players have what else was done with them and by them.
  const leadTo = (parameter: "tower" | "map" | "person", value: string): string =>
    parameter === "map" ? pages.maps({ map: value }) : narrowedTo(key, towerParameter, parameter, value);
  const facts = columns.map((column) => ({
    label: column.label,
    value:
      column.ogExtra && row.og !== true ? (
        "N/A"
      ) : (
        <FieldCell
          kind={column.cell as Exclude<typeof column.cell, "info" | "og">}
          value={row[column.name] ?? null}
          categories={categories}
          narrowed={leadTo}
        />
      ),
  }));
  return <Facts facts={facts} />;
}

export default function NotesPage({ loaderData: page }: Route.ComponentProps) {
  const { challenge, completion } = page;
  return (
    <>
      <p>
        <Link to={pages.list(challenge.key)}>Back to {challenge.label}s</Link>
      </p>
      <h1>{headingOf(page)}</h1>
      {page.error !== null && <p role="alert">Error retrieving completion notes: {page.error}</p>}
      {completion && (
        <>
          {completion.row.pending !== null && (
            <p className={classes.pending}>(Pending) A helper has yet to verify it.</p>
          )}
          <HelperActions challenge={challenge.key} row={completion.row} />
          <CompletionFacts challenge={challenge} completion={completion} />
          <h2>Notes</h2>
          {completion.notes === "" ? (
            <p>No notes for this completion</p>
          ) : (
            <Notes text={completion.notes} html={completion.notesHtml} />
          )}
          <h2>Proof</h2>
          {typeof completion.row.link === "string" && (
            <p>
              <a href={completion.row.link} rel="noopener nofollow ugc" target="_blank">
                Link to completion
              </a>
            </p>
          )}
          {completion.proof && (
            <div className={classes.media}>
              <Attachment medium={completion.proof} name="Proof" />
            </div>
          )}
          <h2>Attachments</h2>
          {completion.attachments.length === 0 && <p>No attachments</p>}
          <div className={classes.media}>
            {completion.attachments.map((medium, index) => (
              <Attachment key={medium.key} medium={medium} name={`Attachment ${index + 1}`} />
            ))}
          </div>
          <h2>History</h2>
          <History history={completion.history} />
          {completion.olderChanges > 0 && (
            <p>
              These are the newest.{" "}
              <a href={api.history({ filekey: String(completion.row.filekey) })}>All of them</a> are in the
              API.
            </p>
          )}
        </>
      )}
    </>
  );
}
