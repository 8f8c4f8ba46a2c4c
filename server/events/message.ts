import { listed } from "../../game/listed.ts";
import { newsOf } from "../completions/news.ts";
import type { LoggedChange } from "../data/history.ts";
import type { Challenges } from "../history/noun-log.ts";
import { logOf } from "../history/registry.ts";

/** What a receiver is told of: submissions that wait, verified completions, or everything that people do. */
export type Channel = "pending" | "verified" | "audit";

/** Body of a Discord-style webhook. Nobody is ever pinged: mentions are off and escaped besides. */
export interface WebhookMessage {
  readonly content: string;
  readonly allowed_mentions: { readonly parse: readonly [] };
}

/** Longest content that Discord takes, in characters. */
const LONGEST = 2_000;

/** Text as it reads, whatever marks are in it: no mention, no link, no formatting comes of it. */
export function escapeMarkdown(text: string): string {
  return (
    text
      .replace(/[\\`*_~|<>[\](){}#+\-!:@&]/g, "\\$&")
      // A backslash does not keep a chat from finding an address or a mention: an invisible space does.
      .replace(/\\@/g, "@\u200b")
      .replace(/\\:(?=\/\/)/g, ":\u200b")
      .replace(/[\r\n]+/g, " ")
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  add: "submitted",
  edit: "edited",
  verify: "verified",
  delete: "deleted",
  reject: "rejected",
  resubmit: "submitted again",
  undo: "undid a change of",
  import: "moved in",
  "undo-import": "took back",
};

/** A sentence and where to read on, cut to what a chat takes. */
function messageOf(said: string, page: string | null, siteOrigin: string): WebhookMessage {
  const link = page === null ? "" : `\n<${siteOrigin}${page}>`;
  const room = LONGEST - link.length;
  return {
    content: (said.length > room ? `${said.slice(0, room - 1)}…` : said) + link,
    allowed_mentions: { parse: [] },
  };
}

/** What a channel is told of a change, or null if that is none of its business. */
export function messageFor(
  channel: Channel,
  change: LoggedChange,
  who: string,
  siteOrigin: string,
  context: Challenges,
): WebhookMessage | null {
  // What the index does itself is no news.
  if (change.level === null) return null;
  const described = logOf(change.noun)?.describe(change, context);
  if (!described) return null;
  const news = newsOf(change, context);
  if (channel !== "audit" && news?.channel !== channel) return null;
  const { title, credits, page, reason } = described;
  const by = credits.length === 0 ? "" : ` by ${escapeMarkdown(listed(credits))}`;
  const what = `**${escapeMarkdown(title)}**${by}`;
  const did = change.noun !== "completion" && change.action === "add" ? "added" : ACTIONS[change.action];
  const said =
    channel === "audit"
      ? `${escapeMarkdown(who)} ${did ?? change.action} ${what}`
      : `${news?.words}: ${what}`;
  return messageOf(said + (reason ? `: ${escapeMarkdown(reason)}` : ""), page, siteOrigin);
}
