import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { publicDump } from "../../app/features/dump/public-dump.server.ts";
import { deliverTo } from "../../app/features/webhooks/deliver.server.ts";
import { type Channel, messageFor } from "../../app/features/webhooks/message.server.ts";
import { webhookPositions } from "../../app/features/webhooks/repository.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { SAMPLE_REMOVED } from "../../server/db/changes.ts";
import { type Database, sqlite } from "../../server/db/database.ts";
import { historyReads } from "../../server/db/history.ts";
import { decompressed } from "../../server/files.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { filesInMemory } from "../files-in-memory.ts";

// Entries of the log that their noun's reader does not know, and everything that reads the log.

const HELPER = { id: "hel", roles: ["Index Helper"] };
/** In every value of the entries, so that a reader that prints one is found out. */
const MARK = "unknown-content";

type State = Readonly<Record<string, unknown>>;

/** An entry as the log stores it. The states are JSON. */
interface Entry {
  readonly noun: string;
  readonly id: string;
  readonly action: string;
  readonly shape: number;
  readonly before: string | null;
  readonly after: string | null;
}

/** Columns that are made anew from others whenever a state is written: the log is not read for them. */
const DERIVED = new Set([
  ...["people_keys", "people_sort_keys", "identity", "og_identity", "record_amount"],
  "completion version_order",
]);

/** Values that no field of any noun has. */
const WRONG = [{ [MARK]: 1 }, [[MARK]], true];
/** More, for single fields. */
const WRONG_HERE: Readonly<Record<string, readonly unknown[]>> = {
  people: [null, 5, MARK, `["${MARK}", 5]`, `{"${MARK}": 1}`, "[null]"],
  towers: [null, 5, MARK, "[[]]"],
  upgrades: [null, `"${MARK}"`, "[1]"],
  notes: [null, 5],
  money: [MARK],
  og: [null, 7, MARK],
  challenge: [null, 5],
  map_id: [null, 1.5, MARK],
  media: [null, MARK, [null], [MARK], [{ key: MARK }]],
  links: [null, MARK, [null], [MARK], [{ role: MARK }], [{ role: "setup", url: 5 }]],
  picture: [MARK, { hash: MARK }],
  "completion map": [5],
  "map map": [null, 5],
  "spelling map": [MARK],
  title: [null, 5],
  link: [5],
  difficulty: [5, MARK],
  spelling: [null, 5],
  tower: [5],
  uuid: [null],
};
/** What states that were logged earlier do not have. */
const LATER: ReadonlySet<string> = new Set([
  ...["completion challenge_code", "completion confirmed_by", "completion confirmed_at"],
  "completion confirmed_revision",
  "player shown",
  "map gameId",
]);
const ACTIONS = ["edit", "verify", "reject", SAMPLE_REMOVED, `${MARK} action`, "constructor"];

let app: TestApp;
/** The last state and the id of something of each noun. */
let known: ReadonlyMap<string, { readonly id: string; readonly state: State }>;
/** Where the log ended before the unknown entries. */
let start: number;
let filekey: string;

const said: unknown[][] = [];
const warn = console.warn;
beforeEach(() => {
  said.length = 0;
  console.warn = (...words: unknown[]) => void said.push(words);
});
afterEach(() => {
  console.warn = warn;
});

const entriesAfter = (seq: number) => openData(app.database).history.findAllAfter(seq, 10_000);

/** Writes entries to the log, as helpers' doing. */
async function insert(entries: readonly Entry[]): Promise<void> {
  await app.database.atomic([
    sql`insert into change (at, actor, actor_level, action, noun, noun_id, revision, shape, before, after)
      select strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'hel', 'helper', value ->> '$.action', value ->> '$.noun', value ->> '$.id', 1,
        value ->> '$.shape', value ->> '$.before', value ->> '$.after' from json_each(${JSON.stringify(entries)})`.compile(
      sqlite,
    ),
  ]);
}

beforeAll(async () => {
  app = await emptyApp(await openEngine());
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    const { status, body } = await app.post(path, fields, HELPER);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  start = await openData(app.database).history.last();
  const form = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad", link: "https://example.org/p" };
  filekey = String((await post(api.addSubmit("2tc"), { ...form, person: "Ada", verify: "on" })).filekey);
  const map = {
    difficulty: "advanced",
    version: "52",
    length: "20.5",
    numEntrances: "1",
    numExits: "2",
    numObjects: "0",
  };
  await post(api.addMap(), { ...map, map: "Unknown Pond", abbreviation: "UKP" });
  await post(api.addChimpsStart(), { map: "Unknown Pond", title: "A start", link: "https://example.org/s" });
  await post(api.addBalanceChange(), { tower: "Quincy", version: "52.1", change: "More", nature: "buff" });
  const source = "https://example.org/52.1";
  await post(api.addGameVersion(), { version: "52.1", releasedOn: "2025-11-05", source });
  await post(api.addSpelling(), { spelling: "ukpond", name: "Unknown Pond" });
  await post(api.banPlayer(), { name: "Ada", reason: "Borrowed recordings." });
  await post(api.banPlayer(), { name: "Ada", banned: "0" });
  const entries = await entriesAfter(start);
  known = new Map(entries.map(({ noun, id, after }) => [noun, { id, state: after as State }]));
  expect([...known.keys()]).toEqual([
    "completion",
    "map",
    "chimps-start",
    "balance-change",
    "game-version",
    "spelling",
    "player",
  ]);
  start = entries.at(-1)?.seq ?? 0;
});

