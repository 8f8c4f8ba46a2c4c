import { beforeEach, describe, expect, test, vi } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { onePixel } from "../one-pixel.ts";

const ADA = { id: "ada" };
const RUN = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad", person: "Ada" };
const LINK = { link: "https://example.org/proof" };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

const submit = (fields: Record<string, string>, challenge = "2tc") =>
  app.post(api.addSubmit(challenge), { ...RUN, ...fields }, ADA);

describe("a link to the site's own media", () => {
  test.each([
    "http://localhost:3000/media/x",
    "http://localhost:3000/%6dedia/x",
    "http://localhost:3000/%256dedia/x",
    "http://localhost:3000//media//x",
    "http://localhost:3000/a/../media/x",
    "http://localhost:3000/%2e%2e/media/x",
    "http://localhost:3000\\media\\x",
    "https://localhost:3000/media/x",
    "http://127.0.0.1:3000/media/x",
    "http://[::1]:3000/media/x",
    "http://LOCALHOST:3000/media/x",
    "http://localhost.:3000/media/x",
    "http://ada@localhost:3000/media/x",
    "http://[::ffff:127.0.0.1]:3000/media/x",
    "http://[::ffff:7f00:1]:3000/media/x",
    "http://[0:0:0:0:0:FFFF:127.0.0.1]:3000/media/x",
    "http://[0:0:0:0:0:0:0:1]:3000/media/x",
    "http://[::]:3000/media/x",
    "http://2130706433:3000/media/x",
    "http://0x7f000001:3000/media/x",
    "http://0177.0.0.1:3000/media/x",
    "http://127.1:3000/media/x",
    "http://127.8.8.8:3000/media/x",
    "http://0:3000/media/x",
    "http://ada.localhost:3000/media/x",
    "http://ｌｏｃａｌｈｏｓｔ:3000/media/x",
    "http://localhost:03000/media/x",
    "http://ada:secret@localhost.:3000/%6d%65dia//x",
    "http://localhost:3000/.//media/x",
    "http://localhost:3000/%5cmedia/x",
    "http://Media.LocalHost:3000/x",
    "http://media.localhost:3000/x",
  ])("is refused when written as %s", async (link) => {
    const { status, body } = await submit({ link });
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: "You cannot reference a media.localhost:3000 image from a different completion",
    });
  });

  test.each([
    ...["http://localhost:3000/2tc", "https://example.org/media/x", "http://localhost:4000/media/x"],
    ...["http://[::ffff:192.0.2.1]:3000/media/x", "http://notlocalhost:3000/media/x"],
    ...["http://localhost.example.org:3000/media/x", "http://127.0.0.1.example.org:3000/media/x"],
  ])("is not confused with %s", async (link) => {
    expect((await submit({ link })).body).toMatchObject({ inserted: true });
  });

  test("is accepted as the proof if it leads to the record's own file", async () => {
    const image = onePixel();
    const added = await app.post(api.addSubmit("2tc"), { ...RUN, image }, ADA);
    const filekey = String(added.body.filekey);
    const edit = { edit: "true", "edited-filekey": filekey, notes: "mended" };
    const link = `http://127.0.0.1:3000/media/${filekey}`;
    expect(await submit({ ...edit, link })).toMatchObject({ status: 200, body: { inserted: true, filekey } });
    const [row] = (await app.get(api.list("2tc", { filekey }))).body.results;
    expect(row).toMatchObject({ link: null, notes: "mended" });
    expect((await app.app.request(`/media/${filekey}`)).status).toBe(200);
  });
});

describe("numbers, dates and versions are taken as people of any country write them", () => {
  test.each([
    ["money", "130.869", 130_869],
    ["money", "130 869", 130_869],
    ["money", "$130,869", 130_869],
    ["money", "130'869", 130_869],
    ["date", "1.5.2024", "2024-05-01"],
    ["date", "2024/5/1", "2024-05-01"],
    ["date", "13/05/2024", "2024-05-13"],
    ["date", "May 1st, 2024", "2024-05-01"],
    ["version", "Update 44.1", "44.1"],
    ["version", "v44,1", "44.1"],
    ["version", "544", "544.0"],
  ])("%s: %s", async (name, text, stored) => {
    const given = {
      map: "Logs",
      money: "9000",
      version: "44",
      date: "2024-05-01",
      person: "Ada",
      [name]: text,
    };
    const { body } = await submit({ ...given, ...LINK }, "lcc");
    expect(body).toMatchObject({ inserted: true });
    const { results } = (await app.get(api.list("lcc", { filekey: String(body.filekey), pending: 1 }))).body;
    expect((results as unknown as Record<string, unknown>[])[0]?.[name]).toBe(stored);
  });

  test("and a day that may be two is refused with both", async () => {
    const given = { map: "Logs", money: "9000", version: "44", date: "01/05/2024", person: "Ada", ...LINK };
    const { status, body } = await submit(given, "lcc");
    expect([status, body.fields]).toEqual([
      400,
      { date: "Date could be 2024-05-01 or 2024-01-05. Please write one of these." },
    ]);
  });

  test.each([
    ["lcc", "money=130.869", "money=130869"],
    ["lcc", "money=>=130 000", "money=>=130000"],
    ["lcc", "date=1.5.2024", "date=2024-05-01"],
    ["lcc", "date=5/2024", "date=2024-05"],
    ["lcc", "since=May 2024", "since=2024-05"],
    ["lcc", "before=2024/5/2", "before=2024-05-02"],
    ["lcc", "version=Update 44", "version=44"],
  ])("in an address of %s: %s is %s", async (key, written, plain) => {
    await app.add(key, { map: "Quad", people: ["Ada"], money: 130_869, date: "2024-05-01", version: "44.1" });
    const found = async (parameters: string) =>
      (await app.get(api.list(key, Object.fromEntries(new URLSearchParams(parameters))))).body;
    const ofPlain = await found(plain);
    expect(Number(ofPlain.count)).toBeGreaterThan(0);
    expect(await found(written)).toEqual(ofPlain);
  });
});

