import fc from "fast-check";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../domain/contract/routes.ts";
import { sqlite } from "../server/db/database.ts";
import { testApp } from "./factories.ts";

const PEOPLE = [{ id: "ada" }, { id: "bob" }, { id: "hel", roles: ["Index Helper"] }] as const;
const TOWERS = ["Quincy", "Absolute Zero", "Glaive Lord"];
const MAPS = ["Quad", "Logs"];
const OG = { og: "on", upgrade1: "0-0-0", upgrade2: "0-0-0", version: "44", date: "2025-01-02" };

const ANY_STEP = {
  first: "Quincy",
  second: "Glaive Lord",
  map: "Quad",
  og: false,
  verify: false,
  which: 0,
} as const;

const step = fc.record({
  act: fc.constantFrom("add", "edit", "delete", "undo", "verify", "reject"),
  who: fc.constantFrom(...PEOPLE),
  first: fc.constantFrom("Quincy", "Ezili"),
  second: fc.constantFrom(...TOWERS),
  map: fc.constantFrom(...MAPS),
  og: fc.boolean(),
  verify: fc.boolean(),
  /** The row or change that it is about, counted from the end. */
  which: fc.nat(8),
});

test("any sequence of writes keeps completions and claims unique and rows consistent, without a server error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const app = await testApp(await openEngine());
      const rows = async () => (await app.get(api.list("2tc", { count: 100 }))).body.results;
      for (const { act, who, first, second, map, og, verify, which } of steps) {
        const form = { tower1: first, tower2: second, map, person: who.id, link: "https://example.org/p" };
        const fields = { ...form, ...(og ? OG : {}), ...(verify ? { verify: "on" } : {}) };
        const all = await rows();
        const row = all[which % Math.max(all.length, 1)];
        const filekey = String(row?.filekey ?? "none");
        const changes = await app.getAs(api.changes(), "hel", ["Index Helper"]);
        const seq = String(changes.body.results[which % Math.max(changes.body.results.length, 1)]?.seq ?? 1);
        const entries = JSON.stringify([[row?.tower1 ?? "a", row?.tower2 ?? "b", row?.map ?? "c"]]);
        const answer = await {
          add: () => app.post(api.addSubmit("2tc"), fields, who),
          edit: () =>
            app.post(api.addSubmit("2tc"), { ...fields, edit: "true", "edited-filekey": filekey }, who),
          delete: () => app.post(api.deleteSubmit("2tc"), { entries }, who),
          undo: () => app.post(api.undoChange(), { seq }, who),
          verify: () => app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, who),
          reject: () => app.post(api.rejectCompletion(), { filekey, reason: "because" }, who),
        }[act]();
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      }
      const live = await app.database.query(
        [],
        sqlite
          .selectFrom("completion")
          .innerJoin("map", "map.id", "map_id")
          .selectAll("completion")
          .select("map.name as map")
          .where("completion.deleted_at", "is", null)
          .compile(),
      );
      // At most one verified row, and one claim per member.
      const identities = live.map(({ identity, pending }) => `${identity} ${pending}`);
      expect(new Set(identities).size).toBe(identities.length);
      const originals = live.filter(({ og }) => og === 1);
      const claimed = originals.map(({ og_identity, pending }) => `${og_identity} ${pending}`);
      expect(new Set(claimed).size).toBe(claimed.length);
      // The list, the search and the look-ups agree with the rows. Programs are shown no claim to what is verified.
      const verified = new Set(live.flatMap(({ identity, pending }) => (pending === null ? [identity] : [])));
      const shown = live.filter(({ identity, pending }) => pending === null || !verified.has(identity));
      expect((await rows()).length).toBe(shown.length);
      for (const { towers, map } of live) {
        const [tower1] = JSON.parse(towers) as string[];
        const query = `${tower1} ${map}`;
        expect((await app.get(api.list("2tc", { query }))).body.count).toBeGreaterThan(0);
      }
      const logged = await app.database.query(
        [],
        sqlite
          .selectFrom("change")
          .select(["noun_id", "after"])
          .where("noun", "=", "completion")
          .orderBy("seq")
          .compile(),
      );
      // The last log entry of each row equals the row.
      const last = new Map(logged.map(({ noun_id, after }) => [noun_id, JSON.parse(after ?? "null")]));
      for (const { id, identity, notes, og, pending, link, upgrades } of live)
        expect(last.get(id)).toMatchObject({ identity, notes, og, pending, link, upgrades });
    }),
    {
      numRuns: 40,
      // Two members claim a combination, and one of the claims is verified.
      examples: [
        [
          [
            { ...ANY_STEP, act: "add", who: PEOPLE[0] },
            { ...ANY_STEP, act: "add", who: PEOPLE[1] },
            { ...ANY_STEP, act: "verify", who: PEOPLE[2] },
          ],
        ],
      ],
    },
  );
});
