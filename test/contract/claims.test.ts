import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { encodePng } from "../../server/png.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { bearer } from "../sign-in.ts";

const MEMBERS = ["ada", "bob", "cyd"].map((id) => ({ id }));
const [ADA, BOB, CYD] = MEMBERS as [{ id: string }, { id: string }, { id: string }];
const HELPER = { id: "hel", roles: ["Index Helper"] };
const RUN = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad", link: "https://example.org/proof" };
const OG = { og: "on", upgrade1: "0-0-0", upgrade2: "0-5-2", version: "44", date: "2025-01-02" };
const KEYS = { tower1: RUN.tower1, tower2: RUN.tower2, map: RUN.map };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

type Who = typeof HELPER | typeof ADA;
const submit = (fields: Record<string, string>, who: Who) =>
  app.post(api.addSubmit("2tc"), { ...RUN, person: who.id, ...fields }, who);
const claimBy = async (who: Who, fields: Record<string, string> = {}): Promise<string> =>
  String((await submit(fields, who)).body.filekey);
const verify = (...filekeys: string[]) =>
  app.post(api.verifyCompletions(), { entries: JSON.stringify(filekeys) }, HELPER);
const rowsOf = async (query: Record<string, string> = KEYS) =>
  (await app.get(api.list("2tc", query))).body.results;
const edited = (who: Who, fields: Record<string, string> = {}) =>
  app.post(
    api.addSubmit("2tc"),
    {
      ...{ ...RUN, person: who.id, notes: `by ${who.id}`, edit: "true" },
      ...{ "edited-tower1": "Quincy", "edited-tower2": "Absolute Zero", "edited-map": "Quad" },
      ...fields,
    },
    who,
  );

