import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const LINK = { link: "https://example.org/proof" };
const WITH_CODE = ["2tc", "2mp", "2tcc"];

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

const rowsOf = async (challenge: string, query: Record<string, string>) =>
  (await app.get(api.list(challenge, query))).body.results;

describe.each(WITH_CODE)("the challenge code of a %s", (challenge) => {
  const form = { ...FORMS[challenge], ...LINK };
  const send = (fields: Record<string, string>, who: typeof ADA = ADA) =>
    app.post(api.addSubmit(challenge), { ...form, ...fields }, who);
  const codeOf = async (filekey: string) => (await rowsOf(challenge, { filekey }))[0]?.challenge_code;

  test.each([
    [" zmy xwvu ", "ZMYXWVU"],
    ["ZMYXWVU", "ZMYXWVU"],
    ["https://join.btd6.com/Challenge/ZABCDEF", "ZABCDEF"],
    // Not as the game makes them: taken all the same, as they are written.
    ["hello-1", "hello-1"],
    ["ZMYXWV", "ZMYXWV"],
    ["", null],
    ["n/a", null],
  ])("sent as %j is kept as %j", async (sent, kept) => {
    const { status, body } = await send({ challenge_code: sent, notes: "Went well." });
    expect({ status, inserted: body.inserted }).toEqual({ status: 200, inserted: true });
    const [row] = await rowsOf(challenge, { filekey: String(body.filekey) });
    expect(row).toMatchObject({ challenge_code: kept, notes: "Went well." });
  });

  test("stays in an edit without the field or with an empty one, unless the form says that it goes; an undo brings it back", async () => {
    const filekey = String((await send({ challenge_code: "ZMYXWVU" })).body.filekey);
    const edit = { edit: "true", "edited-filekey": filekey };
    await send({ ...edit, notes: "mended" });
    expect(await codeOf(filekey)).toBe("ZMYXWVU");
    await send({ ...edit, challenge_code: "zabcde1" });
    expect(await codeOf(filekey)).toBe("ZABCDE1");
    for (const code of ["", " ", "none", "N/A"])
      expect((await send({ ...edit, challenge_code: code, notes: `was ${code}` })).status).toBe(200);
    expect((await send({ ...edit, challenge_code: "", "clear-code": "off" })).status).toBe(200);
    expect(await codeOf(filekey)).toBe("ZABCDE1");
    expect((await send({ ...edit, challenge_code: "", "clear-code": "perhaps" })).status).toBe(400);
    // A code that is given is not one that goes.
    await send({ ...edit, challenge_code: "ZABCDE2", "clear-code": "on" });
    expect(await codeOf(filekey)).toBe("ZABCDE2");
    await send({ ...edit, challenge_code: "", "clear-code": "on" });
    expect(await codeOf(filekey)).toBeNull();
    const [last] = (await app.get(api.history({ filekey }))).body.results;
    expect(last?.changes).toEqual([{ label: "Challenge code", before: "ZABCDE2", after: null }]);
    expect((await app.post(api.undoChange(), { seq: String(last?.seq) }, HELPER)).status).toBe(200);
    expect(await codeOf(filekey)).toBe("ZABCDE2");
  });

  /** What the newest form of the existing site sends of a code: what the answer with the notes had. */
  const filledFrom = async (filekey: string) => {
    const { challengeCode } = (await app.get(api.notes(challenge, { filekey }))).body;
    return { edit: "true", "edited-filekey": filekey, challenge_code: String(challengeCode ?? "") };
  };

  test("is read and kept by the newest form of the existing site, by the name that it knows", async () => {
    const filekey = String((await send({ challenge_code: "ZMYXWVU" })).body.filekey);
    const { body } = await app.get(api.notes(challenge, { filekey }));
    expect(body).toEqual({ notes: "", challengeCode: "ZMYXWVU" });
    expect(await rowsOf(challenge, { filekey })).toMatchObject([
      { challenge_code: "ZMYXWVU", challengeCode: "ZMYXWVU" },
    ]);
    await send({ ...(await filledFrom(filekey)), notes: "mended" });
    expect(await codeOf(filekey)).toBe("ZMYXWVU");
    const without = await send({ map: "Hedge", notes: "None here." });
    const other = String(without.body.filekey);
    expect((await app.get(api.notes(challenge, { filekey: other }))).body).toEqual({
      ...{ notes: "None here.", challengeCode: null },
    });
    expect(await rowsOf(challenge, { filekey: other })).toMatchObject([{ challengeCode: null }]);
  });

  test.each([
    ["ZAAAAAA ZBBBBBB", null],
    ["ZAAAAAA/ZBBBBBB", null],
    ["look at the end of the video", null],
    ["x".repeat(65), null],
    ["x".repeat(300), null],
    ["ZABCDEF on the old map", "ZABCDEF"],
  ])("that says %j is put in the notes, once", async (sent, code) => {
    const filekey = String((await send({ challenge_code: sent, notes: "Went well." })).body.filekey);
    const notes = `Went well.\n\nChallenge code: ${sent}`;
    expect(await rowsOf(challenge, { filekey })).toMatchObject([{ challenge_code: code, notes }]);
    await send({ ...(await filledFrom(filekey)), challenge_code: sent, notes });
    expect(await rowsOf(challenge, { filekey })).toMatchObject([{ challenge_code: code, notes }]);
  });

  test("gives way to a text that is none", async () => {
    const filekey = String((await send({ challenge_code: "ZMYXWVU" })).body.filekey);
    await send({ edit: "true", "edited-filekey": filekey, challenge_code: "in the video" });
    expect(await rowsOf(challenge, { filekey })).toMatchObject([
      { challenge_code: null, notes: "Challenge code: in the video" },
    ]);
  });

  test("that was moved in stays as it is if an edit sends it again", async () => {
    const { id } = await app.add(challenge, {
      ...{ towers: challenge === "2mp" ? ["Quincy"] : ["Quincy", "Absolute Zero"], map: "Logs" },
      ...{ people: challenge === "2tcc" ? ["Ada", "Bob"] : ["Ada"], challengeCode: "ZAAAAAA / ZBBBBBB" },
    });
    const { status } = await send({ ...(await filledFrom(id)), map: "Logs", notes: "mended" }, HELPER);
    expect([status, await codeOf(id)]).toEqual([200, "ZAAAAAA / ZBBBBBB"]);
  });

  test("finds the completion in any letter case, in the search and by its parameter", async () => {
    const { filekey } = (await send({ challenge_code: "ZXMPLE5" })).body;
    await send({ challenge_code: "ZXMPLE6", map: "Hedge" });
    for (const code of ["ZXMPLE5", "zxmple5"])
      for (const query of [{ query: code }, { challenge_code: code }])
        expect(await rowsOf(challenge, query)).toMatchObject([{ filekey }]);
    expect(await rowsOf(challenge, { challenge_code: "ZXMPLE7" })).toEqual([]);
  });

  test("does not keep a change from being undone that was logged before there were codes", async () => {
    const filekey = String((await send({})).body.filekey);
    await send({ edit: "true", "edited-filekey": filekey, notes: "mended" });
    await app.database.atomic([
      sql`update change set before = json_remove(before, '$.challenge_code'),
        after = json_remove(after, '$.challenge_code') where noun_id = ${filekey}`.compile(sqlite),
    ]);
    const [last] = (await app.get(api.history({ filekey }))).body.results;
    expect(last?.changes).toMatchObject([{ label: "Notes" }]);
    for (const whole of ["0", "1"])
      expect((await app.post(api.undoChange(), { seq: String(last?.seq), whole }, HELPER)).status).toBe(200);
    expect(await rowsOf(challenge, { filekey })).toMatchObject([{ notes: "", challenge_code: null }]);
  });

  test("with a word of the list is refused, though no word that the game's own code may happen to hold", async () => {
    expect((await send({ challenge_code: "fuck you" })).status).toBe(400);
    expect((await send({ challenge_code: "zfuck12" })).status).toBe(200);
  });
});

test("the other challenges have no field for it", async () => {
  for (const challenge of CHALLENGES.keys()) {
    const form = { ...FORMS[challenge], ...LINK, challenge_code: "ZMYXWVU" };
    const { filekey } = (await app.post(api.addSubmit(challenge), form, ADA)).body;
    const [row] = await rowsOf(challenge, { filekey: String(filekey) });
    const code = WITH_CODE.includes(challenge) ? "ZMYXWVU" : undefined;
    expect([challenge, row?.challenge_code, row?.challengeCode]).toEqual([challenge, code, code]);
    const { body } = await app.get(api.notes(challenge, { filekey: String(filekey) }));
    expect(body.challengeCode).toBe(code ?? null);
  }
});