/** Returns states of a noun that are not as it has them. */
function wrongStates(noun: string, state: State): unknown[] {
  const others = [...known].flatMap(([other, { state: its }]) => (other === noun ? [] : [its]));
  const fields = Object.keys(state).filter(
    (field) => !DERIVED.has(field) && !DERIVED.has(`${noun} ${field}`),
  );
  return [
    ...[5, MARK, true, [], [MARK], {}, { [MARK]: MARK }, { challenge: "2tc", deleted_at: null }, ...others],
    ...fields.flatMap((field) => {
      const { [field]: _, ...without } = state;
      return [
        ...(LATER.has(`${noun} ${field}`) ? [] : [without]),
        ...[...WRONG, ...(WRONG_HERE[field] ?? WRONG_HERE[`${noun} ${field}`] ?? [])].map((value) => ({
          ...state,
          [field]: value,
        })),
      ];
    }),
  ];
}

/** Returns entries that are unknown for a noun's reader. */
function unknownEntries(noun: string, thing = known.get(noun)): Entry[] {
  if (!thing) throw new Error(noun);
  const { id, state } = thing;
  const wrong = wrongStates(noun, state).map((each) => JSON.stringify(each));
  const right = JSON.stringify(state);
  const entry = { noun, id, shape: 1 };
  return [
    ...wrong.map((after, at) => {
      const action = ACTIONS[at % ACTIONS.length] ?? "";
      const [before, is] = [
        [null, after],
        [right, after],
        [after, right],
        [after, null],
      ][at % 4] as [string, string];
      return { ...entry, action, before, after: is };
    }),
    { ...entry, action: "edit", before: null, after: null },
    { ...entry, action: "edit", before: "null", after: "null" },
    // As a later version of the site would write it.
    { ...entry, action: "edit", shape: 99, before: null, after: right },
  ];
}

const NOUNS = ["completion", "map", "chimps-start", "balance-change", "game-version", "spelling", "player"];

/** Follows the changes from a number on, and counts the pages. */
async function follow(since: number): Promise<{ entries: State[]; next: number; pages: number }> {
  const entries: State[] = [];
  for (let [next, pages] = [since, 1]; ; pages += 1) {
    const { status, body } = await app.get(api.publicChanges({ since: next }));
    expect(status).toBe(200);
    entries.push(...body.results);
    if (!body.more) return { entries, next: Number(body.next), pages };
    expect(Number(body.next)).toBeGreaterThan(next);
    next = Number(body.next);
  }
}

/** What a receiver of a channel is told, from a number on. */
async function heardBy(channel: Channel, since: number): Promise<string[]> {
  const heard: string[] = [];
  const data = openData(app.database);
  const positions = webhookPositions(app.database);
  const receiver = { name: `unknown ${channel} ${since}`, channel, url: "https://chat.example/hook" };
  await positions.start(receiver.name, since);
  const parts = {
    ...{ data, positions, challenges: CHALLENGES, siteOrigin: "https://index.example", mediaOrigin: null },
    displayNames: async () => new Map<string, string>(),
    fetch: async (_: unknown, { body }: RequestInit = {}) => {
      heard.push(JSON.parse(String(body)).content);
      return new Response(null, { status: 204 });
    },
    now: () => new Date(),
    asksForCodes: false,
  };
  while (await deliverTo(receiver, parts as Parameters<typeof deliverTo>[1]));
  expect((await positions.find(receiver.name))?.seq).toBe(await data.history.last());
  return heard;
}

let day = Date.parse("2026-11-01");