describe("three claims to one combination", () => {
  let claims: string[];
  beforeEach(async () => {
    claims = [];
    for (const who of MEMBERS) claims.push(await claimBy(who));
  });

  test("are all recorded, and a list filtered by their keys returns the oldest first", async () => {
    expect((await rowsOf()).map(({ filekey }) => filekey)).toEqual(claims);
    expect((await submit({}, BOB)).body).toEqual({ inserted: false });
  });

  test("are listed only where claims are asked for once one is verified, which takes the combination", async () => {
    const [, second = ""] = claims;
    const { status, body } = await verify(second);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        verified: 1,
        notOriginal: [],
        rivals: [claims[0], claims[2]].map((filekey) => ({ filekey, challenge: "2tc", of: second })),
        changes: [expect.any(Number)],
      },
    });
    expect((await rowsOf()).map(({ filekey }) => filekey)).toEqual([second]);
    const open = [claims[0], claims[2]];
    expect((await rowsOf({ ...KEYS, pending: "1" })).map(({ filekey }) => filekey)).toEqual(open);
    // Our own pages show all of them, marked.
    const dated = await app.get(api.dated("2tc", KEYS));
    expect(dated.body.results.map(({ filekey }) => filekey)).toEqual([second, ...open]);
    expect((await submit({}, { id: "dan" })).body).toEqual({ inserted: false });
    expect(await verify(claims[0] ?? "")).toMatchObject({
      status: 409,
      body: { error: "2TC already exists" },
    });
  });

  test("can be verified, and verifying returns the change by which it can be undone", async () => {
    const [first = ""] = claims;
    const { changes } = (await verify(first)).body as unknown as { changes: number[] };
    expect(changes).toHaveLength(1);
    expect((await app.post(api.undoChange(), { seq: String(changes[0]) }, HELPER)).status).toBe(200);
    expect((await rowsOf()).map(({ pending }) => pending === null)).toEqual([false, false, false]);
    // Verifying it again changes nothing.
    await verify(first);
    expect((await verify(first)).body).toMatchObject({ verified: 0, changes: [] });
  });

  test("can still be edited and deleted by their members after another one is verified", async () => {
    await verify(claims[0] ?? "");
    expect((await edited(BOB)).body).toMatchObject({ inserted: true, filekey: claims[1] });
    // As a row of the list, of which the keys count.
    const entries = JSON.stringify([{ tower1: "Quincy", tower2: "Absolute Zero", map: "Quad", notes: null }]);
    expect((await app.post(api.deleteSubmit("2tc"), { entries }, CYD)).status).toBe(200);
    expect((await rowsOf({ pending: "1" })).map(({ filekey }) => filekey)).toEqual([claims[1]]);
  });

  test("can be rejected in one request with a reason once a rival is verified", async () => {
    const { body } = await verify(claims[0] ?? "");
    const rivals = (body as unknown as { rivals: { filekey: string }[] }).rivals.map(
      ({ filekey }) => filekey,
    );
    const form = { entries: JSON.stringify(rivals), reason: "Verified meanwhile" };
    expect((await app.post(api.rejectCompletion(), form, HELPER)).status).toBe(200);
    expect(await rowsOf()).toHaveLength(1);
    const own = await app.getAs(api.mySubmissions(), BOB.id);
    expect(own.body.results[0]).toMatchObject({ state: "rejected", reason: "Verified meanwhile" });
  });

  test("are told apart by a member's keys, which refer to their own claim", async () => {
    expect((await edited(CYD)).body).toMatchObject({ inserted: true, filekey: claims[2] });
    expect((await rowsOf({ filekey: claims[2] ?? "" }))[0]).toMatchObject({ pending: CYD.id });
  });

  test("are ambiguous when a helper gives only the keys; a filekey says which one is meant", async () => {
    // An edit changes the oldest and names the others; a verdict or a deletion of the wrong one is not risked.
    const { status, body } = await edited(HELPER);
    expect({ status, body }).toEqual({
      ...{ status: 200, body: { inserted: true, filekey: claims[0], claims: claims.slice(1) } },
    });
    expect((await rowsOf({ filekey: claims[0] ?? "" }))[0]).toMatchObject({ notes: "by hel" });
    const refused = { status: 409, body: { claims } };
    expect(await edited(HELPER, { person: "nobody", verify: "on" })).toMatchObject(refused);
    const entries = JSON.stringify([["Quincy", "Absolute Zero", "Quad"]]);
    expect(await app.post(api.deleteSubmit("2tc"), { entries }, HELPER)).toMatchObject(refused);
    expect(await rowsOf()).toHaveLength(3);
    const named = JSON.stringify([claims[1]]);
    expect((await app.post(api.deleteSubmit("2tc"), { entries: named }, HELPER)).status).toBe(200);
    expect((await rowsOf()).map(({ filekey }) => filekey)).toEqual([claims[0], claims[2]]);
  });

  /** What an entry or a form may say besides the keys, of the second claim. */
  const TELLING = [
    ["its filekey", (filekey: string) => ({ filekey })],
    ["its submitter", () => ({ pending: "bob" })],
    ["its player", () => ({ person: "BOB" })],
    ["its link", () => ({ link: "https://example.org/of-bob" })],
  ] as const;
  describe.each(TELLING)("are told apart for a helper by %s", (_, telling) => {
    let second: string;
    let told: Record<string, string>;
    beforeEach(async () => {
      second = claims[1] ?? "";
      await edited(BOB, { link: "https://example.org/of-bob" });
      told = telling(second);
    });

    test("in the form that edits or verifies it", async () => {
      const form = { person: "somebody else", ...told };
      const done = { status: 200, body: { inserted: true, filekey: second } };
      expect(await edited(HELPER, form)).toEqual(done);
      expect(await edited(HELPER, { ...form, person: "bob", verify: "on" })).toEqual(done);
      expect((await rowsOf()).map(({ filekey, pending }) => [filekey, pending])[0]).toEqual([second, null]);
    });

    test("in the entry that deletes it", async () => {
      const entries = JSON.stringify([{ ...KEYS, ...told }]);
      expect((await app.post(api.deleteSubmit("2tc"), { entries }, HELPER)).status).toBe(200);
      expect((await rowsOf()).map(({ filekey }) => filekey)).toEqual([claims[0], claims[2]]);
    });

    test("but not for a member, whose keys mean their own claim", async () => {
      const entries = JSON.stringify([{ ...KEYS, ...told }]);
      const asked = "filekey" in told ? 403 : 200;
      expect((await app.post(api.deleteSubmit("2tc"), { entries }, CYD)).status).toBe(asked);
      expect((await rowsOf()).map(({ filekey }) => filekey)).toContain(second);
    });
  });

  test("and what a form says of a claim that is not there does not keep a helper from the others", async () => {
    expect(
      (await edited(HELPER, { pending: "nobody", filekey: "none", link: "https://example.org/none" })).body,
    ).toEqual({ inserted: true, filekey: claims[0], claims: claims.slice(1) });
  });

  test("give way to the verified one when a helper gives the keys; another member may edit none of them", async () => {
    expect((await edited({ id: "dan" })).status).toBe(403);
    await verify(claims[2] ?? "");
    const others = claims.slice(0, 2);
    const verified = { inserted: true, filekey: claims[2], claims: others };
    expect((await edited(HELPER, { verify: "on" })).body).toEqual(verified);
    // Programs send keys alone: which one is to go is not guessed.
    const entries = JSON.stringify([["Quincy", "Absolute Zero", "Quad"]]);
    expect(await app.post(api.deleteSubmit("2tc"), { entries }, HELPER)).toMatchObject({
      status: 409,
      body: { claims: [claims[2], ...others] },
    });
    expect(await rowsOf()).toMatchObject([{ filekey: claims[2] }]);
  });

  test("are edited rather than the verified one if their player and their link are what a helper's form says", async () => {
    await edited(BOB, { link: "https://example.org/of-bob" });
    await verify(claims[0] ?? "");
    const bobs = { person: "BOB", link: "https://example.org/of-bob" };
    expect((await edited(HELPER, bobs)).body).toEqual({ inserted: true, filekey: claims[1] });
    expect(await edited(HELPER, { ...bobs, verify: "on" })).toMatchObject({
      body: { inserted: false },
    });
    const entry = JSON.stringify([{ ...KEYS, ...bobs }]);
    expect((await app.post(api.deleteSubmit("2tc"), { entries: entry }, HELPER)).status).toBe(200);
    expect(await rowsOf({ pending: "1" })).toMatchObject([{ filekey: claims[2] }]);
    expect(await rowsOf()).toMatchObject([{ filekey: claims[0] }]);
  });

  test.each([
    ["its player", { person: "cyd" }],
    ["its link", { person: "ada", link: "https://example.org/of-cyd" }],
  ])("are not edited if a helper's form gives the verified one %s", async (_, given) => {
    await edited(CYD, { link: "https://example.org/of-cyd" });
    await verify(claims[0] ?? "");
    expect((await edited(HELPER, given)).body).toMatchObject({ inserted: true, filekey: claims[0] });
  });

  test("are not meant by a helper's keys alone, even if one is their own", async () => {
    const own = await claimBy(HELPER);
    const entries = JSON.stringify([["Quincy", "Absolute Zero", "Quad"]]);
    expect(await app.post(api.deleteSubmit("2tc"), { entries }, HELPER)).toMatchObject({
      status: 409,
      body: { claims: [own, ...claims] },
    });
    const form = { person: "Somebody", link: "https://example.org/other" };
    expect((await edited(HELPER, form)).body).toEqual({ inserted: true, filekey: own, claims });
  });

  test("cannot be verified twice: of two helpers at once, one is told that the completion exists", async () => {
    const answers = await Promise.all([verify(claims[0] ?? ""), verify(claims[1] ?? "")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await rowsOf()).filter(({ pending }) => pending === null)).toHaveLength(1);
  });
});

