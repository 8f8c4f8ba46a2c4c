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
  const [notes, listed] = await Promise.all([findNotes(filekey, data), data.media.listFiles(filekey)]);
  if (!notes) return null;
  const files = await Promise.all(
    listed.map(async (file) => ({
      ...{ key: file.key, role: file.role, contentType: file.contentType },
      isMissing: await isMissing(file, media),
    })),
  );
  const { challenge, html: notesHtml, verifiedAt, isSample, links } = notes;
  return { challenge, notesHtml, verifiedAt, isSample, files, links };
}
