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
    // Not as the game makes them: taken all the same.
    ["hello-1", "HELLO-1"],
    ["ZMYXWV", "ZMYXWV"],
    ["", null],
  ])("sent as %j is kept as %j", async (sent, kept) => {
    const { status, body } = await send({ challenge_code: sent, notes: "Went well." });
    expect({ status, inserted: body.inserted }).toEqual({ status: 200, inserted: true });
    const [row] = await rowsOf(challenge, { filekey: String(body.filekey) });
    expect(row).toMatchObject({ challenge_code: kept, notes: "Went well." });
  });

  test("stays in an edit without the field, and goes by an empty one; an undo brings it back", async () => {
    const filekey = String((await send({ challenge_code: "ZMYXWVU" })).body.filekey);
    const edit = { edit: "true", "edited-filekey": filekey };
    await send({ ...edit, notes: "mended" });
    expect(await codeOf(filekey)).toBe("ZMYXWVU");
    await send({ ...edit, challenge_code: "zabcde1" });
    expect(await codeOf(filekey)).toBe("ZABCDE1");
    await send({ ...edit, challenge_code: "" });
    expect(await codeOf(filekey)).toBeNull();
    const [last] = (await app.get(api.history({ filekey }))).body.results;
    expect(last?.changes).toEqual([{ label: "Challenge code", before: "ZABCDE1", after: null }]);
    expect((await app.post(api.undoChange(), { seq: String(last?.seq) }, HELPER)).status).toBe(200);
    expect(await codeOf(filekey)).toBe("ZABCDE1");
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
    expect([challenge, row?.challenge_code]).toEqual([
      challenge,
      WITH_CODE.includes(challenge) ? "ZMYXWVU" : undefined,
    ]);
  }
});
