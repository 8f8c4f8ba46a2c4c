import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { PlayerNamesAnswer } from "../../domain/contract/names.ts";
import type { PlayerAnswer } from "../../domain/contract/players.ts";
import { api } from "../../domain/contract/routes.ts";
import type { AnswerResult, UnderstoodAnswer } from "../../domain/contract/search.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

// However somebody asks for a player, they get all that is that player's, and one name.

const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
  await app.database.atomic(
    (["name_request", "notice", "follow"] as const).map((table) => sqlite.deleteFrom(table).compile()),
  );
  const maps = ["Quad", "Logs", "Cubism", "Spice Islands", "Ravine", "Haunted"];
  for (const [at, name] of ["Nova", "Nova", "Nova", "Nova", "NovaTTV", "NovaTTV"].entries())
    await app.add("lcc", { map: maps[at] ?? "", people: [name], money: 5, towers: [] });
  await app.add("lcc", { map: "Quad", people: ["Ada"], money: 6, towers: [] });
});

const post = async (path: string, fields: Record<string, string>) => {
  const { status, body } = await app.post(path, fields, HELPER);
  expect(status, body.error).toBe(200);
  return body;
};
const join = (name: string, into: string) => post(api.joinPlayers(), { name, into });
const get = async <Answer>(path: string) => (await app.get(path)).body as unknown as Answer;
const countOf = async (query: Record<string, string>) =>
  (await get<{ count: number }>(api.list("lcc", { ...query, count: 0 }))).count;
const rowsOf = async (path: string): Promise<number> =>
  (await (await app.app.request(path)).text()).trimEnd().split("\n").length - 1;

/** In how many ways a player is counted, by a name. */
async function counted(name: string): Promise<Record<string, number>> {
  const [{ answers }, { challenges, names }, feed, { counts }] = await Promise.all([
    get<AnswerResult>(api.answer({ q: name })),
    get<PlayerAnswer>(api.player({ name })),
    get<{ items: readonly unknown[] }>(api.jsonFeed("lcc", { query: name })),
    get<PlayerNamesAnswer>(api.playerNames({ prefix: name })),
  ]);
  return {
    query: await countOf({ query: name }),
    person: await countOf({ person: name }),
    by: await countOf({ query: `by:"${name}"` }),
    within: await countOf({ query: `${name} lcc` }),
    answer: answers.find(({ challenge }) => challenge === "lcc")?.verified ?? 0,
    page: challenges[0]?.completions ?? 0,
    credits: names.reduce((sum, { completions }) => sum + completions, 0),
    feed: feed.items.length,
    csv: await rowsOf(api.csv("lcc", { query: name })),
    suggested: counts[0]?.verified ?? 0,
  };
}

const all = (number: number) =>
  Object.fromEntries(
    ["query", "person", "by", "within", "answer", "page", "credits", "feed", "csv", "suggested"].map(
      (way) => [way, number],
    ),
  );

describe("a joined player is one by any of their names", () => {
  test("in lists, answers, feeds, files, suggestions and on the page", async () => {
    await join("NovaTTV", "Nova");
    expect(await counted("Nova")).toEqual(all(6));
    expect(await counted("NovaTTV")).toEqual(all(6));
    expect(await counted("novattv")).toEqual(all(6));
  });

  test("also by a name under which nothing is verified", async () => {
    await app.add("lcc", { map: "Geared", people: ["ノヴァ"], money: 5, pending: "kit", verifiedBy: null });
    await join("ノヴァ", "Nova");
    expect(await countOf({ query: "ノヴァ" })).toBe(await countOf({ person: "Nova" }));
    const { parts } = await get<UnderstoodAnswer>(api.understood("lcc", { query: "ノヴァ" }));
    expect(parts).toMatchObject([{ kind: "reading", label: "Player", value: "Nova" }]);
  });

  test("and no longer after an undo", async () => {
    const { seq } = await join("NovaTTV", "Nova");
    expect(await countOf({ query: "NovaTTV" })).toBe(6);
    await post(api.undoChange(), { seq: String(seq) });
    expect(await countOf({ query: "NovaTTV" })).toBe(2);
    expect(await countOf({ person: "NovaTTV" })).toBe(2);
  });

  test("with other words beside", async () => {
    await join("NovaTTV", "Nova");
    expect(await countOf({ query: "NovaTTV quad" })).toBe(1);
    expect(await countOf({ query: "quad by NovaTTV" })).toBe(1);
    expect(await countOf({ query: "quad ada" })).toBe(1);
  });
});

describe("whoever follows one name of a player", () => {
  const EVE = { id: "eve" };
  const follow = async (name: string) =>
    (await app.post(api.follow(), { challenge: "", query: `person=${encodeURIComponent(name)}` }, EVE)).body
      .follow;
  const asked = async (name: string) =>
    (await app.getAs(api.follows({ challenge: "", query: `person=${encodeURIComponent(name)}` }), EVE.id))
      .body.asked;

  test("follows the player by the others, once", async () => {
    const id = await follow("NovaTTV");
    expect(await asked("Nova")).toBeNull();
    await join("NovaTTV", "Nova");
    expect(await asked("Nova")).toBe(id);
    expect(await follow("Nova")).toBe(id);
    expect((await app.getAs(api.follows(), EVE.id)).body.results).toHaveLength(1);
  });
});

