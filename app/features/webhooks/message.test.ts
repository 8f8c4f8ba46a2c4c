import { describe, expect, test } from "vitest";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { emptyAttributes } from "../../../domain/fields/attributes.ts";
import type { LoggedChange } from "../../../server/db/history.ts";
import { type CompletionState, stateOf } from "../completions/repository/stored-completion.server.ts";
import { type Channel, cut, escapeMarkdown, messageFor } from "./message.server.ts";

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
  const contentFor = (channel: Channel, change: Partial<LoggedChange>): string | null =>
    messageFor(channel, changeOf(change), "a helper", "https://index.example", { challenges: CHALLENGES })
      ?.content ?? null;
  const argumentsOf = (change: Partial<LoggedChange>) =>
    (["pending", "verified", "audit"] as const).filter((channel) => contentFor(channel, change) !== null);

  test("is told whether what is new is an original", () => {
    const what = "**Quincy and Absolute Zero 2TC on Quad** by Ada";
    expect(contentFor("verified", {})).toBe(`New 2TC: ${what}${LINK}`);
    expect(contentFor("verified", { after: stateWith({ og: 1 }) })).toBe(`New 2TC OG: ${what}${LINK}`);
  });

  test("is told nothing of what the index does itself", () => {
    expect(argumentsOf({})).toEqual(["verified", "audit"]);
    expect(argumentsOf({ level: null })).toEqual([]);
    expect(argumentsOf({ action: "add", before: null, after: CLAIM })).toEqual(["pending", "audit"]);
    expect(argumentsOf({ level: null, action: "add", before: null, after: CLAIM })).toEqual([]);
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
    const content = contentFor("verified", { after: stateWith(long) });
    expect(content).toHaveLength(2000);
    expect(content?.endsWith(`A…${LINK}`)).toBe(true);
  });
});
