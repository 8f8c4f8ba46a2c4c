import { beforeEach, describe, expect, test } from "vitest";
import { openEmptyEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

// Names that were moved in and that no tower and no listed map has: listed for helpers, who say what each means.

const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEmptyEngine();
  await engine.database.atomic([
    sqlite.deleteFrom("spelling").compile(),
    sqlite.deleteFrom("change").where("noun", "=", "spelling").compile(),
  ]);
  app = await emptyApp(engine);
});

const listed = async (query = {}) => (await app.getAs(api.unresolved(query), HELPER.id, HELPER.roles)).body;
const accept = (fields: Record<string, string>) => app.post(api.acceptName(), fields, HELPER);
const row = async (challenge: string, filekey: string) =>
  (await app.get(api.list(challenge, { filekey, names: "game" }))).body.results[0];
const spelled = async (spelling: string) =>
  (await app.get(api.spellings())).body.results.filter((each) => each.spelling === spelling);
const changes = async () => (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;

describe("the list", () => {
  test("has each name once, with its rows by challenge and the nearest names, most rows first", async () => {
    await app.add("2mp", { towers: ["Tack Zne"], map: "Quad" });
    await app.add("2mp", { towers: ["Tack Zne"], map: "Qaud", pending: "ada" });
    await app.add("2tc", { towers: ["Tack Zne", "Quincy"], map: "Qaud" });
    await app.add("2mp", { towers: ["Zzzzz"], map: "Logs" });
    await app.add("2mp", { towers: ["Absolute Zero"], map: "Logs" });
    const { results, count, more } = await listed();
    expect(results).toEqual([
      {
        ...{ kind: "tower", name: "Tack Zne", nearest: expect.arrayContaining(["The Tack Zone"]) },
        rows: [
          { challenge: "2mp", label: "2MP", count: 2 },
          { challenge: "2tc", label: "2TC", count: 1 },
        ],
      },
      {
        ...{ kind: "map", name: "Qaud", nearest: expect.arrayContaining(["Quad"]) },
        rows: expect.arrayContaining([
          { challenge: "2mp", label: "2MP", count: 1 },
          { challenge: "2tc", label: "2TC", count: 1 },
        ]),
      },
      { kind: "tower", name: "Zzzzz", nearest: [], rows: [{ challenge: "2mp", label: "2MP", count: 1 }] },
    ]);
    expect({ count, more }).toEqual({ count: 3, more: false });
    expect(await listed({ offset: 1, count: 1 })).toMatchObject({
      ...{ results: [{ name: "Qaud" }], count: 3, more: true },
    });
    expect((await listed({ offset: 3 })).results).toEqual([]);
  });

  test.each([
    ["Tack Zone", "The Tack Zone"],
    ["Absolutely Zero", "Absolute Zero"],
    ["ice monky", "Ice Monkey"],
    ["Quincey", "Quincy"],
  ])("the nearest of %s is %s", async (name, nearest) => {
    await app.add("2mp", { towers: [name] });
    expect((await listed()).results).toMatchObject([{ name, nearest: expect.arrayContaining([nearest]) }]);
  });

  test.each([null, { id: "ada" }, { id: "ver", roles: ["Index Verifier"] }])(
    "is for helpers, and so is accepting: not for %o",
    async (who) => {
      await app.add("2mp", { towers: ["Tack Zne"] });
      const status = who === null ? 401 : 403;
      const fields = { kind: "tower", name: "Tack Zne", as: "The Tack Zone" };
      expect((await app.post(api.acceptName(), fields, who)).status).toBe(status);
      if (who) expect((await app.getAs(api.unresolved(), who.id, who.roles)).status).toBe(status);
      else expect((await app.get(api.unresolved())).status).toBe(status);
    },
  );
});

describe("accepting a name", () => {
  test("changes every row that has it, in one act with its spelling, which is undone together", async () => {
    const one = await app.add("2mp", { towers: ["Tack Zne"], map: "Quad" });
    const two = await app.add("2tc", { towers: ["Quincy", "Tack Zne"], map: "Logs", pending: "ada" });
    const other = await app.add("2mp", { towers: ["tack zne"], map: "Logs" });
    const done = await accept({ kind: "tower", name: "Tack Zne", as: "the tack zone", keepSpelling: "1" });
    expect(done).toEqual({
      status: 200,
      body: {
        ...{ changed: 2, left: [], next: null, name: "The Tack Zone" },
        spelling: { kept: true, error: null },
      },
    });
    expect(await row("2mp", one.id)).toMatchObject({ entity: "The Tack Zone", map: "Quad", pending: null });
    expect(await row("2tc", two.id)).toMatchObject({ tower1: "Quincy", tower2: "The Tack Zone" });
    // As it is written there: it is another name.
    expect(await row("2mp", other.id)).toMatchObject({ entity: "tack zne" });
    expect((await listed()).results).toMatchObject([{ name: "tack zne" }]);
    expect(await spelled("Tack Zne")).toMatchObject([{ name: "The Tack Zone" }]);

    const [together] = await changes();
    const act = (together?.act ?? {}) as { id: string };
    expect(together).toMatchObject({ undo: "request", act: { size: 3 } });
    expect((await app.post(api.undoChange(), { act: act.id }, HELPER)).body).toEqual({ undone: 3, left: [] });
    expect(await row("2mp", one.id)).toMatchObject({ entity: "Tack Zne" });
    expect(await row("2tc", two.id)).toMatchObject({ tower2: "Tack Zne" });
    expect(await spelled("Tack Zne")).toEqual([]);
  });

  test("of a map moves its rows to the map that is meant, each undone by itself, too", async () => {
    const one = await app.add("lcc", { towers: [], money: 5000, map: "Qaud" });
    const two = await app.add("2mp", { map: "Qaud" });
    const done = await accept({ kind: "map", name: "Qaud", as: "quad" });
    expect(done.body).toEqual({ changed: 2, left: [], next: null, name: "Quad", spelling: null });
    expect(await row("lcc", one.id)).toMatchObject({ map: "Quad", difficulty: "expert" });
    expect((await listed()).count).toBe(0);
    const [together] = await changes();
    const { id } = (together?.act ?? {}) as { id: string };
    const each = (await app.getAs(api.changes({ act: id }), HELPER.id, HELPER.roles)).body.results;
    const own = each.find((change) => change.id === two.id);
    expect(own?.changes).toEqual([{ label: "Map", before: "Qaud", after: "Quad" }]);
    expect((await app.post(api.undoChange(), { seq: String(own?.seq) }, HELPER)).status).toBe(200);
    expect(await row("2mp", two.id)).toMatchObject({ map: "Qaud" });
    expect(await row("lcc", one.id)).toMatchObject({ map: "Quad" });
  });

  test("leaves a row whose combination or original another one has, and one that cannot have it, and names them", async () => {
    const icy = { towers: ["Icy"] };
    await app.add("2mp", { towers: ["Absolute Zero"], map: "Quad", og: true });
    const taken = await app.add("2mp", { ...icy, map: "Quad" });
    const second = await app.add("2mp", { ...icy, map: "Hedge", og: true });
    const free = await app.add("2mp", { ...icy, map: "Logs" });
    const wrong = await app.add("fttc", { towers: ["Icy", "Dart Monkey"], map: "Logs" });
    const { status, body } = await accept({ kind: "tower", name: "Icy", as: "Absolute Zero" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ changed: 1, next: null });
    const left = (body.left as { filekey: string; error: string }[]).map(({ filekey, error }) => [
      filekey,
      error,
    ]);
    expect(Object.fromEntries(left)).toEqual({
      [taken.id]: "2MP already exists",
      [second.id]: expect.stringContaining("OG"),
      [wrong.id]: expect.stringContaining("Absolute Zero"),
    });
    expect(await row("2mp", free.id)).toMatchObject({ entity: "Absolute Zero" });
    expect(await row("2mp", taken.id)).toMatchObject({ entity: "Icy" });
    // What is left is listed still, and can be accepted as something else.
    expect((await listed()).results).toMatchObject([{ name: "Icy" }]);
    expect((await accept({ kind: "tower", name: "Icy", as: "Base Ice" })).body).toMatchObject({
      changed: 2,
    });
    // A set has no tower twice.
    await app.add("fttc", { towers: ["Ice", "Ice Monkey"], map: "Hedge" });
    expect((await accept({ kind: "tower", name: "Ice", as: "Ice Monkey" })).body).toMatchObject({
      ...{ changed: 0, left: [{ error: "It already has Ice Monkey." }] },
    });
  });

  test("takes 99 rows at once and goes on behind them", async () => {
    for (let at = 0; at < 101; at += 1) await app.add("lcc", { towers: [], money: at + 1, map: "Qaud" });
    const first = (await accept({ kind: "map", name: "Qaud", as: "Quad", keepSpelling: "1" })).body;
    expect(first).toMatchObject({ changed: 99, next: expect.any(Number), spelling: { kept: true } });
    const second = await accept({
      ...{ kind: "map", name: "Qaud", as: "Quad", keepSpelling: "1", after: String(first.next) },
    });
    expect(second.body).toMatchObject({ changed: 2, next: null, spelling: null });
    expect((await listed()).count).toBe(0);
  });

  test("says why a spelling is not kept, and changes the rows", async () => {
    const { id } = await app.add("2mp", { towers: ["ABSOLUTE-ZERO"] });
    const { body } = await accept({
      kind: "tower",
      name: "ABSOLUTE-ZERO",
      as: "Absolute Zero",
      keepSpelling: "1",
    });
    expect(body).toMatchObject({ changed: 1, spelling: { kept: false, error: expect.stringMatching(/./) } });
    expect(await row("2mp", id)).toMatchObject({ entity: "Absolute Zero" });
  });

  test.each([
    [{ kind: "hero", name: "Tack Zne", as: "Quincy" }, 400],
    [{ kind: "tower", name: "", as: "Quincy" }, 400],
    [{ kind: "tower", name: "Tack Zne", as: "" }, 400],
    [{ kind: "tower", name: "Tack Zne", as: "Quad" }, 400],
    [{ kind: "tower", name: "Tack Zne", as: "Nothing Such" }, 400],
    [{ kind: "map", name: "Tack Zne", as: "Quincy" }, 400],
    [{ kind: "tower", name: "T".repeat(1001), as: "Quincy" }, 400],
    [{ kind: "tower", name: "Tack Zne", as: "Quincy", after: "-1" }, 400],
    // Names of the game are not renamed.
    [{ kind: "tower", name: "Absolute Zero", as: "Quincy" }, 404],
    [{ kind: "map", name: "Quad", as: "Logs" }, 404],
    [{ kind: "tower", name: "tack zne", as: "Quincy" }, 404],
  ])("refuses %o with %i", async (fields, status) => {
    await app.add("2mp", { towers: ["Tack Zne"], map: "Logs" });
    await app.add("2mp", { towers: ["Absolute Zero"], map: "Quad" });
    const answer = await accept(fields as unknown as Record<string, string>);
    expect([answer.status, answer.body.error !== undefined]).toEqual([status, true]);
    expect(await changes()).not.toContainEqual(expect.objectContaining({ action: "edit" }));
  });
});

test.each([...CHALLENGES.keys()])(
  "a claim of a %s with names that nobody knows is verified by its keys and by its filekey",
  async (challenge) => {
    const towers = challenge === "2mp" ? ["Some Removed Tower"] : ["Some Removed Tower", "Tack Zne"];
    for (const [at, map] of ["Qaud", "Foo Canyon"].entries()) {
      const { id } = await app.add(challenge, {
        towers,
        map,
        people: ["Ada", "Bob"],
        money: 5000,
        pending: "ada",
      });
      const found = (await row(challenge, id)) ?? {};
      const named = at === 0 ? ["filekey"] : (CHALLENGES.get(challenge)?.keys ?? []);
      const form = Object.fromEntries(
        Object.entries(found)
          .filter(
            ([name, value]) => value !== null && !["og", "pending", "filekey", "difficulty"].includes(name),
          )
          .map(([name, value]) => [name, String(value)]),
      );
      const edited = Object.fromEntries(named.map((name) => [`edited-${name}`, String(found[name])]));
      const sent = await app.post(
        api.addSubmit(challenge),
        { ...form, ...edited, edit: "true", verify: "on" },
        HELPER,
      );
      expect(sent.body).toEqual({ inserted: true, filekey: id });
      expect(await row(challenge, id)).toMatchObject({ pending: null, map });
    }
  },
);