describe("a read with a token", () => {
  let claims: string[];
  beforeEach(async () => {
    claims = [];
    for (const who of MEMBERS)
      claims.push(await claimBy(who, { ...OG, upgrade2: who.id, notes: `by ${who.id}` }));
  });

  /** Where an existing edit form reads what it edits. The original is asked for without its map. */
  const PAIR = { tower1: RUN.tower1, tower2: RUN.tower2 };
  const reads = async (who: Who | null, keys: Record<string, string> = KEYS) => {
    const get = (path: string) =>
      who ? app.getAs(path, who.id, "roles" in who ? who.roles : []) : app.get(path);
    const { results, claims: others } = (await get(api.list("2tc", keys))).body;
    const notes = (await get(api.notes("2tc", keys))).body;
    const info = (await get(api.ogInfo("2tc", PAIR))).body;
    const { filekey, upgrade2 } = info.result as Record<string, unknown>;
    return {
      first: results[0]?.filekey,
      all: results.length,
      notes: notes.notes,
      ogInfo: [filekey, upgrade2],
      claims: [others, notes.claims, info.claims],
    };
  };
  const of = (at: number, claims: readonly (string | undefined)[] | undefined, all = 3) => ({
    first: claims?.[at],
    all,
    notes: `by ${MEMBERS[at]?.id}`,
    ogInfo: [claims?.[at], MEMBERS[at]?.id],
    claims: [undefined, undefined, undefined],
  });

  test("is about the member's own claim, which their form then saves", async () => {
    for (const [at, who] of MEMBERS.entries()) expect(await reads(who)).toEqual(of(at, claims));
    const swapped = { tower1: RUN.tower2, tower2: RUN.tower1, map: "quad" };
    expect(await reads(CYD, swapped)).toEqual(of(2, claims));
    // Whoever has none reads what everybody does, as does a token that is not good.
    expect(await reads({ id: "dan" })).toEqual(of(0, claims));
    expect(await reads(null)).toEqual(of(0, claims));
    const bad = await app.app.request(api.list("2tc", KEYS), { headers: { Authorization: "Bearer x" } });
    expect(await bad.json()).toMatchObject({ results: claims.map((filekey) => ({ filekey })) });
  });

  test("is about the member's own claim although another one is verified, and for all others about that", async () => {
    await verify(claims[1] ?? "");
    expect(await reads(CYD)).toEqual(of(2, claims, 2));
    for (const who of [BOB, { id: "dan" }, null]) expect(await reads(who)).toEqual(of(1, claims, 1));
    const others = [claims[0], claims[2]];
    expect(await reads(HELPER)).toEqual({ ...of(1, claims, 1), claims: [others, others, undefined] });
  });

  test("counts what it lists", async () => {
    await verify(claims[1] ?? "");
    for (const [count, rows] of [
      ["1", [claims[2]]],
      ["20", [claims[2], claims[1]]],
    ] as const) {
      const { body } = await app.getAs(api.list("2tc", { ...KEYS, count }), CYD.id);
      expect(body).toMatchObject({ count: 2, more: count === "1" });
      expect(body.results.map(({ filekey }) => filekey)).toEqual(rows);
    }
  });

  test("is for a helper about the oldest, and names the others", async () => {
    const others = claims.slice(1);
    expect(await reads(HELPER)).toEqual({ ...of(0, claims), claims: [others, others, others] });
    const edit = await app.getAs(api.editInfo("2tc", KEYS), HELPER.id, HELPER.roles);
    expect(edit.body).toMatchObject({ result: { filekey: claims[0] }, claims: others });
  });

  test("finds the member's own claim behind a page of others", async () => {
    const { body } = await app.getAs(api.list("2tc", { ...KEYS, count: 1 }), CYD.id);
    expect(body).toMatchObject({ results: [{ filekey: claims[2] }], count: 3, more: true });
    const sorted = await app.getAs(api.list("2tc", { ...KEYS, sortby: "recorded" }), CYD.id);
    expect(sorted.body.results.map(({ filekey }) => filekey)).toEqual(claims);
  });

  test("is kept by nobody", async () => {
    const headers = { Authorization: await bearer(ADA.id, []) };
    const paths = [
      api.list("2tc", KEYS),
      api.list("2tc"),
      api.notes("2tc", KEYS),
      api.ogInfo("2tc", PAIR),
      api.maps(),
    ];
    for (const path of paths) {
      const own = await app.app.request(path, { headers });
      expect([own.headers.get("Cache-Control"), own.headers.get("Vary")], path).toEqual([
        ...["private, no-store", "Authorization"],
      ]);
      expect((await app.app.request(path)).headers.get("Cache-Control"), path).toBeNull();
    }
  });
});

