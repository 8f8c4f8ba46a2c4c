import type { PublicChange } from "../../domain/contract/history.ts";
import type { LoggedChange } from "../../server/db/history.ts";
import type { Description } from "./types.server.ts";

/** Returns a change as everybody may read it. */
export function entryOf(
  change: LoggedChange,
  { changes, reason, isUnknown }: Description,
  names: ReadonlyMap<string, string>,
): PublicChange {
  const { seq, at, action } = change;
  return { seq, at, who: actorLabel(change, names), action: isUnknown ? "unknown" : action, changes, reason };
}

/** Returns who made a change, in words that everybody may read. */
export function actorLabel({ actor, level }: LoggedChange, names: ReadonlyMap<string, string>): string {
  if (level === null) return "the index";
  return names.get(actor) ?? `a ${level === "helper" || level === "verifier" ? level : "member"}`;
}
