import type { LoggedChange } from "../../../server/db/history.ts";
import { definitionOf } from "../../api/write-context.server.ts";
import type { Challenges } from "../../audit/types.server.ts";
import type { CompletionState } from "./repository/stored-completion.server.ts";

/** A change of a completion that channels announce. */
export interface Announcement {
  readonly channel: "pending" | "verified";
  /** For example "New 2TC OG". */
  readonly words: string;
}

/** Returns the announcement of a change: a completion now waits for a helper, or is now verified. Null for all others. */
export function announcementOf(
  { noun, action, before, after }: LoggedChange,
  context: Challenges,
): Announcement | null {
  if (noun !== "completion" || after === null || action === "undo") return null;
  const [was, is] = [before as CompletionState | null, after as CompletionState];
  if (is.deleted_at !== null) return null;
  if (is.pending !== null)
    return ["add", "resubmit"].includes(action)
      ? { channel: "pending", words: "Waiting for a helper" }
      : null;
  const wasThere = was !== null && was.deleted_at === null;
  if (wasThere && was.pending === null) return null;
  const { label } = definitionOf(is.challenge, context);
  return { channel: "verified", words: `New ${label}${is.og === 1 ? " OG" : ""}` };
}