describe("a helper verifies what they saw", () => {
  const verifySeen = (seen: readonly object[], ...filekeys: string[]) =>
    app.post(
      api.verifyCompletions(),
      { entries: JSON.stringify(filekeys), seen: seen.map((row) => JSON.stringify(row)) },
      HELPER,
    );
  const newestOf = async (filekey: string) => (await app.get(api.history({ filekey }))).body.results[0]?.seq;

  test("what was edited since is not verified, and the answer says what is different", async () => {
    const filekeys = [await claimBy(ADA, {}), await claimBy(BOB, { map: "Logs" })];
    const seen = await rowsOf();
    const edit = { ...RUN, person: "Zoe", edit: "true", "edited-filekey": String(filekeys[0]) };
    expect(
      (await app.post(api.addSubmit("2tc"), { ...edit, link: "https://example.org/other" }, ADA)).status,
    ).toBe(200);
    const refused = await verifySeen(seen, ...filekeys);
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 409,
      body: { stale: true, differs: [{ label: "Player", before: "ada", after: "Zoe" }, { label: "Link" }] },
    });
    expect((await rowsOf()).map(({ pending }) => pending)).not.toContain(null);
    expect((await verifySeen(await rowsOf(), ...filekeys)).body).toMatchObject({ verified: 2 });
  });

  test("a change of notes or files counts by the number of the newest change", async () => {
    const filekey = await claimBy(ADA, {});
    const [{ notes: _, ...row } = {}] = await rowsOf();
    const seen = [{ ...row, change: await newestOf(filekey) }];
    const edit = { ...RUN, person: "ada", link: String(row.link), edit: "true", "edited-filekey": filekey };
    expect((await app.post(api.addSubmit("2tc"), { ...edit, notes: "new" }, ADA)).status).toBe(200);
    expect(await verifySeen(seen, filekey)).toMatchObject({ status: 409, body: { stale: true } });
    expect((await verifySeen([{ ...row, change: await newestOf(filekey) }], filekey)).status).toBe(200);
  });

  test("what its original changed meanwhile is not its own", async () => {
    const first = await claimBy(ADA, OG);
    const second = await claimBy(BOB, { map: "Logs" });
    const seen = await rowsOf({ filekey: second });
    await verify(first);
    expect((await verifySeen(seen, second)).body).toMatchObject({ verified: 1 });
  });

  test.each(["no JSON", "{}", "[1]", "null", '{"filekey":1}'])(
    "'%s' is refused as what was seen",
    async (seen) => {
      const filekey = await claimBy(ADA, {});
      const form = { entries: JSON.stringify([filekey]), seen };
      expect((await app.post(api.verifyCompletions(), form, HELPER)).status).toBe(400);
    },
  );
});

