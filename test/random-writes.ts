import fc from "fast-check";
import { expect } from "vitest";
import { removeSample } from "../app/features/sample/remove.server.ts";
import { api } from "../domain/contract/routes.ts";
import type { NodeDatabase } from "../platform/node/sqlite.ts";
import type { TestApp } from "./factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const PEOPLE = ["Ada", "ADA", "Bob", "Cleo"];

/** A write that somebody may make, or that an import or a person at the database may. */
export const step = fc.record({
  act: fc.constantFrom(
    ...["add", "edit", "edit", "delete", "undo", "verify", "reject"],
    ...[
      "load",
      "load",
      "rename map",
      "remove map",
      "list map",
      "merge players",
      "part players",
      "rename player",
      "remove sample",
    ],
  ),
  who: fc.constantFrom({ id: "ada" }, { id: "bob" }, HELPER),
  challenge: fc.constantFrom("2tc", "2tcc", "2mp"),
  towers: fc.constantFrom(["Quincy", "Ezili"], ["Quincy", "Glaive Lord"], ["Absolute Zero", "Ezili"]),
  people: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 2, maxLength: 2 }),
  map: fc.constantFrom("Quad", "Logs", "Cubism", "Nowhere"),
  og: fc.boolean(),
  mark: fc.boolean(),
  /** Picks the row or change that the step is about: an index, modulo how many there are. */
  which: fc.nat(8),
});
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The fields with which the challenge's form is submitted. */
function formOf({ challenge, towers: [first, second], people: [one = "", other = ""], map, og, mark }: Step) {
  const towers = challenge === "2mp" ? { entity: first } : { tower1: first, tower2: second };
  const people = challenge === "2tcc" ? { person1: one, person2: other } : { person: one };
  const original = { og: "on", upgrade1: "0-0-0", upgrade2: "0-0-0", version: "44", date: "2025-01-02" };
  return {
    ...{ ...towers, ...people, map, link: "https://example.org/p" },
    ...(og && challenge !== "2mp" ? original : {}),
    ...(mark ? { verify: "on" } : {}),
  };
}

/** Makes one write as the product would. Nothing writes players yet, so their names are changed in SQL. */
export async function write(app: TestApp, sqlite: NodeDatabase["sqlite"], each: Step): Promise<void> {
  const { act, who, challenge, towers, people, map, og, mark, which } = each;
  const pick = <Row>(rows: readonly Row[]): Row | undefined => rows[which % Math.max(rows.length, 1)];
  const rows = async () => (await app.get(api.list(challenge, { count: 100 }))).body.results;
  const names = () => sqlite.prepare("select id, player from player_name order by id").all();
  const filekey = async () => String(pick(await rows())?.filekey ?? "none");
  const answer = await {
    add: () => app.post(api.addSubmit(challenge), formOf(each), who),
    edit: async () =>
      app.post(
        api.addSubmit(challenge),
        { ...formOf(each), edit: "true", "edited-filekey": await filekey() },
        who,
      ),
    delete: async () => {
      const row = pick(await rows());
      const entry = [
        row?.tower1 ?? row?.entity ?? "a",
        ...(challenge === "2mp" ? [] : [row?.tower2 ?? "b"]),
        row?.map ?? "c",
      ];
      return app.post(api.deleteSubmit(challenge), { entries: JSON.stringify([entry]) }, HELPER);
    },
    undo: async () => {
      const changes = await app.getAs(api.changes(), HELPER.id, HELPER.roles);
      return app.post(api.undoChange(), { seq: String(pick(changes.body.results)?.seq ?? 1) }, HELPER);
    },
    verify: async () =>
      app.post(api.verifyCompletions(), { entries: JSON.stringify([await filekey()]) }, HELPER),
    reject: async () => app.post(api.rejectCompletion(), { filekey: await filekey(), reason: "no" }, HELPER),
    load: async () => {
      const claim = mark ? {} : { pending: who.id, verifiedBy: null };
      // The whole write is refused if the row exists already.
      await app
        .add(challenge, {
          towers: towers.slice(0, challenge === "2mp" ? 1 : 2),
          people,
          map,
          og,
          sample: which > 4,
          ...claim,
        })
        .catch(() => null);
      return null;
    },
    "rename map": async () => {
      const id = pick(
        sqlite.prepare("select id from map where name in ('Quad', 'Logs', 'Nowhere')").all(),
      )?.id;
      sqlite
        .prepare("update map set name = name || '!', name_key = name_key || '!' where id = ?")
        .run(id ?? 0);
      return null;
    },
    "remove map": async () => {
      sqlite.prepare("update map set deleted_at = '2026' where name = ?").run(map);
      return null;
    },
    "list map": async () => {
      sqlite
        .prepare("update map set deleted_at = null, difficulty = 'expert' where name = ? and listed = 0")
        .run(map);
      return null;
    },
    "merge players": async () => {
      const [one, other] = [pick(names()), names()[0]];
      if (one && other)
        sqlite.prepare("update player_name set player = ? where id = ?").run(other.player ?? 0, one.id ?? 0);
      return null;
    },
    "part players": async () => {
      // Gives each name back to the player that was created for it.
      sqlite.exec(
        "update player_name set player = (select id from player where origin_key = name_key) where name_key in (select origin_key from player)",
      );
      return null;
    },
    "rename player": async () => {
      sqlite
        .prepare("update player_name set sort_key = sort_key || ? where id = ?")
        .run(map, pick(names())?.id ?? 0);
      return null;
    },
    "remove sample": async () => {
      await removeSample(app.database, new Date());
      return null;
    },
  }[act as "add"]();
  if (answer) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
}