describe("the name that is shown", () => {
  const OWNER = { id: "own" };
  const pageOf = (name: string) => get<PlayerAnswer>(api.player({ name }));
  const show = (name: string, shown: string, who: { id: string; roles?: string[] } = HELPER) =>
    app.post(api.showPlayerAs(), { name, shown }, who);
  /** Every name under which a player is shown, wherever that is. */
  async function shownNames(): Promise<string[]> {
    const [page, board, counts, suggested, users, understood] = await Promise.all([
      pageOf("NovaTTV"),
      get<{ results: { name: string; completions: number }[] }>(api.players()),
      get<{ personData: { person: string; count: number }[] }>(api.personCounts("2mp")),
      app.get(api.playerNames({ prefix: "nova" })),
      app.get(api.users({ query: "nova" })),
      get<UnderstoodAnswer>(api.understood("lcc", { query: "novattv" })),
    ]);
    const all = [
      ...[page.name, board.results[0]?.name, counts.personData[0]?.person ?? page.name],
      ...[...suggested.body.results, ...users.body.results, understood.parts[0]?.value],
    ];
    return [...new Set(all.map(String))];
  }

  test("is that of the player who was joined into, whoever has more, and the others are listed", async () => {
    await join("Nova", "NovaTTV");
    expect(await shownNames()).toEqual(["NovaTTV"]);
    expect(await pageOf("Nova")).toMatchObject({ name: "NovaTTV", formerNames: ["Nova"] });
  });

  test("is chosen by helpers and the owner among the player's names, logged, and undone", async () => {
    await join("Nova", "NovaTTV");
    const { id, roles } = HELPER;
    await app.post(api.requestName(), { name: "Nova", evidence: "My channel" }, OWNER);
    const { results } = (await app.getAs(api.nameRequests(), id, roles)).body;
    await post(api.decideNameRequest(), { request: String(results[0]?.request), outcome: "approved" });
    const chosen = await show("NovaTTV", "Nova", OWNER);
    expect(chosen).toMatchObject({ status: 200, body: { name: "Nova" } });
    expect(await shownNames()).toEqual(["Nova"]);
    expect((await pageOf("nova")).formerNames).toEqual(["NovaTTV"]);
    const back = await show("Nova", "NovaTTV");
    expect(await shownNames()).toEqual(["NovaTTV"]);
    const [change] = (await app.getAs(api.changes({ noun: "player" }), id, roles)).body.results;
    expect(change).toMatchObject({
      action: "rename",
      changes: [{ label: "Shown as", before: "Nova", after: "NovaTTV" }],
    });
    await post(api.undoChange(), { seq: String(back.body.seq) });
    expect(await shownNames()).toEqual(["Nova"]);
    expect(await show("Nova", "")).toMatchObject({ status: 200, body: { name: "NovaTTV" } });
    const told = (await app.getAs(api.notices(), OWNER.id)).body.results;
    expect(told.filter(({ kind }) => kind === "player-changed")).toHaveLength(3);
  });

  test("is chosen by nobody else, and among nobody else's names", async () => {
    expect((await show("Nova", "Nova", OWNER)).status).toBe(403);
    expect((await show("Nova", "Ada")).status).toBe(400);
    expect((await show("Nova", "NovaTTV")).status).toBe(400);
    expect((await show("nobody", "Nova")).status).toBe(404);
    expect((await show("Nova", "x".repeat(6_000))).status).toBe(400);
  });

  test("is no longer the other player's after the join is undone", async () => {
    const { seq } = await join("NovaTTV", "Nova");
    expect((await show("Nova", "NovaTTV")).status).toBe(200);
    await post(api.undoChange(), { seq: String(seq) });
    expect((await pageOf("Nova")).name).toBe("Nova");
    expect((await pageOf("NovaTTV")).name).toBe("NovaTTV");
  });

  test("is the most used spelling of verified completions, everywhere", async () => {
    for (const [map, person] of [
      ["Quad", "DİLARA"],
      ["Logs", "dilara"],
      ["Cubism", "dilara"],
    ] as const)
      await app.add("2mp", { map, people: [person], towers: ["Druid"] });
    for (const map of ["Geared", "Ravine", "Haunted"])
      await app.add("2mp", { map, people: ["DILARA"], towers: ["Druid"], pending: "kit", verifiedBy: null });
    expect((await pageOf("ＤＩＬＡＲＡ")).name).toBe("dilara");
    expect((await app.get(api.playerNames({ prefix: "dil" }))).body.results).toEqual(["dilara"]);
    const { personData } = await get<{ personData: unknown[] }>(api.personCounts("2mp"));
    expect(personData).toMatchObject([{ person: "dilara", count: 3 }]);
    expect(await countOf({ person: "DİLARA" })).toBe(0);
  });

  test("of a banned player is not suggested", async () => {
    await post(api.banPlayer(), { name: "NovaTTV", reason: "Borrowed recordings." });
    expect((await app.get(api.playerNames({ prefix: "nova" }))).body.results).toEqual(["Nova"]);
    expect((await app.get(api.users({ query: "nova" }))).body).toMatchObject({ results: ["Nova"], count: 1 });
  });
});