describe("originals", () => {
  test("the first one verified is the original; the second is not, and an undo restores its extras", async () => {
    const first = await claimBy(ADA, OG);
    const second = await claimBy(BOB, { ...OG, map: "Logs", version: "45" });
    expect((await verify(first)).body).toMatchObject({ notOriginal: [] });
    expect((await verify(second)).body).toMatchObject({ verified: 1, notOriginal: [second], rivals: [] });
    const rowOf = async () => (await rowsOf({ filekey: second }))[0];
    expect(await rowOf()).toMatchObject({ og: false, pending: null, version: "44.0" });
    // An edit leaves the values that are not shown unchanged.
    const edit = { ...RUN, map: "Logs", person: "Bobby", edit: "true", "edited-filekey": second };
    expect((await app.post(api.addSubmit("2tc"), edit, HELPER)).status).toBe(200);
    // The history shows what the row showed: the extras went with the mark, and the edit did not touch them.
    const [edited, verified] = (await app.get(api.history({ filekey: second }))).body.results;
    expect(edited?.changes).toEqual([{ label: "Player", before: "bob", after: "Bobby" }]);
    expect(verified?.changes).toContainEqual({ label: "Update", before: "45.0", after: null });
    const { body } = await app.getAs(api.changes(), HELPER.id, HELPER.roles);
    const { seq } = body.results[1] ?? {};
    expect((await app.post(api.undoChange(), { seq: String(seq) }, HELPER)).status).toBe(200);
    expect(await rowOf()).toMatchObject({ og: true, pending: BOB.id, version: "45.0", upgrade2: "0-5-2" });
  });

  test("when two are verified at once, in one request or in two, only one is the original", async () => {
    const two = [await claimBy(ADA, OG), await claimBy(BOB, { ...OG, map: "Logs" })];
    expect((await verify(...two)).body).toMatchObject({ verified: 2, notOriginal: [two[1]] });
    const others = { tower1: "Ezili" };
    const more = [
      await claimBy(ADA, { ...OG, ...others }),
      await claimBy(BOB, { ...OG, ...others, map: "Logs" }),
    ];
    const answers = await Promise.all(more.map((filekey) => verify(filekey)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await rowsOf({ tower1: "Ezili", og: "1" })).map(({ pending }) => pending)).toEqual([null]);
  });

  test("a helper who verifies in the form is told as well that it is not the original", async () => {
    await verify(await claimBy(ADA, OG));
    const second = await claimBy(BOB, { ...RUN, map: "Logs" });
    const form = {
      ...RUN,
      ...OG,
      map: "Logs",
      person: "bob",
      edit: "true",
      "edited-filekey": second,
      verify: "on",
    };
    expect((await app.post(api.addSubmit("2tc"), form, HELPER)).body).toEqual({
      ...{ inserted: true, filekey: second, notOriginal: true },
    });
  });

  test("a claim to a verified original is refused, and so is a member's second claim to one", async () => {
    await claimBy(ADA, OG);
    expect((await submit({ ...OG, map: "Logs" }, ADA)).body.error).toContain(
      "You have already submitted an OG 2TC",
    );
    const theirs = await claimBy(BOB, { ...OG, map: "Logs" });
    await verify(theirs);
    expect((await submit({ ...OG, map: "Cargo" }, CYD)).body.error).toContain("This already has an OG 2TC");
  });
});

