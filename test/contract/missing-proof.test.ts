import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { onePixel } from "../one-pixel.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const LINK = "https://example.org/proof";
const MISSING = { status: 400, body: { error: expect.stringContaining("Proof is missing") } };

let app: TestApp;
beforeAll(async () => {
  app = await emptyApp(await openEngine());
});

/** Maps of which each claim has one of its own. */
const MAPS = ["Logs", "Cubism", "Hedge"];

describe.each([...CHALLENGES.keys()])("a %s of which neither a link nor a file is left", (challenge) => {
  const form = FORMS[challenge] ?? {};
  /** Records a claim as an import may bring it, and returns the form that edits it. */
  const imported = async (link: string | null, at: number): Promise<Record<string, string>> => {
    const map = { ...form, map: MAPS[at] ?? "" };
    const { body } = await app.post(api.addSubmit(challenge), { ...map, link: LINK }, { id: "ada" });
    const filekey = String(body.filekey);
    await app.database.atomic([
      sqlite.updateTable("completion").set({ link }).where("id", "=", filekey).compile(),
    ]);
    return { ...map, edit: "true", "edited-filekey": filekey };
  };

  const listed = async (): Promise<readonly string[]> => {
    const { results } = (await app.getAs(api.withoutProof({ count: 100 }), HELPER.id, HELPER.roles)).body;
    return results.map(({ filekey }) => String(filekey));
  };

  test("is edited and verified as it is", async () => {
    const edit = await imported(null, 0);
    const filekey = edit["edited-filekey"] ?? "";
    expect(await listed()).toContain(filekey);
    const done = { status: 200, body: { inserted: true, filekey } };
    expect(await app.post(api.addSubmit(challenge), { ...edit, notes: "mended" }, HELPER)).toEqual(done);
    expect(await app.post(api.addSubmit(challenge), { ...edit, link: "", notes: "again" }, HELPER)).toEqual(
      done,
    );
    expect(await app.post(api.addSubmit(challenge), { ...edit, verify: "on" }, HELPER)).toEqual(done);
    const [row] = (await app.get(api.list(challenge, { filekey }))).body.results;
    expect(row).toMatchObject({ link: null, pending: null });
  });

  test("gets a proof by an edit", async () => {
    const edit = await imported(null, 1);
    const filekey = edit["edited-filekey"] ?? "";
    expect(await listed()).toContain(filekey);
    expect((await app.post(api.addSubmit(challenge), { ...edit, image: onePixel() }, HELPER)).status).toBe(
      200,
    );
    expect(await listed()).not.toContain(filekey);
    expect((await app.post(api.addSubmit(challenge), edit, HELPER)).status).toBe(200);
    expect((await app.post(api.addSubmit(challenge), { ...edit, link: LINK }, HELPER)).status).toBe(200);
  });

  test("comes by no edit: the link that is there is not taken away, and nothing is added without", async () => {
    const edit = await imported(LINK, 2);
    expect(await app.post(api.addSubmit(challenge), { ...edit, link: "" }, HELPER)).toMatchObject(MISSING);
    expect(await app.post(api.addSubmit(challenge), { ...form, map: "Quad" }, HELPER)).toMatchObject(MISSING);
  });
});
