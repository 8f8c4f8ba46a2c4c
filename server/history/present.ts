import type { PublicChange } from "../../contract/history.ts";
import type { LoggedChange } from "../data/history.ts";

/** Returns when, by whom and how something was changed, without the changed fields. */
export function entryOf(
  change: LoggedChange,
  names: ReadonlyMap<string, string>,
): Pick<PublicChange, "seq" | "at" | "who" | "action"> {
  const { seq, at, action } = change;
  return { seq, at, who: whoOf(change, names), action };
}

/** Returns who made a change, in words that everybody may read. */
export function whoOf({ actor, level }: LoggedChange, names: ReadonlyMap<string, string>): string {
  if (level === null) return "the index";
  return names.get(actor) ?? (level === "helper" ? "a helper" : "a member");
}
