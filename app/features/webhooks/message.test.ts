import { describe, expect, test } from "vitest";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { emptyAttributes } from "../../../domain/fields/attributes.ts";
import type { LoggedChange } from "../../../server/db/history.ts";
import { type CompletionState, stateOf } from "../completions/repository/stored-completion.server.ts";
import { type Channel, cut, type Embed, escapeMarkdown, messageFor } from "./message.server.ts";

/** Returns what a reader of an escaped text sees. */
const read = (escaped: string): string => escaped.replace(/\\([^\w\s…])/gu, "$1");

test.each(["plain words", "!!!!!!!!!!!!", "\\\\\\\\\\\\", "a!b\\c!d\\\\e", "😀😀😀😀😀😀", "!😀\\😀!!😀"])(
  "%s is cut between whole characters, at any length",
  (text) => {
    const escaped = escapeMarkdown(text);
    expect(cut(escaped, escaped.length)).toBe(escaped);
    for (let most = 1; most < escaped.length; most++) {
      const shown = cut(escaped, most);
      expect(shown.length).toBeLessThanOrEqual(most);
      expect(shown.isWellFormed()).toBe(true);
      expect(shown.endsWith("…")).toBe(true);
      expect(text.startsWith(read(shown.slice(0, -1)))).toBe(true);
      // Nothing is lost but what does not fit: the next character is longer than the room that is left.
      expect(shown.length).toBeGreaterThan(most - 4);
    }
  },
);

