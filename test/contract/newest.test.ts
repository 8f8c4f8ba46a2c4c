import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { DatedListAnswer } from "../../domain/contract/completions.ts";
import { api } from "../../domain/contract/routes.ts";
import { withTexts } from "../../domain/lists/row.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

const ADA = { id: "ada" };
const KIT = { id: "kit" };
const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

type Who = { readonly id: string; readonly roles?: readonly string[] };

describe.each([...CHALLENGES])("in the list of %s", (challenge, definition) => {
  const form = { ...FORMS[challenge], link: "https://example.org/a" };
  const submit = async (map: string, who: Who, fields = {}): Promise<string> =>
    String((await app.post(api.addSubmit(challenge), { ...form, map, ...fields }, who)).body.filekey);
  const verify = (filekey: string) =>
    app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER);
  const since = async (query: Record<string, string> = {}) =>
    (await app.get(api.since(challenge, query))).body as unknown as { seq: number; count: number };
  const dated = async (query: Record<string, string> = {}) =>
    (await app.get(api.dated(challenge, query))).body as unknown as DatedListAnswer;

  test("each row has the moment at which it was verified or, if it is pending, submitted", async () => {
    const first = await submit("Quad", ADA);
    const second = await submit("Logs", KIT);
    await verify(first);
    const { results, appeared } = await dated({ sortby: "newest" });
    expect(results.map(({ filekey }) => filekey).sort()).toEqual([first, second].sort());
    expect(appeared).toHaveLength(2);
    for (const at of appeared) expect(at).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    const { body } = await app.get(api.list(challenge, { sortby: "newest" }));
    expect(body.results).toEqual(results.map((row) => withTexts(definition, row)));
    expect(body).not.toHaveProperty("appeared");
  });

  test("what was submitted or verified since counts; edits and deletions do not", async () => {
    expect(await since()).toEqual({ seq: 0, count: 0, filekeys: [] });
    const first = await submit("Quad", ADA);
    const { seq } = await since();
    expect(seq).toBeGreaterThan(0);
    expect(await since({ since: String(seq) })).toEqual({ seq, count: 0, filekeys: [] });

    const edit = { edit: "true", "edited-filekey": first, notes: "Went well." };
    await submit("Quad", ADA, edit);
    expect((await since({ since: String(seq) })).count).toBe(0);

    const second = await submit("Logs", KIT);
    expect((await since({ since: String(seq) })).count).toBe(1);
    await verify(first);
    expect((await since({ since: String(seq) })).count).toBe(2);
    // One row counts once, whatever happened to it.
    await verify(second);
    expect((await since({ since: String(seq) })).count).toBe(2);

    await app.post(api.deleteSubmit(challenge), { entries: JSON.stringify([second]) }, HELPER);
    const last = await since({ since: String(seq) });
    expect(last).toMatchObject({ count: 1, filekeys: [first] });
    expect(await since({ since: String(last.seq) })).toEqual({ seq: last.seq, count: 0, filekeys: [] });
  });

  test("only rows that the list's filters let through count", async () => {
    await submit("Quad", ADA);
    const first = await submit("Logs", KIT);
    await verify(first);
    const counts = async (query: Record<string, string>) => (await since({ ...query, since: "0" })).count;
    expect(await counts({})).toBe(2);
    expect(await counts({ map: "Quad" })).toBe(1);
    expect(await counts({ pending: "0" })).toBe(1);
    expect(await counts({ query: "logs" })).toBe(1);
    // As many words as a search takes.
    expect(await counts({ query: "a ".repeat(150).trim() })).toBe(2);
    expect(await counts({ map: "Cubism" })).toBe(0);
    // The filter by date has another name here.
    expect(await counts({ "dated-since": "2999" })).toBe(0);
  });

  test.each([
    ["x", 400],
    ["-1", 400],
    ["1.5", 400],
    ["", 200],
    ["9".repeat(40), 200],
  ])("since=%s is answered with %i", async (text, status) => {
    await submit("Quad", ADA);
    const answer = await app.get(api.since(challenge, { since: text }));
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toMatchObject({ seq: expect.any(Number), count: 0 });
    else expect(answer.body.error).toContain("since");
  });
});
