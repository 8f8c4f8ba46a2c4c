import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { submissionSweep } from "../../app/features/completions/save.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { insertChange, SYSTEM } from "../../server/db/changes.ts";
import { sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { onePixel } from "../one-pixel.ts";

const ADA = { id: "ada" };
const BOB = { id: "bob" };
const HELPER = { id: "hel", roles: ["Index Helper"] };

const link = "https://example.org/proof";

/** Another picture of one pixel. */
const GIF = Uint8Array.from(atob("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs="), (letter) =>
  letter.charCodeAt(0),
);

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  app = await testApp(engine);
  // One engine has one database for the whole file: remove the rows of other tests.
  await engine.database.atomic([
    sqlite.deleteFrom("completion").compile(),
    sqlite.deleteFrom("change").where("noun", "=", "completion").compile(),
  ]);
});

/** Returns everything that a submission could change. */
async function everything(): Promise<unknown> {
  const lists = [];
  for (const key of CHALLENGES.keys()) lists.push((await app.get(api.list(key, { count: 100 }))).body);
  return lists;
}

async function only(challenge: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await app.get(api.list(challenge));
  expect(body.count).toBe(1);
  return body.results[0] ?? {};
}

/** Returns the fields that say which row an edit is about. */
function edited(challenge: string, row: Readonly<Record<string, unknown>>): Record<string, string> {
  const keys = CHALLENGES.get(challenge)?.keys ?? [];
  const fields = keys.map((key) => [`edited-${key}`, String(row[key])]);
  return { edit: "true", ...Object.fromEntries(fields) };
}

function entriesOf(challenge: string, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([(CHALLENGES.get(challenge)?.keys ?? []).map((key) => String(row[key]))]);
}

