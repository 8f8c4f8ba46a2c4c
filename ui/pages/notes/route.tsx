import { data, Link } from "react-router";
import { FieldCell } from "../../../fields/cells.tsx";
import { pages } from "../../../routes.ts";
import { challengeOf } from "../../challenge.server.ts";
import { Facts } from "../../components/Facts.tsx";
import { pageContext } from "../../context.ts";
import { pageMeta } from "../../meta.ts";
import { narrowedTo } from "../../narrowed.ts";
import type { Route } from "./+types/route";
import { HelperActions } from "./HelperActions.tsx";
import { History } from "./History.tsx";
import { loadNotesPage, type Medium, type NotesPageData } from "./load.server.ts";
import { Notes } from "./Notes.tsx";
import classes from "./notes.module.css";

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = await loadNotesPage(challengeOf(url), url.searchParams, context.get(pageContext));
  return data(page, { status: page.status });
}

/** The first words of the notes, for link previews. */
function excerpt(notes: string): string {
  const words = notes
    .replace(/[#*_`>|[\]-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.length > 180 ? `${words.slice(0, 179)}…` : words;
}

function headingOf({ challenge, completion }: NotesPageData): string {
  return completion ? `Notes for ${completion.heading}` : `${challenge.label} Notes`;
}

export const meta: Route.MetaFunction = (args) => {
  const page = args.loaderData;
  if (!page) return [];
  if (!page.completion) return pageMeta(args, headingOf(page));
  const { row, notes, proof, attachments } = page.completion;
  const players = [row.person, row.person1, row.person2]
    .filter((name) => typeof name === "string")
    .join(" and ");
  const picture = [proof, ...attachments].find((medium) => medium && !medium.isVideo);
  return pageMeta(args, headingOf(page), {
    description: [`By ${players}.`, excerpt(notes)].join(" ").trim(),
    ...(picture && { image: picture.url }),
  });
};

function Attachment({ medium, name }: { medium: Medium; name: string }) {
  if (medium.isVideo) {
    // biome-ignore lint/a11y/useMediaCaption: players' recordings come without captions
    return <video src={medium.url} controls preload="metadata" aria-label={name} />;
  }
  return (
    <a href={medium.url}>
      <img src={medium.url} alt={name} loading="lazy" />
    </a>
  );
}

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
            <Notes markdown={completion.notes} />
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
          {!completion.proof && completion.row.link === null && (
            <p>The proof is missing from the media store.</p>
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
        </>
      )}
    </>
  );
}