test("a helper is told when a completion does not exist, and can edit their own rejected claim", async () => {
  const nothing = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad" };
  const info = await app.getAs(api.editInfo("2tc", nothing), HELPER.id, HELPER.roles);
  expect({ status: info.status, error: info.body.error }).toEqual({
    ...{ status: 404, error: "Could not find 2TC completion" },
  });
  const gone = JSON.stringify(["8c6f0d0e-0000-4000-8000-000000000000"]);
  expect((await app.post(api.deleteSubmit("lcc"), { entries: gone }, HELPER)).status).toBe(404);
  const filekey = await claimBy(HELPER);
  await app.post(api.rejectCompletion(), { filekey, reason: "because" }, HELPER);
  const again = { ...RUN, person: "hel", edit: "true", "edited-filekey": filekey };
  expect((await app.post(api.addSubmit("2tc"), again, HELPER)).body).toMatchObject({
    inserted: true,
    filekey,
  });
});

test("files count as unchanged in whatever order they are stored: for an undo, and for the revision", async () => {
  const png = async (grey: number) => {
    const bytes = await encodePng({ width: 1, height: 1, data: new Uint8Array(3).fill(grey) });
    return new File([bytes], `${grey}.png`, { type: "image/png" });
  };
  const last = async () =>
    String((await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results[0]?.seq);
  for (const map of ["Logs", "Hedge", "Cubism", "Ravine"]) {
    const { link: _, ...run } = { ...RUN, map, person: "hel" };
    const files = { image: await png(1), attachments: await Promise.all([2, 3, 4].map(png)) };
    const added = await app.post(api.addSubmit("2tc"), { ...run, ...files, verify: "on" }, HELPER);
    const { filekey } = added.body;
    const ofAdding = await last();
    const info = () => app.getAs(api.editInfo("2tc", { filekey: String(filekey) }), HELPER.id, HELPER.roles);
    const edit = { ...run, edit: "true", "edited-filekey": String(filekey) };
    // A new proof is younger than its attachments.
    await app.post(api.addSubmit("2tc"), { ...edit, image: await png(5) }, HELPER);
    const ofEditing = await last();
    const { revision } = (await info()).body;
    expect((await app.post(api.addSubmit("2tc"), edit, HELPER)).body).toMatchObject({ inserted: true });
    expect((await info()).body.revision).toBe(revision);
    for (const seq of [ofEditing, ofAdding])
      expect(await app.post(api.undoChange(), { seq }, HELPER)).toEqual({ status: 200, body: {} });
    expect((await app.get(api.list("2tc", { filekey: String(filekey) }))).body.count).toBe(0);
  }
});

test("a helper's own rejected claim waits for a helper again, even if its form asks to verify it", async () => {
  const filekey = await claimBy(HELPER);
  await app.post(
    api.rejectCompletion(),
    { filekey, reason: "because" },
    { id: "iris", roles: ["Index Helper"] },
  );
  const info = await app.getAs(api.editInfo("2tc", { filekey }), HELPER.id, HELPER.roles);
  expect(info.body.mayVerify).toBe(false);
  const again = { ...RUN, person: "Helen", edit: "true", "edited-filekey": filekey, verify: "on" };
  expect((await app.post(api.addSubmit("2tc"), again, HELPER)).body).toMatchObject({ inserted: true });
  expect((await app.get(api.list("2tc", { filekey }))).body.results).toMatchObject([{ pending: HELPER.id }]);
  // The history says what was mended, but not why it was rejected: its player and helpers know.
  expect((await app.get(api.history({ filekey }))).body.results).toMatchObject([
    { action: "resubmit", changes: [{ label: "Player", before: "hel", after: "Helen" }] },
    { action: "reject", changes: [], reason: null },
    { action: "add" },
  ]);
});

test("resubmitting a claim whose map is gone is refused with that reason", async () => {
  const added = { map: "Gone Soon", abbreviation: "GS", difficulty: "expert", length: "1" };
  const counts = { numEntrances: "1", numExits: "1", numObjects: "0" };
  await app.post(api.addMap(), { ...added, ...counts }, HELPER);
  const filekey = await claimBy(ADA, { map: "Gone Soon" });
  await app.post(api.rejectCompletion(), { filekey, reason: "because" }, HELPER);
  expect((await app.post(api.deleteMap(), { map: "Gone Soon" }, HELPER)).status).toBe(200);
  const again = { ...RUN, map: "Gone Soon", person: "ada", edit: "true", "edited-filekey": filekey };
  expect(await app.post(api.addSubmit("2tc"), again, ADA)).toMatchObject({
    status: 409,
    body: { error: "The map Gone Soon was renamed or deleted in the meantime. Please choose it again." },
  });
});

test("an error shown to a helper speaks of the member's claims, not of the helper's own", async () => {
  const first = await claimBy(ADA, OG);
  const second = await claimBy(ADA, { map: "Logs" });
  const form = { ...RUN, map: "Logs", person: "ada", edit: "true", "edited-filekey": second };
  const asOg = await app.post(api.addSubmit("2tc"), { ...form, ...OG }, HELPER);
  expect(asOg.body.error).toContain("The member who submitted this has submitted another one as the OG 2TC");
  const moved = await app.post(api.addSubmit("2tc"), { ...form, map: "Quad" }, HELPER);
  expect(moved.body.error).toContain("has another pending submission of this 2TC");
  expect((await rowsOf({ filekey: first }))[0]).toMatchObject({ og: true });
});

test("an account has at most 50 open claims, however many it sends at once", async () => {
  const maps = (await app.get(api.maps())).body.results as unknown as string[];
  const answers = await Promise.all(maps.slice(0, 52).map((map) => submit({ map }, ADA)));
  expect(answers.filter(({ body }) => body.inserted)).toHaveLength(50);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.body.error).toContain("You have 50 pending submissions");
  expect((await submit({ map: maps[60] ?? "" }, BOB)).body.inserted).toBe(true);
  expect((await submit({ map: maps[60] ?? "", verify: "on" }, HELPER)).body.inserted).toBe(true);
});