describe.each(Object.entries(FORMS))("%s", (challenge, form) => {
  const submit = (fields: Parameters<TestApp["post"]>[1], who: Parameters<TestApp["post"]>[2]) =>
    app.post(api.addSubmit(challenge), { ...form, link, ...fields }, who);

  test("a member's submission is pending, with the game's names", async () => {
    const { status, body } = await submit({ verify: "on", notes: " Code: ZABC " }, ADA);
    expect(status).toBe(200);
    expect(body).toMatchObject({ inserted: true });
    const row = await only(challenge);
    expect(row).toMatchObject({ pending: "ada", og: false, link, notes: "Code: ZABC" });
    expect(["Quad", "Logs", "#Ouch"]).toContain(row.map);
    expect(row.filekey).toBe(body.filekey);
  });

  test("a helper's submission is verified if they ask for it, and pending otherwise", async () => {
    await submit({ verify: "on" }, HELPER);
    expect(await only(challenge)).toMatchObject({ pending: null });
    await app.post(
      api.deleteSubmit(challenge),
      { entries: entriesOf(challenge, await only(challenge)) },
      HELPER,
    );
    await submit({}, HELPER);
    expect(await only(challenge)).toMatchObject({ pending: "hel" });
  });

  test("a submission without a token, or with an invalid one, is refused", async () => {
    expect(await submit({}, null)).toMatchObject({ status: 401, body: { error: expect.any(String) } });
    const answer = await app.app.request(api.addSubmit(challenge), {
      method: "POST",
      body: new FormData(),
      headers: { Authorization: "Bearer x.y.z" },
    });
    expect(answer.status).toBe(403);
    expect((await app.get(api.list(challenge))).body.count).toBe(0);
  });

  const standsForItself = CHALLENGES.get(challenge)?.identity.length === 0;

  test.each([
    ["claimed by the same member", {}, ADA],
    ["verified, whoever submits it", { verify: "on" }, HELPER],
  ])(
    "a combination that is %s is answered with inserted: false, and changes nothing",
    async (_, how, who) => {
      await submit(how, who);
      const before = await everything();
      const { status, body } = await submit({ person: "Somebody else" }, ADA);
      expect(status).toBe(200);
      expect(body.inserted).toBe(standsForItself);
      expect(body.error).toBeUndefined();
      if (!standsForItself) expect(await everything()).toEqual(before);
    },
  );

  test("a line break in notes is one character: 9,945 characters in 1,105 lines are accepted", async () => {
    const notes = Array(1_105).fill("12345678").join("\n");
    expect(notes).toHaveLength(9_944);
    expect(await submit({ notes: `${notes}.` }, ADA)).toMatchObject({
      status: 200,
      body: { inserted: true },
    });
    expect((await only(challenge)).notes).toBe(`${notes}.`);
  });

  test("a member's concurrent duplicates are recorded once, and another member's claim is recorded too", async () => {
    const answers = await Promise.all([submit({}, ADA), submit({}, ADA)]);
    expect((await submit({}, BOB)).body.inserted).toBe(true);
    expect(answers.filter(({ body }) => body.inserted)).toHaveLength(1);
  });

  if (standsForItself)
    test("a run is the same for its map, cash, version, date, player and proof; one that differs in any is another", async () => {
      expect((await submit({}, ADA)).body.inserted).toBe(true);
      expect(
        (await submit({ link: ` ${link}\n`, notes: "Again", person: ` ${form.person?.toUpperCase()}` }, ADA))
          .body.inserted,
      ).toBe(false);
      const others = [
        ...[{ map: "Cubism" }, { money: "1" }, { version: "1.0" }, { date: "2019-01-01" }],
        { person: "Somebody else" },
      ];
      for (const other of [...others, { link: `${link}?other` }])
        expect((await submit(other, ADA)).body.inserted, JSON.stringify(other)).toBe(true);
      const png = { link: "", image: onePixel() };
      expect((await submit(png, ADA)).body.inserted).toBe(true);
      expect((await submit(png, ADA)).body.inserted).toBe(false);
      expect((await submit({ link: "", image: new File([GIF], "a.gif") }, ADA)).body.inserted).toBe(true);
      // It may be sent again once a helper has decided.
      const { filekey } = (await submit({ money: "2" }, ADA)).body;
      await app.post(api.rejectCompletion(), { filekey: String(filekey), reason: "No" }, HELPER);
      expect((await submit({ money: "2" }, ADA)).body.inserted).toBe(true);
    });

  test("a submission that is sent again is recorded once and gets the same answer, at once or later", async () => {
    const pressed = { "submission-id": crypto.randomUUID() };
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => submit(pressed, ADA)));
    expect(first).toMatchObject({ status: 200, body: { inserted: true, filekey: expect.any(String) } });
    for (const again of [...others, await submit(pressed, ADA)]) expect(again).toEqual(first);
    expect((await only(challenge)).filekey).toBe(first?.body.filekey);
    // Another press is judged anew: it is the same run.
    const anew = { "submission-id": crypto.randomUUID() };
    expect((await submit(anew, ADA)).body.inserted).toBe(false);
    // Another member's use of the same id is independent.
    expect((await submit(pressed, BOB)).body.inserted).toBe(true);
    expect((await app.get(api.list(challenge))).body.count).toBe(2);
  });

  test("an edit that is sent again is applied once, and its id is forgotten after a day", async () => {
    await submit({}, ADA);
    const row = await only(challenge);
    const edit = {
      ...{ ...edited(challenge, row), "edited-filekey": String(row.filekey), notes: "better" },
      ...{ revision: "1", "submission-id": crypto.randomUUID() },
    };
    const [one, other] = await Promise.all([submit(edit, ADA), submit(edit, ADA)]);
    expect(one).toMatchObject({ status: 200, body: { inserted: true, filekey: row.filekey } });
    expect(other).toEqual(one);
    const data = openData(app.database);
    const sweepIn = (hours: number) =>
      submissionSweep(data, () => new Date(Date.now() + hours * 3_600_000)).run(new AbortController().signal);
    /** As the last thing that happened. */
    const change = (at: Date) =>
      insertChange({
        at: at.toISOString(),
        actor: SYSTEM,
        action: "test",
        noun: "test",
        id: "x",
        before: null,
        after: null,
      });
    await app.database.atomic([change(new Date(Date.now() + 26 * 3_600_000))]);
    await sweepIn(23);
    expect(await submit(edit, ADA)).toEqual(one);
    // The clock of this one is ahead of everything that was ever written.
    await app.database.atomic([change(new Date())]);
    await sweepIn(100 * 24);
    expect(await submit(edit, ADA)).toEqual(one);
    await app.database.atomic([change(new Date(Date.now() + 26 * 3_600_000))]);
    await sweepIn(25);
    expect((await submit(edit, ADA)).status).toBe(409);
  });

  test("its submitter may edit it and it stays pending; another member may not", async () => {
    await submit({}, ADA);
    const row = await only(challenge);
    const before = await everything();
    const refused = await submit({ ...edited(challenge, row), notes: "mine now" }, BOB);
    expect(refused).toMatchObject({ status: 403, body: { error: expect.any(String) } });
    expect(await everything()).toEqual(before);
    expect(await submit({ ...edited(challenge, row), notes: "better" }, ADA)).toMatchObject({
      body: { inserted: true },
    });
    expect(await only(challenge)).toMatchObject({ notes: "better", pending: "ada", filekey: row.filekey });
  });

  test("a helper's edit keeps the submitter and verifies on request; a verified row stays verified", async () => {
    await submit({}, ADA);
    const row = await only(challenge);
    await submit({ ...edited(challenge, row), notes: "one" }, HELPER);
    expect(await only(challenge)).toMatchObject({ notes: "one", pending: "ada" });
    await submit({ ...edited(challenge, row), notes: "two", verify: "on" }, HELPER);
    expect(await only(challenge)).toMatchObject({ notes: "two", pending: null });
    await submit({ ...edited(challenge, row), notes: "three" }, HELPER);
    expect(await only(challenge)).toMatchObject({ notes: "three", pending: null });
    // Once it is verified, its submitter may no longer change it.
    expect(await submit({ ...edited(challenge, row), notes: "four" }, ADA)).toMatchObject({ status: 403 });
    const removal = await app.post(api.deleteSubmit(challenge), { entries: entriesOf(challenge, row) }, ADA);
    expect(removal.status).toBe(403);
    expect(await only(challenge)).toMatchObject({ notes: "three" });
  });

  test("an edit of an outdated revision is refused as stale", async () => {
    await submit({}, ADA);
    const row = await only(challenge);
    const keys = Object.fromEntries(
      (CHALLENGES.get(challenge)?.keys ?? []).map((key) => [key, String(row[key])]),
    );
    const info = await app.getAs(api.editInfo(challenge, keys), "ada");
    const revision = String(info.body.revision);
    await submit({ ...edited(challenge, row), notes: "first", revision }, ADA);
    const late = await submit({ ...edited(challenge, row), notes: "second", revision }, HELPER);
    expect(late).toMatchObject({ status: 409, body: { stale: true } });
    expect(await only(challenge)).toMatchObject({ notes: "first" });
  });

  test("its submitter may delete it, another member may not, and a helper can restore it", async () => {
    await submit({ attachments: [onePixel()] }, ADA);
    const row = await only(challenge);
    const entries = entriesOf(challenge, row);
    expect((await app.post(api.deleteSubmit(challenge), { entries }, BOB)).status).toBe(403);
    const done = await app.post(api.deleteSubmit(challenge), { entries }, ADA);
    expect(done).toMatchObject({ status: 200, body: {} });
    expect((await app.get(api.list(challenge))).body.count).toBe(0);
    expect((await app.get(api.attachments(String(row.filekey)))).body).toEqual({
      ...{ files: [], roles: [], links: [] },
    });

    const changes = await app.getAs(api.changes(), "hel", ["Index Helper"]);
    const seq = String(changes.body.results[0]?.seq);
    expect((await app.post(api.undoChange(), { seq }, BOB)).status).toBe(403);
    expect(await app.post(api.undoChange(), { seq }, HELPER)).toMatchObject({ status: 200 });
    expect(await only(challenge)).toEqual(row);
    expect((await app.get(api.attachments(String(row.filekey)))).body.files).toHaveLength(1);
  });

  test("a rejected submission is visible only to its submitter, who can edit it and submit it again", async () => {
    await submit({}, ADA);
    const row = await only(challenge);
    const filekey = String(row.filekey);
    expect((await app.post(api.rejectCompletion(), { filekey, reason: "no" }, ADA)).status).toBe(403);
    expect((await app.post(api.rejectCompletion(), { filekey, reason: " " }, HELPER)).status).toBe(400);
    await app.post(api.rejectCompletion(), { filekey, reason: "The setup is not to be seen." }, HELPER);
    expect((await app.get(api.list(challenge))).body.count).toBe(0);
    const own = await app.getAs(api.mySubmissions(), "ada");
    expect(row.difficulty).toEqual(expect.any(String));
    const { difficulty } = row;
    expect(own.body.results).toMatchObject([
      { state: "rejected", reason: "The setup is not to be seen.", row: { difficulty } },
    ]);
    expect((await app.getAs(api.mySubmissions(), "bob")).body.results).toEqual([]);
    expect((await app.getAs(api.editInfo(challenge, { filekey }), "bob")).status).toBe(404);
    expect((await app.getAs(api.editInfo(challenge, { filekey }), "ada")).body).toMatchObject({
      mayEdit: true,
      result: { difficulty },
    });
    const again = await submit({ edit: "true", "edited-filekey": filekey, notes: "with setup" }, ADA);
    expect(again.body).toMatchObject({ inserted: true, filekey });
    expect(await only(challenge)).toMatchObject({ pending: "ada", notes: "with setup", filekey });
  });

  test("a helper verifies submissions by filekey; a member may not", async () => {
    await submit({}, ADA);
    const { filekey } = await only(challenge);
    const entries = JSON.stringify([filekey]);
    expect((await app.post(api.verifyCompletions(), { entries }, ADA)).status).toBe(403);
    expect((await app.post(api.verifyCompletions(), { entries }, HELPER)).status).toBe(200);
    expect(await only(challenge)).toMatchObject({ pending: null });
  });

  test("the history tells everybody what happened, but not who was involved", async () => {
    await submit({ notes: "one" }, ADA);
    const row = await only(challenge);
    await submit({ ...edited(challenge, row), notes: "two", verify: "on" }, HELPER);
    const { body } = await app.get(api.history({ filekey: String(row.filekey) }));
    expect(body.results).toMatchObject([
      { action: "verify", who: "a helper" },
      { action: "add", who: "a member" },
    ]);
    expect(body.results[0]?.changes).toContainEqual({ label: "Notes", before: "one", after: "two" });
    expect(JSON.stringify(body)).not.toMatch(/"ada"|"hel"/);
  });

  test("an invalid form is refused field by field, and nothing is recorded", async () => {
    const { status, body } = await app.post(api.addSubmit(challenge), { link }, ADA);
    expect(status).toBe(400);
    expect(Object.keys(body.fields as object).length).toBeGreaterThan(1);
    expect((await submit({ map: "No such map" }, ADA)).body.error).toContain("Map");
    expect((await submit({ link: "" }, ADA)).status).toBe(400);
    expect((await submit({ link: "javascript:alert(1)" }, ADA)).status).toBe(400);
    expect((await submit({ notes: "fuck" }, ADA)).body.fields).toHaveProperty("notes");
    expect((await submit({ link: "http://localhost:3000/media/x" }, ADA)).body.error).toBe(
      "You cannot reference a media.localhost:3000 image from a different completion",
    );
    expect((await app.get(api.list(challenge))).body.count).toBe(0);
  });
});

