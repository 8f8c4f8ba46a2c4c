import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const TIME = "2025-01-01T00:00:00.000Z";

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

type Who = typeof HELPER;
interface Listed {
  readonly seq: number;
  readonly action: string;
  readonly id: string;
  readonly act: { readonly id: string; readonly size: number; readonly actions: readonly string[] } | null;
}

/** Adds claims, the first of them first, and returns their filekeys. */
async function claims(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `claim-${at}`);
  for (const [at, id] of ids.entries())
    await app.add("lcc", { id, money: 1000 + at, pending: "ada", submittedBy: "ada", createdAt: TIME });
  return ids;
}
const verifyAll = (filekeys: readonly string[], who = HELPER) =>
  app.post(api.verifyCompletions(), { entries: JSON.stringify(filekeys) }, who);
const listed = async (query: Record<string, string | number> = {}) =>
  (await app.getAs(api.changes(query), HELPER.id, HELPER.roles)).body.results as unknown as Listed[];
const undoAct = (act: string | undefined, who: Who = HELPER) =>
  app.post(api.undoChange(), { act: act ?? "" }, who);
const pendingOf = async () =>
  (await app.get(api.list("lcc", { count: 100, sortby: "money" }))).body.results.map(
    ({ pending }) => pending !== null,
  );
const edit = (filekey: string, money: string) =>
  app.post(
    api.addSubmit("lcc"),
    {
      ...{ map: "Quad", money, person: "Ada", version: "50", date: "2025-01-01", edit: "true" },
      ...{ "edited-filekey": filekey, link: "https://example.org/proof" },
    },
    HELPER,
  );

describe("what one request changed together", () => {
  test.each([
    ["verified", (all: string[]) => verifyAll(all), "verify"],
    [
      "rejected",
      (all: string[]) =>
        app.post(api.rejectCompletion(), { entries: JSON.stringify(all), reason: "why" }, HELPER),
      "reject",
    ],
    [
      "deleted",
      (all: string[]) => app.post(api.deleteSubmit("lcc"), { entries: JSON.stringify(all) }, HELPER),
      "delete",
    ],
  ])("is one line in the list of changes, which opens: %s", async (_, write, action) => {
    const filekeys = await claims(3);
    expect((await write(filekeys)).status).toBe(200);
    await edit("claim-0", "1000");
    const lines = (await listed()).filter((line) => line.action === action);
    expect(lines).toMatchObject([{ act: { size: 3, actions: [action] } }]);
    const opened = await listed({ act: lines[0]?.act?.id ?? "" });
    expect(opened.map(({ id, act }) => [id, act])).toEqual(filekeys.toReversed().map((id) => [id, null]));
    // The page before the line has none of it.
    const older = await listed({ before: lines[0]?.seq ?? 0 });
    expect(older.filter((line) => line.action === action)).toEqual([]);
  });

  test("is nothing special where it is one change", async () => {
    await verifyAll(await claims(1));
    expect(await listed()).toMatchObject([{ action: "verify", act: null }]);
  });

  test("is undone together, and what somebody touched since stays and is named", async () => {
    await verifyAll(await claims(3));
    const [line] = await listed();
    await app.post(
      api.undoChange(),
      { seq: String((await listed({ act: line?.act?.id ?? "" }))[1]?.seq) },
      HELPER,
    );
    await verifyAll(["claim-1"]);
    const undone = await undoAct(line?.act?.id);
    expect(undone).toMatchObject({
      status: 200,
      body: {
        undone: 2,
        left: [
          {
            title: "LCC on Quad for $1,001",
            error: "Verified was changed again since then. Undo the later change first.",
          },
        ],
      },
    });
    expect(await pendingOf()).toEqual([true, false, true]);
    // Once more: nothing is left to undo, and nothing is undone twice.
    expect((await undoAct(line?.act?.id)).body).toMatchObject({ undone: 0 });
    expect(await pendingOf()).toEqual([true, false, true]);
    // What was undone together is one line, too, and can be undone.
    const [again] = await listed();
    expect(again).toMatchObject({ action: "undo", act: { size: 2, actions: ["undo"] } });
    expect((await undoAct(again?.act?.id)).body).toEqual({ undone: 2, left: [] });
    expect(await pendingOf()).toEqual([false, false, false]);
  });

  test("is undone by a verifier if it is their own verdicts", async () => {
    await verifyAll(await claims(2), VERIFIER);
    const own = (await listed())[0]?.act?.id;
    expect((await undoAct(own, VERIFIER)).body).toEqual({ undone: 2, left: [] });
    await verifyAll(["claim-0", "claim-1"]);
    const others = (await listed())[0]?.act?.id;
    expect((await undoAct(others, VERIFIER)).body).toMatchObject({
      undone: 0,
      left: [{ error: "You are not authorized to view this page." }, {}],
    });
    expect(await pendingOf()).toEqual([false, false]);
  });

  test.each(["", "no such act", "x".repeat(5000)])("%j is no act", async (act) => {
    expect((await undoAct(act)).status).toBe(404);
    expect(await listed({ act: act === "" ? "none" : act })).toEqual([]);
  });
});

