import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import { mediaUrl, pages, TAKE_PROOF } from "../../../domain/contract/routes.ts";
import type { Field } from "../../../domain/fields/index.ts";
import { listed } from "../../../domain/game/counted.ts";
import { challengeCodesIn } from "../../../domain/game/words.ts";
import { isOfOriginal } from "../../../domain/lists/of-original.ts";
import { headingOf, wordsOf } from "../../../domain/lists/row.ts";

import type { LoggedChange } from "../../../server/db/history.ts";
import type { Challenges } from "../../audit/types.server.ts";
import {
  type Announcement,
  announcementOf,
  type ShownCompletion,
  showCompletion,
} from "../completions/audit.server.ts";
import { logOf } from "../history/registry.server.ts";

/** What a receiver gets: pending submissions, verified completions, or everything that people do. */
export type Channel = "pending" | "verified" | "audit";

/** The body of a Discord-style webhook. Nobody is ever pinged: mentions are switched off, and escaped as well. */
export interface WebhookMessage {
  readonly content: string;
  readonly embeds?: readonly Embed[];
  readonly allowed_mentions: { readonly parse: readonly [] };
}

/** The card of a completion, as Discord has it: https://docs.discord.com/developers/resources/message#embed-object */
export interface Embed {
  readonly title: string;
  readonly url: string;
  readonly color: number;
  readonly timestamp: string;
  readonly fields: readonly { readonly name: string; readonly value: string; readonly inline: boolean }[];
  readonly image?: { readonly url: string };
}

/** The longest texts that Discord accepts, in characters. All of an embed together may have 6,000. */
const LONGEST = 2_000;
const LONGEST_TITLE = 256;
const LONGEST_FIELD = 1_024;
const LONGEST_ADDRESS = 2_048;
/** What an embed says of a field at most, in characters; the rest is on the page. */
const ROOM = { people: 300, codes: 200, facts: 700, changed: 300, notes: 600 } as const;

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
  [TAKE_PROOF, "took over a player's proof of"],
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

/** Where the addresses in a message begin. */
export interface Origins {
  readonly siteOrigin: string;
  /** Null: the media are under the site's. */
  readonly mediaOrigin: string | null;
}

const NO_MENTIONS = { parse: [] } as const;

/** Characters of the line about the challenge code at most. */
const LONGEST_CHECK = 600;

/**
 * What the document of a completion's challenge code says of it; `could-not` where nothing is known of the code, the game's
 * server has no such challenge, or its document does not say enough.
 */
export type CodeVerdict =
  | { readonly is: "agrees" }
  | { readonly is: "differs"; readonly sentences: readonly string[] }
  | { readonly is: "could-not"; readonly why: "not-known" | "none" | "not-said" };

/** What follows "could not be checked". */
const COULD_NOT = {
  "not-known": ".",
  none: ": the game’s server has no such challenge.",
  "not-said": ": the game’s server does not say enough of the challenge.",
} as const;

/** Returns the line about a completion's challenge code. */
function lineOf(verdict: CodeVerdict): string {
  const said =
    verdict.is === "agrees"
      ? "agrees."
      : verdict.is === "differs"
        ? `differs. ${escapeMarkdown(verdict.sentences.join(" "))}`
        : `could not be checked${COULD_NOT[verdict.why]}`;
  return cut(`Challenge Editor Check: ${said}`, LONGEST_CHECK);
}

/** Returns a sentence and a link to the page, cut to the length that a chat accepts. */
function messageOf(said: string, page: string | null): WebhookMessage {
  const link = page === null ? "" : `\n<${page}>`;
  return { content: cut(said, LONGEST - link.length) + link, allowed_mentions: NO_MENTIONS };
}

/**
 * Returns the same message without what a receiver may refuse, such as an address that it does not reach: the sentence and
 * the link.
 */
export function withoutEmbeds({ content, embeds }: WebhookMessage): WebhookMessage {
  return messageOf(content, embeds?.[0]?.url ?? null);
}

/** What became of it, the heading of its message, and the embed's colour. */
const NEWS: Readonly<Record<Announcement["what"], { said: string; color: number }>> = {
  submitted: { said: "Submitted", color: 0xe0a030 },
  edited: { said: "Edited", color: 0x4080d0 },
  verified: { said: "Verified", color: 0x40a060 },
};

/** Returns a text of several lines, escaped line by line. */
const escapeLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => escapeMarkdown(line).trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Returns an address that a chat makes a link of, and nothing else; null if it is none, or too long to be whole. */
function linkTo(address: string): string | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const link = `<${url.href.replaceAll("<", "%3C").replaceAll(">", "%3E")}>`;
  return link.length > LONGEST_FIELD ? null : link;
}

/**
 * Returns the address of a completion's page by the keys of its challenge, as programs and other frontends of the API have
 * it; of a claim, and where the keys are too long, by its filekey.
 */
function pageOf({ definition, row }: ShownCompletion): string {
  const filekey = String(row.filekey);
  const keys = definition.keys.flatMap((name) =>
    row[name] === null ? [] : [[name, String(row[name])] as const],
  );
  const query = { ...Object.fromEntries(keys), ...(row.pending ? { filekey } : {}) };
  const page = pages.notes(definition.key, query);
  return page.length > LONGEST_ADDRESS / 2 ? pages.notes(definition.key, { filekey }) : page;
}

