import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { attachments as attachmentsOf, challengeReads } from "../../../contract/completions.ts";
import { history as historyOf } from "../../../contract/history.ts";
import { headingOf, playersOf } from "../../../derive/heading.ts";
import { tableColumns } from "../../../derive/table.ts";
import { problem, say } from "../../../messages/index.ts";
import { mediaUrl } from "../../../routes.ts";
import { ask, askAndTell } from "../../ask.server.ts";
import { towerParameterOf } from "../../challenge.server.ts";
import type { PageContext } from "../../context.ts";
import { marksOf } from "../../marks.server.ts";
import { takersOf } from "../../taken-claims.server.ts";

/** A picture or a video under a media key. */
export interface Medium {
  readonly key: string;
  readonly url: string;
  readonly isVideo: boolean;
  /** Its file is not where it should be. */
  readonly isMissing: boolean;
}

/** Changes of a completion that its page lists; the API has more. */
const MOST_CHANGES = 50;

async function loadMedium(key: string, context: PageContext): Promise<Medium> {
  const medium = await context.mediumOf(key);
  return {
    key,
    url: mediaUrl(key, context.site.mediaOrigin),
    isVideo: medium?.contentType.startsWith("video") ?? false,
    isMissing: medium?.isMissing ?? true,
  };
}

/** The first words of the notes, for link previews. */
function excerpt(notes: string): string {
  const words = notes
    .replace(/[#*_`>|[\]-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.length > 180 ? `${words.slice(0, 179)}…` : words;
}

/** Everything the notes page shows: the notes, which completion they are about, its proof and its attachments. */
export async function loadNotesPage(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  context: PageContext,
) {
  const names = [...definition.keys, "filekey"];
  const query = Object.fromEntries(names.map((name) => [name, search.get(name)]));
  const { key, label } = definition;
  const challenge = { key, label, towerParameter: towerParameterOf(definition) };
  const reads = challengeReads(definition);
  const answer = await askAndTell(context, reads.notes, query);
  if (answer.error !== null)
    return { challenge, error: answer.error, status: answer.status, completion: null };

  const found = await askAndTell(context, reads.list, { ...query, count: 1 });
  if (found.error !== null) return { challenge, error: found.error, status: found.status, completion: null };
  const [row] = found.body.results;
  if (!row) {
    const error = say(problem("no-such-completion", { challenge: label }));
    return { challenge, error, status: 404, completion: null };
  }
  const filekey = String(row.filekey);
  const listed = await ask(context, attachmentsOf, { key: filekey });
  const history = await ask(context, historyOf, { filekey });
  const changes = history.body?.results ?? [];
  const attachments = await Promise.all((listed.body?.files ?? []).map((each) => loadMedium(each, context)));
  return {
    challenge,
    error: null,
    status: 200,
    completion: {
      row,
      takenBy: (await takersOf([row], context))[filekey] ?? null,
      heading: headingOf(definition, row),
      description: `By ${playersOf(definition, row)}. ${excerpt(answer.body.notes)}`.trim(),
      columns: tableColumns(definition).filter(({ cell }) => cell !== "info" && cell !== "og"),
      marks: await marksOf(definition, [row], context),
      notes: answer.body.notes,
      notesHtml: await context.notesHtml(filekey),
      proof: row.link === null ? await loadMedium(filekey, context) : null,
      attachments,
      history: changes.slice(0, MOST_CHANGES),
      olderChanges: Math.max(changes.length - MOST_CHANGES, 0),
    },
  };
}

export type NotesPageData = Awaited<ReturnType<typeof loadNotesPage>>;