describe("all runs of a player", () => {
  const remove = (fields: Record<string, string>, who: Who = HELPER) =>
    app.post(api.removeRuns(), fields, who);
  const listOf = async (person: string) => (await app.get(api.list("lcc", { person }))).body.count;

  test("are removed a hundred in each request as one act, which as many undo as another one", async () => {
    const made = Array.from({ length: 103 }, (_, money) => ({
      money,
      people: [money === 0 ? "Lovelace" : "Ada"],
    }));
    for (const each of made) await app.add("lcc", { ...each, pending: each.money === 102 ? "ada" : null });
    await app.add("2tcc", { people: ["Bo", "Ada"], towers: ["Quincy", "Glaive Lord"] });
    await app.add("lcc", { money: 500, people: ["Bo"] });
    await app.post(api.joinPlayers(), { name: "Lovelace", into: "Ada" }, HELPER);
    const before = (await app.get(api.player({ name: "Ada" }))).body;

    const { body: first } = await remove({ name: "ada" });
    expect(first).toMatchObject({ removed: 100, more: true });
    const act = String(first.act);
    expect((await remove({ name: "ada", act })).body).toEqual({ act, removed: 4, more: false });
    expect((await app.get(api.player({ name: "Ada" }))).status).toBe(404);
    expect([await listOf("Ada"), await listOf("Lovelace"), await listOf("Bo")]).toEqual([0, 0, 1]);
    const [line] = await listed();
    expect(line).toMatchObject({ action: "delete", act: { id: act, size: 104 } });

    const { body: undone } = await undoAct(act);
    expect(undone).toMatchObject({ undone: 100, left: [] });
    const [seq, into] = [String(undone.next), String(undone.into)];
    for (const other of ["no such act", act])
      expect((await app.post(api.undoChange(), { act, seq, into: other }, HELPER)).status).toBe(404);
    const last = await app.post(api.undoChange(), { act, seq, into }, HELPER);
    expect(last.body).toEqual({ undone: 4, left: [] });
    expect((await listed())[0]).toMatchObject({ action: "undo", act: { id: into, size: 104 } });
    expect((await app.get(api.player({ name: "Ada" }))).body).toEqual(before);
  });

  test("are removed by helpers alone, and only as a removal of their own", async () => {
    await app.add("lcc", { money: 1 });
    expect((await remove({ name: "Ada" }, { id: "mem", roles: [] })).status).toBe(403);
    expect((await remove({ name: "Ada" }, VERIFIER)).status).toBe(403);
    expect((await remove({ name: "Nobody" })).status).toBe(404);
    expect((await remove({ name: "" })).status).toBe(404);
    expect((await remove({ name: "Ada", act: "no such act" })).status).toBe(404);
    await verifyAll(await claims(2));
    const verdict = (await listed())[0]?.act?.id ?? "";
    expect((await remove({ name: "Ada", act: verdict })).status).toBe(404);
    const { body } = await remove({ name: "Ada" });
    expect(body).toMatchObject({ removed: 3, more: false });
    expect((await remove({ name: "Ada" })).body).toMatchObject({ removed: 0, more: false });
    const other = { id: "other", roles: ["Index Helper"] };
    expect((await remove({ name: "Ada", act: String(body.act) }, other)).status).toBe(404);
  });
});