test("an OG identity has only one original", async () => {
  const { "2tc": form } = FORMS;
  const og = { upgrade1: "0-0-0", upgrade2: "0-5-2", version: "44", date: "2025-01-02", og: "on" };
  const submit = (fields: Record<string, string>) =>
    app.post(api.addSubmit("2tc"), { ...form, link, ...fields }, ADA);
  expect((await submit({ og: "on" })).body.fields).toHaveProperty("upgrade1");
  expect((await submit(og)).body).toMatchObject({ inserted: true });
  expect((await submit({ ...og, map: "Logs" })).body.error).toContain("OG 2TC");
  expect((await submit({ map: "Logs" })).body).toMatchObject({ inserted: true });
  expect((await submit(og)).body).toMatchObject({ inserted: false });
});

test("a member cannot delete another member's files through any parameter", async () => {
  const { "2tc": form } = FORMS;
  await app.post(api.addSubmit("2tc"), { ...form, image: onePixel(), attachments: onePixel() }, ADA);
  const row = await only("2tc");
  const { files } = (await app.get(api.attachments(String(row.filekey)))).body as unknown as {
    files: string[];
  };
  await app.post(
    api.addSubmit("2tc"),
    { ...form, map: "Logs", link, "delete-attachments": [String(row.filekey), ...files] },
    BOB,
  );
  expect((await app.get(api.attachments(String(row.filekey)))).body).toMatchObject({ files });
  expect((await app.app.request(`/media/${row.filekey}`)).status).toBe(200);
});