describe("a member who has 50 open claims, and more that were closed", () => {
  const REASON = "The proof does not show it.";
  const open = async () => (await app.get(api.list("2tc", { pending: "1" }))).body.count;
  let maps: readonly string[];
  /** Claims maps as Ada, without a form of each: the first of them by number is `from`. */
  const claimMaps = async (from: number, to: number): Promise<string[]> => {
    const made = maps.slice(from, to).map((map) => ({ map, id: crypto.randomUUID() }));
    for (const each of made)
      await app.add("2tc", {
        ...each,
        towers: ["Quincy", "Absolute Zero"],
        pending: ADA.id,
        submittedBy: ADA.id,
      });
    return made.map(({ id }) => id);
  };
  const reject = (filekeys: readonly string[]) =>
    app.post(api.rejectCompletion(), { entries: JSON.stringify(filekeys), reason: REASON }, HELPER);
  const editOf = (filekey: string, map: string, who: Who) =>
    submit({ map, edit: "true", "edited-filekey": filekey }, who);
  beforeEach(async () => {
    maps = (await app.get(api.maps())).body.results as unknown as string[];
  });

  test("gets all of them back when a helper undoes what one request closed", async () => {
    const filekeys = await claimMaps(0, 3);
    await reject(filekeys);
    await claimMaps(3, 53);
    const [change] = (
      await app.getAs(api.changes({ count: "100" }), HELPER.id, HELPER.roles)
    ).body.results.filter(({ action }) => action === "reject") as unknown as { act: { id: string } }[];
    const undone = await app.post(api.undoChange(), { act: String(change?.act.id) }, HELPER);
    expect(undone).toMatchObject({ status: 200, body: { undone: 3, left: [] } });
    expect(await open()).toBe(53);
  });

  test("gets one back when a helper undoes its rejection", async () => {
    const filekeys = await claimMaps(0, 1);
    await reject(filekeys);
    const { body } = await app.getAs(api.changes({ count: 1 }), HELPER.id, HELPER.roles);
    await claimMaps(1, 51);
    const undo = { seq: String(body.results[0]?.seq) };
    expect((await app.post(api.undoChange(), undo, HELPER)).status).toBe(200);
    expect(await open()).toBe(51);
  });

  test("edits those that are open, also beyond 50, and so does a helper", async () => {
    const filekeys = await claimMaps(0, 52);
    expect((await editOf(filekeys[0] ?? "", maps[60] ?? "", ADA)).body).toMatchObject({ inserted: true });
    expect((await editOf(filekeys[1] ?? "", maps[61] ?? "", HELPER)).body).toMatchObject({ inserted: true });
  });

  test.each([
    ["by bringing back what they withdrew", (filekey: string) => app.post(api.bringBack(), { filekey }, ADA)],
    ["by a form of what was rejected", (filekey: string) => editOf(filekey, maps[0] ?? "", ADA)],
    [
      "by an appeal",
      (filekey: string) => app.post(api.ownThread(), { filekey, body: "It does.", appeal: "1" }, ADA),
    ],
    ["by another form", () => submit({ map: maps[60] ?? "" }, ADA)],
  ])("opens no more %s", async (way, send) => {
    const [first = ""] = await claimMaps(0, 1);
    if (way.includes("withdrew"))
      await app.post(api.deleteSubmit("2tc"), { entries: JSON.stringify([first]) }, ADA);
    else await reject([first]);
    await claimMaps(1, 51);
    expect(await send(first)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("You have 50 pending submissions") },
    });
    expect(await open()).toBe(50);
  });
});

test.each([
  ["", "is missing."],
  ["x", "takes a JSON array of filekeys."],
  ["[]", "takes a JSON array of filekeys."],
  ["[1]", "takes a JSON array of filekeys."],
])("the lookup of taken claims refuses filekeys '%s' with a message", async (filekeys, words) => {
  const { status, body } = await app.get(api.takenClaims({ filekeys }));
  expect({ status, error: body.error }).toEqual({ status: 400, error: `The parameter "filekeys" ${words}` });
});