const isPicture = ({ content_type: type }: ShownCompletion["media"][number]): boolean =>
  type.startsWith("image/");

/** Returns the file that shows the proof as a picture: the proof itself, or else the first attachment that is one. */
const pictureOf = ({ media, row }: ShownCompletion): ShownCompletion["media"][number] | undefined =>
  media.find((file) => file.key === row.filekey && isPicture(file)) ?? media.find(isPicture);

/** Kinds of fields that the heading, or a field of its own, says. */
const SAID_ELSEWHERE: ReadonlySet<Field["kind"]> = new Set(["person", "code", "map", "tower", "towerset"]);

/** Returns what else is recorded, in a line: "Upgrade 1: 0-2-4 · Update: 44.1". */
const factsOf = ({ definition, row }: ShownCompletion): string =>
  Object.entries<Field>(definition.fields)
    .flatMap(([name, field]) => {
      const value = row[name] ?? null;
      if (value === null || value === "" || SAID_ELSEWHERE.has(field.kind) || isOfOriginal(field, row))
        return [];
      return [`${field.label}: ${wordsOf(definition, name, row)}`];
    })
    .join(" · ");

function embedOf(
  { what, state }: Announcement,
  { id, at }: Pick<LoggedChange, "id" | "at">,
  changed: readonly string[],
  { siteOrigin, mediaOrigin }: Origins,
  context: Challenges,
): Embed {
  const shown = showCompletion(state, id, context);
  const { definition, row, links } = shown;
  const { said, color } = NEWS[what];
  const people = fieldsOfKind(definition, "person").map(([name]) => String(row[name] ?? "?"));
  const codes = fieldsOfKind(definition, "code").flatMap(([name]) => (row[name] ? [String(row[name])] : []));
  const addresses = [String(row.link ?? ""), ...links.map(({ url }) => url)].flatMap(
    (each) => linkTo(each) ?? [],
  );
  const allCodes = new Set([...codes, ...challengeCodesIn(String(row.notes ?? ""))]);
  const field = (name: string, text: string, room: number, inline = false) =>
    text === "" ? [] : [{ name, value: cut(text, room), inline }];
  const picture = pictureOf(shown);
  return {
    title: cut(`${said}: ${escapeMarkdown(headingOf(definition, row))}`, LONGEST_TITLE),
    url: siteOrigin + pageOf(shown),
    color,
    timestamp: at,
    fields: [
      ...field(people.length > 1 ? "Players" : "Player", escapeMarkdown(listed(people)), ROOM.people, true),
      ...field("OG", row.og === true ? "Yes" : "", LONGEST_FIELD, true),
      ...field("Code", escapeMarkdown(listed([...allCodes])), ROOM.codes, true),
      ...field("Details", escapeMarkdown(factsOf(shown)), ROOM.facts),
      ...field(addresses.length > 1 ? "Links" : "Link", wholeLines(addresses), LONGEST_FIELD),
      ...field("Changed", escapeMarkdown(listed(changed)), ROOM.changed),
      ...field("Notes", escapeLines(String(row.notes ?? "")), ROOM.notes),
    ],
    ...(picture && { image: { url: new URL(mediaUrl(picture.key, mediaOrigin), siteOrigin).href } }),
  };
}

/** Returns as many of the lines as fit into a field. */
function wholeLines(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) if (text.length + line.length < LONGEST_FIELD) text += `${text && "\n"}${line}`;
  return text;
}

/**
 * Returns the message of a change for a channel, or null if the change does not concern it.
 *
 * @param there the ids of what exists now, of the change's noun: what is gone since is no news
 * @param verdict what its challenge code says of a completion; null: it has none
 */
export function messageFor(
  channel: Channel,
  change: LoggedChange,
  who: string,
  origins: Origins,
  context: Challenges,
  there: ReadonlySet<string>,
  verdict: CodeVerdict | null = null,
): WebhookMessage | null {
  // What the index does itself is not announcement.
  if (change.level === null) return null;
  const described = logOf(change.noun)?.describe(change, context);
  if (!described || described.isUnknown) return null;
  const { title, credits, page, reason, changes } = described;
  const by = credits.length === 0 ? "" : ` by ${escapeMarkdown(listed(credits))}`;
  const what = `**${escapeMarkdown(title)}**${by}`;
  if (channel === "audit") {
    const isNew = change.noun !== "completion" && change.action === "add";
    const did = isNew ? "added" : (ACTIONS.get(change.action) ?? "changed");
    const why = reason ? `: ${escapeMarkdown(reason)}` : "";
    return messageOf(`${escapeMarkdown(who)} ${did} ${what}${why}`, page && origins.siteOrigin + page);
  }
  const announcement = announcementOf(change);
  if (announcement?.channel !== channel || !there.has(change.id)) return null;
  const isEdit = announcement.what === "edited";
  if (isEdit && changes.length === 0) return null;
  const labels = isEdit ? changes.map(({ label }) => label) : [];
  const line = channel === "pending" && verdict ? `\n${lineOf(verdict)}` : "";
  const { content, ...message } = messageOf(`${NEWS[announcement.what].said}: ${what}`, null);
  return {
    ...message,
    content: cut(content, LONGEST - line.length) + line,
    embeds: [embedOf(announcement, change, labels, origins, context)],
  };
}
