import { useState } from "react";
import { data, Link } from "react-router";
import { FieldCell } from "../../../fields/cells.tsx";
import { api, pages } from "../../../routes.ts";
import { useCameFrom, useWayBack } from "../../came-from.ts";
import { challengeOf } from "../../challenge.server.ts";
import { Facts } from "../../components/Facts.tsx";
import { FocusedAlert } from "../../components/FocusedAlert.tsx";
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
  if (!page.completion) return pageMeta(args, headingOf(page), { isFailure: true });
  return pageMeta(args, headingOf(page), { description: page.completion.description });
};

interface PartsProps {
  readonly challenge: NotesPageData["challenge"];
  readonly completion: NonNullable<NotesPageData["completion"]>;
}

/** What the completion is: its fields, as the list shows them. */
function CompletionFacts({
  challenge: { key, towerParameter },
  completion: { row, columns, marks },
}: PartsProps) {
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
          upgrades={row[column.upgrades ?? ""] ?? null}
          marks={marks}
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
        <Link {...useWayBack(challenge.key)}>Back to {challenge.label}s</Link>
      </p>
      <h1>{headingOf(page)}</h1>
      {page.error !== null && <p role="alert">Error retrieving completion notes: {page.error}</p>}
      {completion && (
        <CompletionParts key={String(completion.row.filekey)} challenge={challenge} completion={completion} />
      )}
    </>
  );
}

/** All that there is of a completion, and what may be done to it. */
function CompletionParts({ challenge, completion }: PartsProps) {
  const { row } = completion;
  // From then on it is not there for anybody but its submitter: what is loaded stays, and nothing more can be done to it.
  const came = useCameFrom(challenge.key);
  const [rejection, setRejection] = useState<string | null>(null);
  return (
    <>
      {rejection !== null ? (
        <Rejected reason={rejection} />
      ) : (
        <>
          {row.pending !== null && (
            <p className={classes.pending}>
              (Pending) A helper has yet to verify it.
              {completion.takenBy !== null && (
                <>
                  {" "}
                  <Link to={pages.notes(challenge.key, { filekey: completion.takenBy })} state={came}>
                    Another one
                  </Link>{" "}
                  of the same was verified meanwhile.
                </>
              )}
            </p>
          )}
          <HelperActions
            challenge={challenge.key}
            row={row}
            isTaken={completion.takenBy !== null}
            onRejected={setRejection}
          />
        </>
      )}
      <CompletionFacts challenge={challenge} completion={completion} />
      <h2>Notes</h2>
      {completion.notes === "" ? (
        <p>No notes for this completion</p>
      ) : (
        <Notes text={completion.notes} html={completion.notesHtml} />
      )}
      <Media completion={completion} />
      {rejection === null && <Changes completion={completion} />}
    </>
  );
}

/** What a helper reads who has just rejected it. */
function Rejected({ reason }: { reason: string }) {
  return (
    <FocusedAlert color="coral" role="status" title="Rejected">
      <div className={classes.rejection}>
        <p>{reason}</p>
        <p>
          Its submitter reads this, and can mend and submit it again. You can take it back in{" "}
          <Link to={pages.changes()}>Changes</Link>.
        </p>
      </div>
    </FocusedAlert>
  );
}

/** The proof and the attachments. */
function Media({ completion: { row, proof, attachments } }: Pick<PartsProps, "completion">) {
  return (
    <>
      <h2>Proof</h2>
      {typeof row.link === "string" && (
        <p>
          <a href={row.link} rel="noopener nofollow ugc" target="_blank">
            Link to completion
          </a>
        </p>
      )}
      {proof && (
        <div className={classes.media}>
          <Attachment medium={proof} name="Proof" />
        </div>
      )}
      <h2>Attachments</h2>
      {attachments.length === 0 && <p>No attachments</p>}
      <div className={classes.media}>
        {attachments.map((medium, index) => (
          <Attachment key={medium.key} medium={medium} name={`Attachment ${index + 1}`} />
        ))}
      </div>
    </>
  );
}

function Changes({ completion: { row, history, olderChanges } }: Pick<PartsProps, "completion">) {
  return (
    <>
      <h2>History</h2>
      <History history={history} />
      {olderChanges > 0 && (
        <p>
          These are the newest. <a href={api.history({ filekey: String(row.filekey) })}>All of them</a> are in
          the API.
        </p>
      )}
    </>
  );
}
