import type { Details } from "../../../domain/contract/page-context.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import type { Data } from "../../api/repositories.server.ts";
import { isMissing } from "../media/medium.server.ts";
import { findNotes } from "./notes.server.ts";

/** Returns the details that only a completion's page shows; null if there is no such completion. */
export async function detailsOf(
  filekey: string,
  { data, media }: { readonly data: Pick<Data, "media" | "notes">; readonly media: MediaStore },
): Promise<Details | null> {
  // In this order, so that no file is older than the revision.
  const notes = await findNotes(filekey, data);
  if (!notes) return null;
  const listed = await data.media.listFiles(filekey);
  const files = await Promise.all(
    listed.map(async (file) => ({
      ...{ key: file.key, role: file.role, contentType: file.contentType },
      isMissing: await isMissing(file, media),
    })),
  );
  const { challenge, revision, html: notesHtml, verifiedAt, confirmedAt, isSample, links } = notes;
  return { challenge, revision, notesHtml, verifiedAt, confirmedAt, isSample, files, links };
}
