import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engineName, openEngine } from "#engine";
import { rowFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { insertLogBreak } from "../../server/db/changes.ts";
import { emptyApp, type TestApp, withoutTextsForPrograms } from "../factories.ts";

const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };
const PEOPLE = [{ id: "adas-id" }, { id: "bobs-id" }, HELPER] as const;
const MAP = {
  ...{ abbreviation: "FRP", difficulty: "advanced", version: "52", length: "20.5" },
  ...{ numEntrances: "1", numExits: "2", numObjects: "0" },
};

type Row = Readonly<Record<string, unknown>>;

interface Entry {
  readonly seq: number;
  readonly kind: string;
  readonly action: string;
  readonly challenge: string | null;
  readonly id: string;
  readonly row: Row | null;
}

/** A program that follows the changes: it keeps rows by kind and id. */
class Follower {
  readonly rows = new Map<
    string,
    { readonly kind: string; readonly challenge: string | null; readonly row: Row }
  >();
  readonly entries: Entry[] = [];
  next = 0;
  readonly #app: TestApp;
  readonly #challenge: string | null;
  constructor(app: TestApp, challenge: string | null = null) {
    this.#app = app;
    this.#challenge = challenge;
  }

  async follow(): Promise<void> {
    for (let more = true; more; ) {
      const { status, body } = await this.#app.get(
        api.publicChanges({ since: this.next, challenge: this.#challenge }),
      );
      expect(status).toBe(200);
      const found = body.results as unknown as readonly Entry[];
      expect(found.map(({ seq }) => seq)).toEqual(found.map(({ seq }) => seq).toSorted((a, b) => a - b));
      expect(found.every(({ seq }) => seq > this.next)).toBe(true);
      for (const entry of found) {
        const { kind, id, challenge, row } = entry;
        this.entries.push(entry);
        if (row === null) this.rows.delete(`${kind} ${id}`);
        else this.rows.set(`${kind} ${id}`, { kind, challenge, row });
      }
      this.next = Number(body.next);
      more = body.more;
    }
  }

  of(kind: string): Row[] {
    return [...this.rows.values()].filter((each) => each.kind === kind).map(({ row }) => row);
  }

  /** The completions of a challenge as in its list, but only the values of their own. */
  completions(challenge: string): Row[] {
    const maps = new Map(this.of("map").map((map) => [map.mapId, map.map]));
    return [...this.rows.values()]
      .filter((each) => each.kind === "completion" && each.challenge === challenge)
      .map(({ row: { mapId, ...row } }) => ({ ...row, map: maps.get(mapId) ?? row.map }));
  }
}

/** Returns where the changes end at present. */
async function endOf(app: TestApp): Promise<number> {
  const follower = new Follower(app);
  await follower.follow();
  return follower.next;
}

const byText = (rows: readonly Row[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();

/** Returns the completions as lists and their pages show them, without values that are joined to them. */
async function listed(app: TestApp, challenge: string): Promise<Row[]> {
  const definition = CHALLENGES.get(challenge);
  if (!definition) throw new Error(challenge);
  const extras = rowFields(definition).flatMap(([name, field]) => (field.ogExtra ? [name] : []));
  const rowsOf = async (pending: 0 | 1) =>
    (await app.get(api.list(challenge, { pending, count: 100 }))).body.results;
  return Promise.all(
    [...(await rowsOf(0)), ...(await rowsOf(1))]
      .map(withoutTextsForPrograms)
      .map(async ({ difficulty: _, ...row }) => ({
        ...row,
        pending: row.pending !== null,
        ...(row.og ? {} : Object.fromEntries(extras.map((name) => [name, null]))),
        links: (await app.get(api.attachments(String(row.filekey)))).body.links,
      })),
  );
}

const step = fc.record({
  act: fc.constantFrom(
    ...["add", "add", "edit", "delete", "undo", "verify", "reject", "rename"],
    ...["start", "forget", "spelling", "respell"],
  ),
  who: fc.constantFrom(...PEOPLE),
  first: fc.constantFrom("Quincy", "Ezili"),
  second: fc.constantFrom("Absolute Zero", "Glaive Lord"),
  map: fc.constantFrom(0, 1),
  og: fc.boolean(),
  verify: fc.boolean(),
  which: fc.nat(8),
});

const OG = { og: "on", upgrade1: "0-0-0", upgrade2: "0-0-0", version: "44", date: "2025-01-02" };

test("a client that follows the changes ends up with what the lists have, whatever was written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 18 }), async (steps) => {
      const app = await emptyApp(await openEngine());
      const names = ["Frozen Pond", "Dry Pond"].map((name) => `${name} ${crypto.randomUUID().slice(0, 8)}`);
      for (const [at, map] of names.entries())
        expect(
          (await app.post(api.addMap(), { ...MAP, map, abbreviation: map.slice(-8) }, HELPER)).status,
          String(at),
        ).toBe(200);
      const follower = new Follower(app);
      const ofOne = new Follower(app, "2tc");
      for (const { act, who, first, second, map, og, verify, which } of steps) {
        const form = { tower1: first, tower2: second, map: names[map] ?? "", person: who.id.slice(0, 3) };
        const fields = {
          ...{ ...form, link: "https://example.org/p" },
          ...(which % 2 === 0 ? { "link-setup": `https://example.org/${which % 3}` } : {}),
          ...(og ? OG : {}),
          ...(verify ? { verify: "on" } : {}),
        };
        const all = (await app.get(api.list("2tc", { count: 100 }))).body.results;
        const row = all[which % Math.max(all.length, 1)];
        const filekey = String(row?.filekey ?? "none");
        const changes = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
        const seq = String(changes[which % Math.max(changes.length, 1)]?.seq ?? 1);
        const starts = (await app.get(api.chimpsStarts({ map: names[map] ?? "" }))).body.results;
        const spelled = (await app.get(api.spellings())).body.results;
        const answer = await {
          add: () => app.post(api.addSubmit("2tc"), fields, who),
          edit: () =>
            app.post(api.addSubmit("2tc"), { ...fields, edit: "true", "edited-filekey": filekey }, who),
          delete: () =>
            app.post(
              api.deleteSubmit("2tc"),
              { entries: JSON.stringify([[row?.tower1 ?? "a", row?.tower2 ?? "b", row?.map ?? "c"]]) },
              who,
            ),
          undo: () => app.post(api.undoChange(), { seq }, HELPER),
          verify: () => app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, who),
          reject: () => app.post(api.rejectCompletion(), { filekey, reason: "a private word" }, HELPER),
          rename: async () => {
            const to = `Pond ${crypto.randomUUID().slice(0, 8)}`;
            const from = names[map] ?? "";
            const done = await app.post(
              api.addMap(),
              { ...MAP, abbreviation: from.slice(-8), map: to, oldMap: from },
              HELPER,
            );
            if (done.status === 200 && (await app.get(api.maps())).body.results.includes(to as never))
              names[map] = to;
            return done;
          },
          start: () =>
            app.post(
              api.addChimpsStart(),
              { map: form.map, title: `Start ${which}`, link: "https://example.org/s" },
              HELPER,
            ),
          forget: () => app.post(api.deleteChimpsStart(), { uuid: String(starts[0]?.uuid) }, HELPER),
          spelling: () => app.post(api.addSpelling(), { spelling: `qq${which}`, name: form.map }, HELPER),
          respell: () => app.post(api.deleteSpelling(), { id: String(spelled.at(-1)?.id) }, HELPER),
        }[act as "add"]();
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        // It falls behind now and then.
        if (which % 3 === 0) await follower.follow();
      }
      await follower.follow();
      await ofOne.follow();
      const list = byText(await listed(app, "2tc"));
      expect(byText(follower.completions("2tc"))).toEqual(list);
      expect(byText(ofOne.completions("2tc"))).toEqual(list);
      const maps = new Map(follower.of("map").map((map) => [map.mapId, map.map]));
      const mapsListed = (await app.get(api.allMaps())).body.results;
      expect(byText(follower.of("map").map(({ mapId: _, ...row }) => row))).toEqual(byText(mapsListed));
      const spellings = (await app.get(api.spellings())).body.results;
      const spelled = follower.of("spelling").flatMap(({ mapId, ...row }) => {
        // A map's spellings go and come back with it.
        if (mapId !== null && !maps.has(mapId)) return [];
        return [{ ...row, name: mapId === null ? row.name : maps.get(mapId) }];
      });
      expect(byText(spelled)).toEqual(byText(spellings));
      const balance = (await app.get(api.balanceChanges())).body.results;
      expect(byText(follower.of("balance-change"))).toEqual(byText(balance));
      const starts = (await app.get(api.chimpsStarts())).body.results;
      expect(
        byText(follower.of("chimps-start").map(({ mapId, ...row }) => ({ ...row, map: maps.get(mapId) }))),
      ).toEqual(byText(starts));
      expect(JSON.stringify(follower.entries)).not.toMatch(/-id"|a private word/);
    }),
    { numRuns: engineName === "workers" ? 4 : 12 },
  );
});