describe("a channel", () => {
  const ID = "9d2c1f0e-0000-4000-8000-000000000000";
  const LINK = `\n<https://index.example/2tc/notes?filekey=${ID}>`;
  const PICTURE = {
    content_type: "image/png",
    bytes: 70,
    created_at: "2026-05-01",
    thumbnail: null,
    role: null,
  };
  const DELETED = "2026-05-02T00:00:00.000Z";

  /** A completion as the log keeps it: verified, unless `pending` says whose claim it is. */
  function stateWith(more: Partial<CompletionState> = {}): CompletionState {
    const definition = CHALLENGES.get("2tc");
    if (!definition) throw new Error("no 2tc");
    const completion = {
      ...{ ...emptyAttributes(), id: ID, towers: ["Quincy", "Absolute Zero"], people: ["Ada"], map: "Quad" },
      ...{ og: false, pending: null, submittedBy: "ada", createdAt: "2026-05-01T00:00:00.000Z" },
      ...{ verifiedBy: "hel", sample: false },
    };
    return { ...stateOf(definition, completion, { id: 1, name: "Quad" }), ...more };
  }
  const CLAIM = stateWith({ pending: "ada", verified_by: null, verified_at: null });

  const changeOf = (change: Partial<LoggedChange>): LoggedChange => ({
    ...{ seq: 1, at: DELETED, actor: "hel", level: "helper", action: "verify" },
    ...{ noun: "completion", id: ID, revision: 1, shape: 1, before: CLAIM, after: stateWith() },
    ...change,
  });
  const messageOf = (channel: Channel, change: Partial<LoggedChange>, mediaOrigin: string | null = null) =>
    messageFor(
      ...([channel, changeOf(change), "a helper"] as const),
      ...([{ siteOrigin: "https://index.example", mediaOrigin }, { challenges: CHALLENGES }] as const),
      new Set([ID]),
    );
  const contentFor = (channel: Channel, change: Partial<LoggedChange>): string | null =>
    messageOf(channel, change)?.content ?? null;
  const embedFor = (after: Partial<CompletionState>, mediaOrigin: string | null = null): Embed => {
    const embed = messageOf("verified", { after: stateWith(after) }, mediaOrigin)?.embeds?.[0];
    if (!embed) throw new Error("no embed");
    return embed;
  };
  const fieldsOf = (embed: Embed) => Object.fromEntries(embed.fields.map(({ name, value }) => [name, value]));
  const argumentsOf = (change: Partial<LoggedChange>) =>
    (["pending", "verified", "audit"] as const).filter((channel) => contentFor(channel, change) !== null);

  test("is told who, what, its code, links, facts and notes, and sees its picture", () => {
    const link = { role: "setup", url: "https://example.org/setup" };
    const message = messageOf("verified", {
      after: stateWith({
        ...{ og: 1, upgrades: '["0-0-0","0-2-4"]', version: "44.1", date: "2025-01-02" },
        ...{
          notes: "**First** line\n\n\n\n# [second](https://evil.example)",
          link: "https://example.org/p?a=b_c_d",
        },
        ...{ challenge_code: "ZFXABCD", links: [link] },
        media: [{ ...PICTURE, key: ID, hash: "0".repeat(64) }],
      }),
    });
    const what = "Quincy and Absolute Zero 2TC on Quad";
    expect(message).toEqual({
      content: `Verified: **${what}** by Ada`,
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: `Verified: ${what}`,
          url: "https://index.example/2tc/notes?tower1=Quincy&tower2=Absolute+Zero&map=Quad",
          color: expect.any(Number),
          timestamp: DELETED,
          fields: [
            { name: "Player", value: "Ada", inline: true },
            { name: "OG", value: "Yes", inline: true },
            { name: "Code", value: "ZFXABCD", inline: true },
            { name: "Details", value: expect.stringContaining("44.1"), inline: false },
            {
              name: "Links",
              value: "<https://example.org/p?a=b_c_d>\n<https://example.org/setup>",
              inline: false,
            },
            {
              name: "Notes",
              value: "\\*\\*First\\*\\* line\n\n\\# \\[second\\]\\(https:\u200b//evil.example\\)",
              inline: false,
            },
          ],
          image: { url: `https://index.example/media/${ID}` },
        },
      ],
    });
  });

  test("is led to a claim by its filekey, too, and not told whose it is", () => {
    const claim = { ...CLAIM, pending: "usr_secret", submitted_by: "usr_secret" };
    const message = messageOf("pending", { action: "add", before: null, after: claim });
    expect(message?.embeds?.[0]?.url).toBe(
      `https://index.example/2tc/notes?tower1=Quincy&tower2=Absolute+Zero&map=Quad&filekey=${ID}`,
    );
    expect(JSON.stringify(message)).not.toContain("usr_secret");
  });

  test("sees the first picture where the proof is none, at the host of the media", () => {
    const [video, second] = [
      { ...PICTURE, key: ID, hash: "0".repeat(64), content_type: "video/webm" },
      { ...PICTURE, key: `${ID}/attach/a b`, hash: "1".repeat(64) },
    ];
    expect(embedFor({ media: [video] }).image).toBeUndefined();
    expect(embedFor({ media: [video, second] }, "https://media.example").image).toEqual({
      url: `https://media.example/${ID}/attach/a%20b`,
    });
  });

  test.each([
    ["no address", "javascript:alert(1)", undefined],
    [
      "what would end the link",
      "https://example.org/a>[x](https://evil.example)b<c",
      "<https://example.org/a%3E[x](https://evil.example)b%3Cc>",
    ],
    ["one too long to be whole", `https://example.org/${"a".repeat(1_100)}`, undefined],
  ])("of a link that is %s is shown only what leads there", (_, link, shown) => {
    expect(fieldsOf(embedFor({ link })).Link).toBe(shown);
  });

  test("gets no more than a chat accepts, whatever people wrote", () => {
    for (const text of ["😀", "*", "\\", "@everyone ", "\n", "ﷺ", "a\u0301"]) {
      const long = text.repeat(4_000);
      const embed = embedFor({
        people: JSON.stringify([long]),
        towers: JSON.stringify([long, long]),
        challenge_code: long,
        notes: long,
        version: long,
        links: Array.from({ length: 20 }, (_, at) => ({
          role: "setup",
          url: `https://example.org/${"a".repeat(300)}${at}`,
        })),
      });
      expect(embed.title.length).toBeLessThanOrEqual(256);
      expect(embed.url.length).toBeLessThanOrEqual(2_048);
      for (const { name, value } of embed.fields) {
        expect(value.length, name).toBeLessThanOrEqual(1_024);
        expect(value.length, name).toBeGreaterThan(0);
        expect(value.isWellFormed(), name).toBe(true);
      }
      const all = embed.title + embed.fields.map(({ name, value }) => name + value).join("");
      expect(all.length).toBeLessThanOrEqual(6_000);
      expect(JSON.stringify(embed)).not.toContain("@everyone");
    }
  });

  test("is told whether what is new is an original", () => {
    expect(contentFor("verified", {})).toBe("Verified: **Quincy and Absolute Zero 2TC on Quad** by Ada");
    expect(fieldsOf(embedFor({}))).not.toHaveProperty("OG");
    expect(fieldsOf(embedFor({ og: 1 }))).toHaveProperty("OG", "Yes");
  });

  test("is told nothing of what the index does itself", () => {
    expect(argumentsOf({})).toEqual(["verified", "audit"]);
    expect(argumentsOf({ level: null })).toEqual([]);
    expect(argumentsOf({ action: "add", before: null, after: CLAIM })).toEqual(["pending", "audit"]);
    expect(argumentsOf({ level: null, action: "add", before: null, after: CLAIM })).toEqual([]);
  });

  test("is told of an edit by itself, and not of each of many at once", () => {
    const edited = { ...stateWith(), link: "https://example.org/other" };
    const edit = { action: "edit", before: stateWith(), after: edited };
    expect(argumentsOf(edit)).toEqual(["verified", "audit"]);
    expect(argumentsOf({ ...edit, act: "one request" })).toEqual(["audit"]);
    expect(argumentsOf({ ...edit, after: stateWith() })).toEqual(["audit"]);
    const claim = { ...CLAIM, link: "https://example.org/other" };
    expect(argumentsOf({ action: "edit", before: CLAIM, after: claim })).toEqual(["pending", "audit"]);
    expect(argumentsOf({ action: "edit", before: CLAIM, after: edited })).toEqual(["verified", "audit"]);
    expect(argumentsOf({ action: "edit", before: stateWith(), after: CLAIM })).toEqual(["audit"]);
  });

  test("is not told as news of what is only verified again by an undo", () => {
    const undo = { action: "undo", before: stateWith({ deleted_at: DELETED }) };
    expect(argumentsOf(undo)).toEqual(["audit"]);
    expect(contentFor("audit", undo)).toMatch(/^a helper undid a change of /);
  });

  test("is not told as news of what a change leaves deleted", () => {
    const claim = { ...CLAIM, deleted_at: DELETED };
    for (const action of ["add", "resubmit"])
      expect(argumentsOf({ action, after: claim })).toEqual(["audit"]);
    expect(argumentsOf({ before: claim, after: stateWith({ deleted_at: DELETED }) })).toEqual(["audit"]);
  });

  test("reads the reason of a rejection as it was written, whatever is in it", () => {
    const rejection = "@everyone [free](https://evil.example) <@123> **bold**";
    const content = contentFor("audit", {
      action: "reject",
      after: { ...CLAIM, deleted_at: DELETED, rejection },
    });
    expect(content).toContain(`: ${escapeMarkdown(rejection)}`);
    expect(content).not.toMatch(/@everyone|<@123>|[^\\]\]\(|https:\/\//);
  });

  test("gets at most the 2,000 characters that a chat accepts, with the whole link", () => {
    const change = {
      action: "reject",
      after: { ...CLAIM, deleted_at: DELETED, rejection: "why ".repeat(600) },
    };
    const rejected = contentFor("audit", change);
    expect(rejected).toHaveLength(2000);
    // What is deleted has no page.
    expect(rejected?.endsWith("…")).toBe(true);
    const long = { people: JSON.stringify(["A".repeat(3000)]) };
    const content = contentFor("audit", { after: stateWith(long) });
    expect(content).toHaveLength(2000);
    expect(content?.endsWith(`A…${LINK}`)).toBe(true);
  });

  test("what is said of a challenge code stays whole beside the longest sentence, and is cut and escaped itself", () => {
    const after = { ...CLAIM, people: JSON.stringify(["A".repeat(5000)]) };
    const sentences = Array.from({ length: 14 }, (_, at) => `Map ${at}: [it](https://evil.example) differs.`);
    const message = messageFor(
      ...(["pending", changeOf({ action: "add", before: null, after }), "a member"] as const),
      ...([{ siteOrigin: "https://index.example", mediaOrigin: null }, { challenges: CHALLENGES }] as const),
      ...([new Set([ID]), { is: "differs", sentences }] as const),
    );
    const [sentence = "", line = ""] = message?.content.split("\n") ?? [];
    expect(message?.content).toHaveLength(2000);
    expect(sentence).toMatch(/^Submitted: \*\*.*…$/);
    expect(line).toMatch(/^Challenge Editor Check: differs\. Map 0\\: .*…$/);
    expect(line).toHaveLength(600);
    expect(line).not.toMatch(/[^\\]\]\(|https:\/\//);
  });
});