test("attachments are listed in the order in which the forms sent them", async () => {
  const { "2tc": form } = FORMS;
  const roles = ["setup", "", "recording", "", "setup", ""];
  const asked = { ...form, link, attachments: roles.map(onePixel), "attachment-roles": roles };
  const { body } = await app.post(api.addSubmit("2tc"), asked, ADA);
  const edit = { ...form, ...edited("2tc", await only("2tc")), link };
  await app.post(
    api.addSubmit("2tc"),
    { ...edit, attachments: onePixel(), "attachment-roles": "recording" },
    ADA,
  );
  const listed = (await app.get(api.attachments(String(body.filekey)))).body;
  expect(listed.roles).toEqual([...roles.map((role) => role || null), "recording"]);
});

test("an attachment's role is stored, listed with the attachment, and restored by an undo", async () => {
  const { "2tc": form } = FORMS;
  const attachments = [onePixel(), onePixel(), onePixel()];
  const asked = { ...form, link, attachments, "attachment-roles": ["setup", "", "recording"] };
  expect((await app.post(api.addSubmit("2tc"), asked, ADA)).body).toMatchObject({ inserted: true });
  const row = await only("2tc");
  const listed = async () => (await app.get(api.attachments(String(row.filekey)))).body;
  const of = (body: object) => {
    const { files, roles } = body as { files: string[]; roles: (string | null)[] };
    return Object.fromEntries(files.map((file, at) => [file, roles[at]]));
  };
  const first = of(await listed());
  expect(Object.values(first).map(String).toSorted()).toEqual(["null", "recording", "setup"]);
  const filekey = String(row.filekey);
  expect(of((await app.getAs(api.editInfo("2tc", { filekey }), "ada")).body)).toEqual(first);

  // An edit without roles changes none, and leaves a new file without one. An undo brings them back.
  const setup = Object.keys(first).find((file) => first[file] === "setup") ?? "";
  const edit = { ...form, ...edited("2tc", row), link };
  await app.post(
    api.addSubmit("2tc"),
    { ...edit, notes: "n", attachments: onePixel(), "delete-attachments": setup },
    ADA,
  );
  expect(
    Object.values(of(await listed()))
      .map(String)
      .toSorted(),
  ).toEqual(["null", "null", "recording"]);
  const { body } = await app.get(api.history({ filekey }));
  await app.post(api.undoChange(), { seq: String(body.results[0]?.seq) }, HELPER);
  expect(of(await listed())).toEqual(first);
});