describe("a page of changes", () => {
  test("continues where the last one ended; a position beyond the end is refused", async () => {
    const app = await emptyApp(await openEngine());
    await app.add("2tc", { towers: ["Quincy", "Glaive Lord"] });
    const since = await endOf(app);
    expect((await app.get(api.publicChanges({ since }))).body).toEqual({
      ...{ results: [], next: since, more: false },
    });
    for (const challenge of [undefined, "2tc"]) {
      const { status, body } = await app.get(api.publicChanges({ since: since + 1, challenge }));
      expect([status, body.error]).toEqual([409, expect.stringContaining("Start again with since=0")]);
    }
    // Once a change is there, its place is valid like any other.
    await app.add("2tc", { map: "Logs", towers: ["Quincy", "Glaive Lord"] });
    expect((await app.get(api.publicChanges({ since: since + 1 }))).status).toBe(200);
  });

  test("is refused after a restore to clients that followed the lost changes, and only to them", async () => {
    const app = await emptyApp(await openEngine());
    await app.add("2tc", { towers: ["Quincy", "Glaive Lord"] });
    const kept = await endOf(app);
    // As after a restore: the changes that were lost had the numbers after this one.
    await app.database.atomic([insertLogBreak(new Date("2026-01-01T00:00:00Z"))]);
    const statusOf = async (since: number) => (await app.get(api.publicChanges({ since }))).status;
    expect([await statusOf(0), await statusOf(kept - 1), await statusOf(kept)]).toEqual([200, 200, 200]);
    expect([await statusOf(kept + 1), await statusOf(kept + 400)]).toEqual([409, 409]);
    await app.add("2tc", { map: "Logs", towers: ["Quincy", "Glaive Lord"] });
    const { body } = await app.get(api.publicChanges({ since: kept }));
    expect(body.results.map(({ action }) => action)).toEqual(["added"]);
    const next = Number(body.next);
    expect(next).toBeGreaterThan(Date.parse("2026-01-01T00:00:00Z"));
    expect(await statusOf(next)).toBe(200);
    expect([await statusOf(kept + 1), await statusOf(next + 1)]).toEqual([409, 409]);
    // Restored to this place once more.
    await app.database.atomic([insertLogBreak(new Date("2026-01-02T00:00:00Z"))]);
    expect([await statusOf(kept), await statusOf(next)]).toEqual([200, 200]);
    expect([await statusOf(kept + 1), await statusOf(next + 7)]).toEqual([409, 409]);
  });

  test.each(["-1", "x", "1.5", "1e3", "%00"])("is refused for since=%s", async (since) => {
    const app = await emptyApp(await openEngine());
    const { status, body } = await app.get(`/fetch-changes?since=${since}`);
    expect(status).toBe(400);
    expect(body.error).toMatch(/since/);
  });

  test("is refused for an unknown challenge", async () => {
    const app = await emptyApp(await openEngine());
    expect((await app.get(api.publicChanges({ challenge: "9tc" }))).status).toBe(400);
    expect((await app.get(api.publicChanges({ challenge: "2TC" }))).status).toBe(200);
  });

  test("contains no removed rows, no account ids and no changes that are not public", async () => {
    const app = await emptyApp(await openEngine());
    const since = await endOf(app);
    const claim = {
      tower1: "Quincy",
      tower2: "Glaive Lord",
      map: "Quad",
      person: "Ada",
      notes: "a secret word",
    };
    const link = "https://example.org/p";
    const added = await app.post(api.addSubmit("2tc"), { ...claim, link }, { id: "adas-id" });
    expect(added.status, added.body.error).toBe(200);
    const filekey = String(added.body.filekey);
    const changes = async () => (await app.get(api.publicChanges({ since: since }))).body;
    expect((await changes()).results).toMatchObject([
      { kind: "completion", action: "added", id: filekey, row: { filekey, pending: true, person: "Ada" } },
    ]);
    await app.post(api.rejectCompletion(), { filekey, reason: "a private word" }, HELPER);
    const { results } = await changes();
    expect(results).toMatchObject([
      { action: "added", id: filekey, row: null },
      { action: "removed", id: filekey, row: null },
    ]);
    // The submitter's edit of a rejected completion is not public until it is brought back.
    const edit = { ...claim, link, edit: "true", "edited-filekey": filekey, person: "Ada L" };
    expect((await app.post(api.addSubmit("2tc"), edit, { id: "adas-id" })).status).toBe(200);
    expect(JSON.stringify(results)).not.toMatch(/secret|private|adas-id|the-helpers-id/);
    expect(Object.keys(results[0] ?? {}).toSorted()).toEqual([
      "action",
      "at",
      "challenge",
      "id",
      "kind",
      "row",
      "seq",
    ]);
  });

  test("has at most 500 entries, in order", async () => {
    const app = await emptyApp(await openEngine());
    const { id } = await app.add("2tc", { towers: ["Quincy", "Glaive Lord"] });
    const since = await endOf(app);
    const row = { noun: "completion", action: "add", at: "2026-01-01", actor: "x" };
    await app.database.atomic([
      {
        sql: `insert into change (at, actor, action, noun, noun_id, after)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 1201)
          select ?, ?, ?, ?, 'gone-' || i, json_set(known.after, '$.challenge', iif(i % 2, '2tc', '2mp'))
            from n, change as known where known.noun_id = ?`,
        parameters: [row.at, row.actor, row.action, row.noun, id],
        query: null as never,
        queryId: null as never,
      },
    ]);
    const follower = new Follower(app);
    follower.next = since;
    await follower.follow();
    expect(follower.entries.map(({ id }) => id)).toEqual(
      Array.from({ length: 1201 }, (_, at) => `gone-${at + 1}`),
    );
    const first = (await app.get(api.publicChanges({ since: since, challenge: "2tc" }))).body;
    expect([first.results.length, first.more]).toEqual([500, true]);
    const ofOne = new Follower(app, "2tc");
    ofOne.next = since;
    await ofOne.follow();
    expect(ofOne.entries.length).toBe(601);
  });
});