/** Returns the history in a public dump, each of a day of its own. */
async function dumpedHistory(): Promise<State[]> {
  const files = filesInMemory();
  const ports = {
    files,
    rowsAtOnce: 40,
    openSnapshot: async () => ({ database: app.database, close: () => {} }),
  };
  day += 24 * 60 * 60 * 1000;
  const now = () => new Date(day);
  const { database } = app;
  await publicDump({
    ...{ database, challenges: CHALLENGES, now, licence: null, ports, say: () => {} },
    displayNames: async () => new Map(),
  }).run(new AbortController().signal);
  const stored = await files.read(`${now().toISOString().slice(0, 10)}/history.jsonl.gz`);
  if (!stored) throw new Error("no history");
  const text = await new Response(decompressed(stored) as unknown as BodyInit).text();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

test("a sample that is removed is logged in a shape that is known, and comes back without a trace in its history", async () => {
  const sample = await app.add("lcc", { map: "Quad", people: ["Sample"], sample: true });
  const from = await openData(app.database).history.last();
  expect((await app.post(api.removeSample(), {}, { id: "boss", roles: ["Admin"] })).status).toBe(200);
  expect((await follow(from)).entries).toMatchObject([
    { id: sample.id, action: "removed", challenge: "lcc", row: null },
  ]);
  const again = await app.add("lcc", { ...sample, sample: false });
  const { status, body } = await app.get(api.history({ filekey: again.id }));
  expect(status).toBe(200);
  expect(body.results.map(({ action }) => action)).toEqual(["add", "add"]);
  expect(said).toEqual([]);
});

test("an unknown shape is named on the console once, without any of its values, and so are 100 at most", async () => {
  const from = await openData(app.database).history.last();
  const entries = [...known].flatMap(([noun, { id, state }]) => {
    const after = JSON.stringify({
      ...state,
      created_at: [MARK],
      people: MARK,
      map: { [MARK]: 1 },
      name: 5,
      source: 5,
    });
    const one = { noun, id, action: `new of ${noun}`, shape: 1, before: null, after };
    return [one, one, { ...one, shape: 77 }];
  });
  await insert(entries);
  await follow(from);
  await follow(from);
  const lines = said.map(([words]) => String(words));
  expect(lines).toHaveLength(2 * known.size);
  expect(lines.join("\n")).toMatch(/\(completion, new of completion, shape 1: .*people.*\)\.$/m);
  await insert(Array.from({ length: 200 }, (_, at) => ({ ...entries[0], action: `${at}` }) as Entry));
  await follow(from);
  expect(said.length).toBeLessThanOrEqual(100);
  expect(JSON.stringify(said)).not.toContain(MARK);
});

describe.each(NOUNS)("unknown entries of a %s", (noun) => {
  let unknown: readonly { readonly seq: number }[];
  let since: number;
  beforeAll(async () => {
    since = await openData(app.database).history.last();
    await insert(unknownEntries(noun));
    unknown = await entriesAfter(since);
    expect(unknown.length).toBeGreaterThan(20);
  });

  test("are left out for those who follow the changes, who come past them", async () => {
    const { entries, next } = await follow(since);
    expect(entries).toEqual([]);
    expect(next).toBe(unknown.at(-1)?.seq);
  });

  test("are in no dump, and of no webhook", async () => {
    const seqs = (await dumpedHistory()).map(({ seq }) => Number(seq));
    expect(seqs.filter((seq) => seq > since && seq <= (unknown.at(-1)?.seq ?? 0))).toEqual([]);
    for (const channel of ["pending", "verified", "audit"] as const)
      expect(await heardBy(channel, since), channel).toEqual([]);
  });

  test("stand in the list of changes without anything of them, each with its number", async () => {
    const listed: State[] = [];
    for (let before: number | null = (unknown.at(-1)?.seq ?? 0) + 1; before !== null && before > since; ) {
      const { status, body } = await app.getAs(api.changes({ before }), HELPER.id, HELPER.roles);
      expect(status).toBe(200);
      listed.push(...body.results);
      before = body.next as number | null;
    }
    const own = listed.filter(({ seq }) => Number(seq) > since);
    expect(own.map(({ seq }) => seq)).toEqual(unknown.map(({ seq }) => seq).toReversed());
    for (const entry of own)
      expect(entry).toMatchObject({
        ...{ action: "unknown", title: "Something was changed here", changes: [], page: null },
        ...{ reason: null, undo: "never", noun },
      });
    expect(JSON.stringify(own)).not.toContain(MARK);
  });

  test("cannot be undone, nor looked at before an undo", async () => {
    for (const { seq } of unknown) {
      // Nobody writes that often.
      const helper = { ...HELPER, id: `helper ${seq}` };
      const answers = [
        await app.post(api.undoChange(), { seq: String(seq) }, helper),
        await app.post(api.undoChange(), { seq: String(seq), whole: "1" }, helper),
        await app.getAs(api.undoPreview({ seq }), HELPER.id, HELPER.roles),
      ];
      for (const { status, body } of answers) {
        expect([seq, status]).toEqual([seq, 409]);
        expect(body.error).toMatch(/^This change cannot be undone: .*\.$/);
      }
    }
  });
});

test("the history of a completion shows that something was changed, and the rest is as it was", async () => {
  await insert(unknownEntries("completion"));
  const { status, body } = await app.get(api.history({ filekey }));
  expect(status).toBe(200);
  const unknown = body.results.filter(({ action }) => action === "unknown");
  expect(unknown.length).toBeGreaterThan(50);
  for (const entry of unknown) expect(entry).toMatchObject({ changes: [], reason: null, who: "a helper" });
  expect(JSON.stringify(body)).not.toContain(MARK);
  expect((await app.get(api.list("2tc", { count: 100 }))).body.results).toHaveLength(1);
});

test("an edit that began before an unknown entry is refused as outdated, without saying what differs", async () => {
  const form = { tower1: "Quincy", tower2: "Absolute Zero", link: "https://example.org/p", person: "Ada" };
  const added = await app.post(api.addSubmit("2tc"), { ...form, map: "Logs", verify: "on" }, HELPER);
  const own = String(added.body.filekey);
  const edit = { ...form, map: "Logs", verify: "on", edit: "true", "edited-filekey": own };
  expect((await app.post(api.addSubmit("2tc"), { ...edit, person: "Bob" }, HELPER)).status).toBe(200);
  await app.database.atomic([
    sql`update change set before = '{}' where noun = 'completion' and noun_id = ${own} and action = 'edit'`.compile(
      sqlite,
    ),
  ]);
  const { status, body } = await app.post(
    api.addSubmit("2tc"),
    { ...edit, person: "Cid", revision: "1" },
    HELPER,
  );
  expect(status).toBe(409);
  expect(body.differs).toEqual([]);
});

test("of something whose last entry is unknown no row is published", async () => {
  const added = await app.add("2tc", { map: "Cargo", towers: ["Quincy", "Glaive Lord"] });
  const from = await openData(app.database).history.last();
  expect((await follow(from - 1)).entries).toMatchObject([{ id: added.id, row: { map: "Cargo" } }]);
  await insert([{ noun: "completion", id: added.id, action: "edit", shape: 1, before: null, after: "{}" }]);
  expect((await follow(from - 1)).entries).toMatchObject([{ id: added.id, row: null }]);
});

test("a page of nothing but unknown entries leads on to the next", async () => {
  const from = await openData(app.database).history.last();
  const id = known.get("map")?.id ?? "";
  const entry = { noun: "map", id, action: "edit", shape: 1, before: null, after: "[]" };
  await insert(Array.from({ length: 1_001 }, () => entry));
  const added = await app.add("2tc", { map: "Ravine", towers: ["Quincy", "Glaive Lord"] });
  const { entries, pages } = await follow(from);
  expect(pages).toBe(3);
  expect(entries).toMatchObject([{ id: added.id, action: "added" }]);
  expect((await dumpedHistory()).at(-1)).toMatchObject({ id: added.id });
});

test("an unknown action on states that are known is shown as a change, and can be undone", async () => {
  const { id } = known.get("map") ?? { id: "" };
  const [last] = await openData(app.database).history.findAllLast("completion", [filekey]);
  expect(last).toBeDefined();
  const state = known.get("map")?.state;
  const entry = { noun: "map", id, action: "constructor", shape: 1 };
  const from = await openData(app.database).history.last();
  await insert([
    { ...entry, before: JSON.stringify(state), after: JSON.stringify({ ...state, miscNotes: "Other" }) },
  ]);
  expect(await heardBy("audit", from)).toEqual([
    expect.stringMatching(/^a helper changed \*\*Map Unknown Pond\*\*/),
  ]);
  const { body } = await app.getAs(api.changes({ count: 1 }), HELPER.id, HELPER.roles);
  expect(body.results).toMatchObject([{ title: "Map Unknown Pond", undo: "request" }]);
});

test("an import whose entry is unknown is listed without anything of it", async () => {
  const entry = { noun: "import", id: "x", action: "import", shape: 1, before: null };
  await insert([
    { ...entry, after: JSON.stringify({ completion: MARK }) },
    { ...entry, after: "[]" },
  ]);
  const { body } = await app.getAs(api.changes({ count: 2 }), HELPER.id, HELPER.roles);
  expect(body.results).toMatchObject([{ action: "unknown" }, { action: "unknown" }]);
  expect(JSON.stringify(body)).not.toContain(MARK);
});

test("a state that is no JSON is unknown, too", async () => {
  const row = {
    seq: 1,
    at: "2026-01-01",
    actor: "hel",
    level: "helper",
    noun: "map",
    id: "1",
    revision: 1,
    shape: 1,
  };
  const database = {
    query: async () => [{ ...row, action: "edit", before: null, after: "{" }],
  } as unknown as Database;
  const change = await historyReads(database).findBySeq(1);
  if (!change) throw new Error("not read");
  const origins = { siteOrigin: "https://index.example", mediaOrigin: null };
  expect(
    messageFor("audit", change, "a helper", origins, { challenges: CHALLENGES }, new Set(["1"])),
  ).toBeNull();
});