test("unknown roles, or more roles than attachments, are refused", async () => {
  const { "2tc": form, lcc } = FORMS;
  const submit = (key: string, fields: Parameters<typeof app.post>[1]) =>
    app.post(api.addSubmit(key), { ...(key === "2tc" ? form : lcc), link, ...fields }, ADA);
  const said = "attachment-roles takes one text per attachment, empty or one of these: ";
  for (const roles of [["setup", "setup"], ["constructor"], ["Setup"], ["x".repeat(60_000)]]) {
    const { status, body } = await submit("2tc", { attachments: onePixel(), "attachment-roles": roles });
    expect([status, body.error]).toEqual([400, `${said}victory, setup, recording.`]);
  }
  expect((await submit("2tc", { "attachment-roles": "setup" })).status).toBe(400);
  // A challenge has only the roles that its rules ask for.
  const other = await submit("lcc", { attachments: onePixel(), "attachment-roles": "setup" });
  expect(other.status).toBe(400);
  expect((await app.get(api.list("2tc"))).body.count).toBe(0);
});

test("an edit without a new file keeps the old one; a link replaces it, and an undo restores it", async () => {
  const { "2tc": form } = FORMS;
  await app.post(api.addSubmit("2tc"), { ...form, image: onePixel() }, ADA);
  const row = await only("2tc");
  const media = () => app.app.request(`/media/${row.filekey}`);
  await app.post(api.addSubmit("2tc"), { ...form, ...edited("2tc", row), notes: "n" }, ADA);
  expect((await media()).status).toBe(200);
  await app.post(api.addSubmit("2tc"), { ...form, ...edited("2tc", row), link }, ADA);
  expect((await media()).status).toBe(404);
  const { body } = await app.get(api.history({ filekey: String(row.filekey) }));
  await app.post(api.undoChange(), { seq: String(body.results[0]?.seq) }, HELPER);
  const proof = new Uint8Array(await (await media()).arrayBuffer());
  expect(String.fromCharCode(...proof.slice(1, 4))).toBe("PNG");
  expect(await only("2tc")).toMatchObject({ link: null });
});