describe("heroes and dates", () => {
  test.each([
    ["two heroes", { tower2: "Psi" }],
    ["one hero twice", { tower2: "Quincy" }],
  ])("a 2TC with %s is refused with the reason", async (_, fields) => {
    const { status, body } = await submit({ ...fields, ...LINK });
    const sentence = "Tower 2 cannot be a second hero: the game allows only one.";
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { tower2: sentence } });
  });

  test("each player of a 2TCC may have a hero", async () => {
    const fields = { tower2: "Psi", person1: "Ada", person2: "Bob", ...LINK };
    expect((await submit(fields, "2tcc")).body).toMatchObject({ inserted: true });
  });

  test.each(["0024-05-01", "1970-01-01", "2018-05-31"])(
    "a date before the game is refused: %s",
    async (date) => {
      const og = { og: "on", upgrade1: "0-0-0", upgrade2: "0-5-2", version: "44", ...LINK };
      const { status, body } = await submit({ ...og, date });
      const fields = { date: "Date is before June 2018, when the game came out." };
      expect({ status, fields: body.fields }).toEqual({ status: 400, fields });
    },
  );

  test("a date is accepted once that day has begun somewhere, and not before", async () => {
    vi.useFakeTimers({ now: new Date("2026-06-30T10:30:00Z"), toFake: ["Date"] });
    try {
      const og = { og: "on", upgrade1: "0-0-0", upgrade2: "0-5-2", version: "44", ...LINK };
      const { body } = await submit({ ...og, date: "2026-07-02" });
      expect(body.fields).toEqual({ date: "Date is in the future." });
      expect((await submit({ ...og, date: "2026-07-01" })).body).toMatchObject({ inserted: true });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("checkboxes", () => {
  test.each(["on", "true", "TRUE", "1", "yes"])(
    "'%s' is yes for og, for edit and for verify",
    async (yes) => {
      expect(Object.keys((await submit({ og: yes, ...LINK })).body.fields ?? {})).toContain("upgrade1");
      const added = await submit(LINK);
      const filekey = String(added.body.filekey);
      const edit = { ...RUN, ...LINK, edit: yes, "edited-filekey": filekey, map: "Logs", verify: yes };
      const helper = { id: "hel", roles: ["Index Helper"] };
      expect((await app.post(api.addSubmit("2tc"), edit, helper)).body).toEqual({ inserted: true, filekey });
      const { results } = (await app.get(api.list("2tc"))).body;
      expect(results).toEqual([expect.objectContaining({ filekey, map: "Logs", pending: null })]);
    },
  );

  test.each(["", "off", "false", "0", "no"])("'%s' is no", async (no) => {
    const { body } = await submit({ ...LINK, og: no, edit: no, verify: no });
    const { results } = (await app.get(api.list("2tc"))).body;
    expect(results).toEqual([expect.objectContaining({ filekey: body.filekey, og: false, pending: ADA.id })]);
  });

  test.each([
    ["og", "maybe"],
    ["edit", "constructor"],
    ["verify", "__proto__"],
  ])("anything else is refused: %s=%s", async (name, text) => {
    const { status, body } = await submit({ ...LINK, [name]: text });
    expect({ status, error: body.error }).toMatchObject({
      status: 400,
      error: expect.stringContaining("takes on, true, 1 or yes; or off, false, 0, no or nothing."),
    });
    expect((await app.get(api.list("2tc"))).body.count).toBe(0);
  });
});

test("a form that names what it edits, but does not say that it is an edit, adds nothing", async () => {
  const filekey = String((await submit(LINK)).body.filekey);
  for (const edited of [{ "edited-filekey": filekey }, { "edited-map": "Quad", edit: "off" }]) {
    const { status, body } = await submit({ ...LINK, ...edited, map: "Logs" });
    expect({ status, error: body.error }).toMatchObject({
      status: 400,
      error: expect.stringContaining("please send edit=true"),
    });
  }
  expect((await app.get(api.list("2tc"))).body.count).toBe(1);
});

test.each([
  ["12,345", null],
  ["$12345", null],
  ["9999999999999", "Cash Spent is more than 178909."],
  ["1.5", "Cash Spent is not a whole number from 0."],
])("cash of an LCC written as %s", async (money, problem) => {
  const { body } = await submit({ money, version: "44.1", date: "2025-01-02", ...LINK }, "lcc");
  expect(body.fields ?? null).toEqual(problem && { money: problem });
  const { results } = (await app.get(api.list("lcc"))).body;
  expect(results.map((row) => row.money)).toEqual(problem ? [] : [12_345]);
});

describe("the type of an LTC", () => {
  const ltc = { map: "Quad", towerset: '["Druid","Quincy"]', person: "Ada", ...LINK };
  const add = (fields: Record<string, string>) => app.post(api.addSubmit("ltc"), { ...ltc, ...fields }, ADA);

  test("is OG where a new one does not say it; an edit has to", async () => {
    const { body } = await add({});
    expect((await app.get(api.list("ltc"))).body.results[0]).toMatchObject({ completiontype: "og" });
    const edit = await add({ edit: "true", "edited-filekey": String(body.filekey) });
    expect(edit.body.fields).toEqual({ completiontype: "Completion Type is missing." });
  });

  test("is not heroless where a hero is among the towers", async () => {
    const { status, body } = await add({ completiontype: "heroless" });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { towerset: "Towers: a heroless completion cannot have Quincy, who is a hero." },
    });
    expect((await add({ completiontype: "heroless", towerset: '["Druid"]' })).status).toBe(200);
  });

  test("may stay heroless beside a hero in an edit of something else", async () => {
    const imported = await app.add("ltc", {
      towers: ["Quincy"],
      completionType: "heroless",
      pending: ADA.id,
    });
    const edit = { edit: "true", "edited-filekey": imported.id, map: imported.map, person: "Bob" };
    const fields = { ...edit, completiontype: "heroless", towerset: '["Quincy"]' };
    expect((await add(fields)).status).toBe(200);
    expect(Object.keys((await add({ ...fields, towerset: '["Psi"]' })).body.fields ?? {})).toEqual([
      "towerset",
    ]);
  });
});

test("an edit cannot mark a completion as an original without its extras", async () => {
  const { body } = await submit(LINK);
  const edit = { edit: "true", "edited-filekey": String(body.filekey), og: "on", ...LINK };
  const { status, body: said } = await submit(edit);
  expect({ status, names: Object.keys(said.fields ?? {}) }).toEqual({
    ...{ status: 400, names: ["upgrade1", "upgrade2", "version", "date"] },
  });
});

test.each(["I had 455 cash left", "717 lives", "| 100 | 7175 | nothing more |"])(
  "numbers are not taken for words: %s",
  async (notes) => expect((await submit({ ...LINK, notes })).status).toBe(200),
);

test.each(["\u200b", "\u00ad", "\u2800", "\u3164"])(
  "a player's name without visible characters counts as missing: %j",
  async (person) => {
    const { status, body } = await submit({ ...LINK, person });
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { person: "Player is missing." },
    });
  },
);

describe("a form whose texts are already invalid", () => {
  const sent = (fields: Record<string, string | File>) => app.post(api.addSubmit("2tc"), fields, ADA);

  test("is refused at its first file, without calling later fields missing", async () => {
    const { person: _, ...before } = RUN;
    const { status, body } = await sent({
      edit: "false",
      ...before,
      map: "Quart",
      image: onePixel(),
      person: "x",
    });
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { map: expect.any(String) } });
  });

  test("is read to its end if it does not say whether it is an edit", async () => {
    const { status, body } = await sent({ map: "Quart", image: onePixel() });
    expect({ status, names: Object.keys(body.fields ?? {}).length }).toEqual({ status: 400, names: 4 });
  });

  test("is not refused for an imported key that the edit leaves unchanged", async () => {
    const { id } = await app.add("2tc", {
      map: "Quad",
      towers: ["Sauda", "Psi"],
      people: ["Ada"],
      pending: "ada",
    });
    const fields = { tower1: "Sauda", tower2: "Psi", map: "Quad", person: "Ada" };
    const form = { edit: "true", "edited-filekey": id, ...fields, image: onePixel() };
    expect(await sent(form)).toMatchObject({ status: 200, body: { inserted: true } });
  });
});
