import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { headingOf } from "../../../derive/heading.ts";
import { tableColumns } from "../../../derive/table.ts";
import { api, mediaUrl } from "../../../routes.ts";
import type { ListAnswer, NotesAnswer } from "../../../server/completions/routes.ts";
import type { HistoryAnswer } from "../../../server/history/routes.ts";
import { ask } from "../../ask.server.ts";
import { categoriesOf, towerParameterOf, towersIn } from "../../challenge.server.ts";
import type { PageContext } from "../../context.ts";

/** A picture or a video under a media key. */
export interface Medium {
  readonly key: string;
  readonly url: string;
  readonly isVideo: boolean;
}

/** Asks for a file's head alone: its content type says how to show it. */
async function loadMedium(key: string, context: PageContext): Promise<Medium | null> {
  const head = await context.api(mediaUrl(key, null), { method: "HEAD" });
  if (!head.ok) return null;
  const isVideo = head.headers.get("Content-Type")?.startsWith("video") ?? false;
  return { key, url: mediaUrl(key, context.site.mediaOrigin), isVideo };
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
  const answer = await ask<NotesAnswer>(context, api.notes(key, query));
  if (answer.error !== null)
    return { challenge, error: answer.error, status: answer.status, completion: null };

  const found = await ask<ListAnswer>(context, api.list(key, { ...query, count: 1 }));
  const row = found.body?.results[0];
  if (!row) return { challenge, error: `Could not find ${label} completion`, status: 404, completion: null };
  const filekey = String(row.filekey);
  const listed = await ask<{ files: readonly string[] }>(context, api.attachments(filekey));
  const history = await ask<HistoryAnswer>(context, api.history({ filekey }));
  const attachments = await Promise.all((listed.body?.files ?? []).map((each) => loadMedium(each, context)));
  return {
    challenge,
    error: null,
    status: 200,
    completion: {
      row,
      heading: headingOf(definition, row),
      columns: tableColumns(definition).filter(({ cell }) => cell !== "info" && cell !== "og"),
      categories: categoriesOf(towersIn(definition, [row])),
      notes: answer.body.notes,
      proof: row.link === null ? await loadMedium(filekey, context) : null,
      attachments: attachments.filter((medium) => medium !== null),
      history: history.body?.results ?? [],
    },
  };
}

export type NotesPageData = Awaited<ReturnType<typeof loadNotesPage>>;