test("a sample row gives way when a real completion of its combination is verified, not before", async () => {
  const sample = { towers: ["Absolute Zero", "Quincy"], map: "Quad", og: true, sample: true };
  await app.add("2tc", sample);
  const { body } = await app.post(api.addSubmit("2tc"), { ...FORMS["2tc"], link }, ADA);
  expect(body).toMatchObject({ inserted: true });
  const rows = async () => (await app.get(api.list("2tc"))).body.results;
  expect(await rows()).toMatchObject([{ pending: null }, { pending: "ada" }]);
  expect(
    (await app.get(api.ogInfo("2tc", { tower1: "Absolute Zero", tower2: "Quincy" }))).body.result,
  ).not.toHaveProperty("pending");
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([body.filekey]) }, HELPER);
  expect(await rows()).toMatchObject([{ filekey: body.filekey, pending: null }]);
});

test("a refused submission is not remembered: once corrected, it is recorded under the same id", async () => {
  const pressed = { ...FORMS["2tc"], link, "submission-id": crypto.randomUUID() };
  expect((await app.post(api.addSubmit("2tc"), { ...pressed, map: "Nowhere" }, ADA)).status).toBe(400);
  expect((await app.post(api.addSubmit("2tc"), pressed, ADA)).body).toMatchObject({ inserted: true });
  const { status, body } = await app.post(api.addSubmit("2tc"), { ...pressed, "submission-id": "1" }, ADA);
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: "submission-id is not a UUID such as 0b8c1f5e-52a1-4c0e-9c56-7d3f8a2b1e90." },
  });
});

test.each(["", "[]", "x", "{}", '[["a"]]', "[[1,2,3]]", JSON.stringify(Array(101).fill(["a", "b", "c"]))])(
  "entries of %j are refused by name",
  async (entries) => {
    const { status, body } = await app.post(api.deleteSubmit("2tc"), { entries }, ADA);
    expect(status).toBe(400);
    expect(body.error).toContain("entries");
  },
);

test("who withdrew a submission brings it back at its old time, and nobody else does", async () => {
  const [ada, eve] = [ADA, BOB];
  const form = { ...FORMS.lcc, link: "https://example.org/withdrawn" };
  const { body } = await app.post(api.addSubmit("lcc"), form, ada);
  const filekey = String(body.filekey);
  const stateOf = () =>
    app.database.query(
      [],
      sqlite
        .selectFrom("completion")
        .select(["created_at", "deleted_at", "pending"])
        .where("id", "=", filekey)
        .compile(),
    );
  const [before] = await stateOf();
  const withdrawn = async (id: string) => (await app.getAs(api.mySubmissions(), id)).body.withdrawn;
  expect(await withdrawn(ada.id)).toEqual([]);
  const back = (who: { id: string; roles?: string[] }) => app.post(api.bringBack(), { filekey }, who);
  expect((await back(ada)).status).toBe(404);
  await app.post(api.deleteSubmit("lcc"), { entries: JSON.stringify([filekey]) }, ada);
  expect(await withdrawn(ada.id)).toMatchObject([{ challenge: "lcc", filekey }]);
  expect(await withdrawn(eve.id)).toEqual([]);
  for (const other of [eve, HELPER]) expect((await back(other)).status).toBe(404);
  expect(await back(ada)).toEqual({ status: 200, body: {} });
  expect(await stateOf()).toEqual([before]);
  expect(await withdrawn(ada.id)).toEqual([]);
  // What a helper deleted or rejected is not withdrawn.
  await app.post(api.deleteSubmit("lcc"), { entries: JSON.stringify([filekey]) }, HELPER);
  expect(await withdrawn(ada.id)).toEqual([]);
  expect((await back(ada)).status).toBe(404);
});
