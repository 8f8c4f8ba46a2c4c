import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { findNotes } from "../../app/features/completions/notes.server.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";

const ADA = { id: "ada" };
const FORM = { map: "Quad", money: "12000", person: "Ada", version: "44.1", date: "2025-01-02" };

let app: TestApp;
beforeEach(async () => {
  app = await testApp(await openEngine());
});

const submit = (notes: string, more: Readonly<Record<string, string>> = {}) =>
  app.post(api.addSubmit("lcc"), { ...FORM, link: "https://example.org/proof", notes, ...more }, ADA);

const rendered = async (filekey: unknown) => {
  const all = sqlite.selectFrom("rendered_notes").selectAll().where("completion", "=", String(filekey));
  return app.database.query([], all.compile());
};
const htmlOf = async (filekey: unknown) =>
  (await findNotes(String(filekey), openData(app.database)))?.html ?? null;

test("notes that are nested too deep are refused at their field, and nothing is recorded", async () => {
  const { count } = (await app.get(api.list("lcc"))).body;
  for (const [notes, message] of [
    [`${"- ".repeat(4_900)}a`, "Notes has lists or quotes nested more than 20 deep."],
    [`${">- ".repeat(3_000)}a`, "Notes has lists or quotes nested more than 20 deep."],
    ["[![a](/b)](/c)", "Notes has a link or picture inside another one."],
  ] as const) {
    const { status, body } = await submit(notes);
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { notes: message } });
  }
  expect((await app.get(api.list("lcc"))).body.count).toBe(count);
});

test("notes are rendered once per revision, and rendering moves no version", async () => {
  const { filekey } = (await submit("**Code**: ZABC")).body;
  const version = (await app.database.versions())?.of(null);
  expect(await htmlOf(filekey)).toBe("<p><strong>Code</strong>: ZABC</p>\n");
  const [kept] = await rendered(filekey);
  expect(kept).toMatchObject({ revision: 1, renderer: 2, html: "<p><strong>Code</strong>: ZABC</p>\n" });
  expect((await app.database.versions())?.of(null)).toBe(version);

  // What the table holds is shown.
  await app.database.atomic([
    sqlite
      .updateTable("rendered_notes")
      .set({ html: "kept" })
      .where("completion", "=", String(filekey))
      .compile(),
  ]);
  expect(await htmlOf(filekey)).toBe("kept");

  await submit("changed", {
    edit: "true",
    "edited-filekey": String(filekey),
    "edited-map": "Quad",
    "edited-money": "1",
  });
  expect(await htmlOf(filekey)).toBe("<p>changed</p>\n");
  expect(await rendered(filekey)).toMatchObject([{ revision: 2 }]);
});

test("notes from an older renderer are rendered again", async () => {
  // Another run than the test before it: the same one sent again would not be recorded.
  const { filekey } = (await submit("text", { money: "13000" })).body;
  await htmlOf(filekey);
  await app.database.atomic([
    sqlite
      .updateTable("rendered_notes")
      .set({ renderer: 0, html: "old" })
      .where("completion", "=", String(filekey))
      .compile(),
  ]);
  expect(await htmlOf(filekey)).toBe("<p>text</p>\n");
});

test("existing notes that are nested too deep are not rendered", async () => {
  const old = await app.add("lcc", { towers: [], money: 1, notes: `${"- ".repeat(4_900)}a` });
  expect(await htmlOf(old.id)).toBeNull();
  expect(await rendered(old.id)).toMatchObject([{ html: null }]);
});
