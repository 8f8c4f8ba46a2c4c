import type { ChallengeDefinition } from "../../challenges/define.ts";
import { headingOf } from "../../derive/heading.ts";
import { presentRow } from "../../derive/row.ts";
import { pages } from "../../routes.ts";
import type { LoggedChange } from "../data/history.ts";
import { type CompletionState, completionOf, isCompletionState } from "../data/submissions.ts";
import { presentReference } from "../reference/present.ts";

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
};

const isLive = (state: CompletionState | null): state is CompletionState => state?.deleted_at === null;

/** Whether the change is news for the channel. */
function isNews(
  channel: Channel,
  { action }: LoggedChange,
  before: CompletionState | null,
  after: CompletionState,
) {
  if (channel === "audit") return true;
  if (!isLive(after)) return false;
  if (channel === "pending") return after.pending !== null && ["add", "resubmit"].includes(action);
  return after.pending === null && (!isLive(before) || before.pending !== null) && action !== "undo";
}

/** A sentence and where to read on, cut to what a chat takes. */
function messageOf(said: string, page: string | null, siteOrigin: string): WebhookMessage {
  const link = page === null ? "" : `\n<${siteOrigin}${page}>`;
  const room = LONGEST - link.length;
  return {
    content: (said.length > room ? `${said.slice(0, room - 1)}…` : said) + link,
    allowed_mentions: { parse: [] },
  };
}

/** What the audit is told of a change of reference data, or null if it is none. */
function referenceMessage(change: LoggedChange, who: string, siteOrigin: string): WebhookMessage | null {
  const reference = presentReference(change);
  if (!reference) return null;
  const did = change.action === "add" ? "added" : (ACTIONS[change.action] ?? change.action);
  const said = `${escapeMarkdown(who)} ${did} **${escapeMarkdown(reference.title)}**`;
  return messageOf(said, reference.page, siteOrigin);
}

/** What a channel is told of a change, or null if that is none of its business. */
export function messageFor(
  channel: Channel,
  change: LoggedChange,
  definitionOf: (challenge: string) => ChallengeDefinition | undefined,
  who: string,
  siteOrigin: string,
): WebhookMessage | null {
  const { before, after, id } = change;
  // What the index does itself is no news.
  if (change.level === null) return null;
  if (!isCompletionState(after))
    return channel === "audit" ? referenceMessage(change, who, siteOrigin) : null;
  const definition = definitionOf(after.challenge);
  if (!definition || !isNews(channel, change, isCompletionState(before) ? before : null, after)) return null;
  const heading = headingOf(definition, presentRow(definition, completionOf({ id, state: after })));
  const people = new Intl.ListFormat("en-GB").format(JSON.parse(after.people) as string[]);
  const what = `**${escapeMarkdown(heading)}** by ${escapeMarkdown(people)}`;
  const text = {
    pending: `Waiting for a helper: ${what}`,
    verified: `New ${definition.label}${after.og === 1 ? " OG" : ""}: ${what}`,
    audit: `${escapeMarkdown(who)} ${ACTIONS[change.action] ?? change.action} ${what}`,
  }[channel];
  const reason = change.action === "reject" && after.rejection ? `: ${escapeMarkdown(after.rejection)}` : "";
  const page = isLive(after) ? pages.notes(definition.key, { filekey: id }) : null;
  return messageOf(text + reason, page, siteOrigin);
}
