import { listed } from "../../../domain/game/counted.ts";
import type { LoggedChange } from "../../../server/db/history.ts";
import type { Challenges } from "../../audit/types.server.ts";
import { announcementOf } from "../completions/audit.server.ts";
import { logOf } from "../history/registry.server.ts";

/** What a receiver gets: pending submissions, verified completions, or everything that people do. */
export type Channel = "pending" | "verified" | "audit";

/** The body of a Discord-style webhook. Nobody is ever pinged: mentions are switched off, and escaped as well. */
export interface WebhookMessage {
  readonly content: string;
  readonly allowed_mentions: { readonly parse: readonly [] };
}

/** The longest content that Discord accepts, in characters. */
const LONGEST = 2_000;

/** Escapes a text so that it reads as written: nothing in it becomes a mention, a link or formatting. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\\`*_~|<>[\](){}#+\-!:@&]/g, "\\$&")
      // A backslash does not stop a chat from recognizing an address or a mention; a zero-width space does.
      .replace(/\\@/g, "@\u200b")
      .replace(/\\:(?=\/\/)/g, ":\u200b")
      .replace(/[\r\n]+/g, " ")
  );
}

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ["add", "submitted"],
  ["edit", "edited"],
  ["verify", "verified"],
  ["confirm", "looked for a second time at"],
  ["delete", "deleted"],
  ["reject", "rejected"],
  ["resubmit", "submitted again"],
  ["undo", "undid a change of"],
  ["import", "moved in"],
  ["clean-media", "cleaned the videos of"],
]);

/**
 * Cuts an escaped text to so many characters. Half an escape or half a surrogate pair at the end goes as well: a lone
 * backslash would escape what follows.
 */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most - 1);
  return `${start.replace(/[\ud800-\udbff]$/, "").replace(/((?:\\\\)*)\\?$/, "$1")}…`;
}

/** Returns a sentence and a link to the page, cut to the length that a chat accepts. */
function messageOf(said: string, page: string | null, siteOrigin: string): WebhookMessage {
  const link = page === null ? "" : `\n<${siteOrigin}${page}>`;
  const room = LONGEST - link.length;
  return {
    content: cut(said, room) + link,
    allowed_mentions: { parse: [] },
  };
}

/** Returns the message of a change for a channel, or null if the change does not concern it. */
export function messageFor(
  channel: Channel,
  change: LoggedChange,
  who: string,
  siteOrigin: string,
  context: Challenges,
): WebhookMessage | null {
  // What the index does itself is not announcement.
  if (change.level === null) return null;
  const described = logOf(change.noun)?.describe(change, context);
  if (!described || described.isUnknown) return null;
  const announcement = announcementOf(change, context);
  if (channel !== "audit" && announcement?.channel !== channel) return null;
  const { title, credits, page, reason } = described;
  const by = credits.length === 0 ? "" : ` by ${escapeMarkdown(listed(credits))}`;
  const what = `**${escapeMarkdown(title)}**${by}`;
  const did = change.noun !== "completion" && change.action === "add" ? "added" : ACTIONS.get(change.action);
  const said =
    channel === "audit"
      ? `${escapeMarkdown(who)} ${did ?? "changed"} ${what}`
      : `${announcement?.words}: ${what}`;
  return messageOf(said + (reason ? `: ${escapeMarkdown(reason)}` : ""), page, siteOrigin);
}
