import { openData } from "../app/api/repositories.server.ts";
import { followNotices } from "../app/features/follows/job.server.ts";
import { webhookPositions } from "../app/features/webhooks/repository.server.ts";
import { fieldsOfKind } from "../domain/challenges/fields.ts";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { api } from "../domain/contract/routes.ts";
import { statement } from "../server/db/database.ts";
import { NO_TAGS } from "../server/db/tags.ts";
import { type Engine, testApp } from "./factories.ts";
import { tenantSignIn } from "./sign-in.ts";

// Plays acts that follow from a seed through the API, and returns what stands in the tables that rules fill, in a form
// that is the same on every engine and revision: ids by the order in which they were given.

const MEMBERS = ["ada", "bob", "cleo", "dan"].map((id) => ({ id, roles: [] as string[] }));
const HELPERS = ["hel", "kit"].map((id) => ({ id, roles: ["Index Helper"] }));
const VERIFIER = { id: "ver", roles: ["Index Verifier"] };
const EVERYBODY = [...MEMBERS, ...HELPERS, VERIFIER];
const DECIDING = [...HELPERS, VERIFIER];
const KEYS = ["2tc", "2tc", "2tcc", "2mp", "lcc", "lcc", "lcc", "lcc", "ltc", "ltc", "ltc", "lcd", "fttc"];
const MAPS = ["Quad", "Logs", "Quad", "Quad"];
const TOWERS = ["Quincy", "Glaive Lord", "Absolute Zero", "Ezili"];
const SETS = [["Dart Monkey"], ["Quincy", "Dart Monkey"], ["Quincy", "Dart Monkey", "Ice Monkey"]];
const DAYS = ["2025-01-02", "2025-03-04", "2025-03-04", "2026-01-05"];
const TYPES = fieldsOfKind(CHALLENGES.get("ltc") ?? never(), "completiontype")[0]?.[1].choices ?? [];
/** Milliseconds between acts. */
const STEP = 7 * 60_000;

function never(): never {
  throw new Error("no such challenge");
}

/** Returns numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What the tables hold after the acts, and what each act was answered. */
export interface Outcome {
  /** The statuses of the answers, in order. */
  readonly statuses: string;
  /** A digest of the tables now and then, so that what is undone later counts, too. */
  readonly digests: readonly string[];
  /** Each table's rows as JSON, sorted. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

/** Acts between two digests. */
const BETWEEN = 10;

async function digestOf(tables: Outcome["tables"]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(tables));
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", text)).slice(0, 4), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

const TABLES = {
  notice: "select person, kind, cause, completion, data, at, seen_at from notice",
  question: "select completion, asked_by, asked_at, until, answered_at from question",
  review: "select completion, holder, held_until from review",
  report:
    "select id, completion, reporter, reason, at, closed_at, closed_by, outcome, doubted_revision from report",
  wish: "select id, person, challenge, towers, map, at, removed_at, removed_by, reason from wish",
  change: "select seq, at, actor, action, noun, noun_id, revision from change where noun = 'completion'",
} as const;

/** Runs something during which ids are given in their order: several completions are written in that of their ids. */
async function withOrderedIds<Result>(run: () => Promise<Result>): Promise<Result> {
  const { randomUUID } = crypto;
  let last = 0;
  crypto.randomUUID = () => {
    last += 1;
    return `${last.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;
  };
  try {
    return await run();
  } finally {
    crypto.randomUUID = randomUUID;
  }
}

export const playActs = (engine: Engine, seed: number, count: number): Promise<Outcome> =>
  withOrderedIds(() => play(engine, seed, count));

async function play(engine: Engine, seed: number, count: number): Promise<Outcome> {
  const random = randomFrom(seed);
  let at = Date.parse("2026-02-01T00:00:00Z");
  const now = () => new Date(at);
  const { database } = engine;
  // The acts of days take seconds here.
  const signIn = { ...tenantSignIn(), count: async () => {} };
  const app = await testApp(engine, CHALLENGES, { now, signIn });
  const job = followNotices({
    ...{ data: openData(database), positions: webhookPositions(database), challenges: CHALLENGES, now },
  });

  const below = (most: number) => Math.floor(random() * most);
  const pick = <Value>(list: readonly Value[]): Value => list[below(list.length)] as Value;
  function shuffled<Value>(list: readonly Value[]): Value[] {
    const left = [...list];
    return list.map(() => left.splice(below(left.length), 1)[0] as Value);
  }
  const chance = (part: number) => random() < part;
  const read = <Row>(text: string) =>
    database.query<Row>(NO_TAGS, statement<Row>([text] as unknown as TemplateStringsArray));
  type Found = {
    id: string;
    challenge: string;
    pending: string | null;
    submitted_by: string | null;
    revision: number;
  };
  const find = (where: string) =>
    read<Found>(
      `select id, challenge, pending, submitted_by, revision from completion where ${where} order by seq desc limit 30`,
    );
  const WAITING = "deleted_at is null and pending is not null";
  const VERIFIED = "deleted_at is null and pending is null";
  const person = (id: string | null) => EVERYBODY.find((each) => each.id === id) ?? pick(MEMBERS);

  function formOf(challenge: string): Record<string, string> {
    const map = pick(MAPS);
    const name = pick(["Ada", "Bob", "Cleo"]);
    const common = { map, link: "https://example.org/p", person: name };
    const day = pick(DAYS);
    const dated = { version: "44.1", date: day };
    switch (challenge) {
      case "2tc":
      case "2tcc": {
        const [tower1 = "", tower2 = ""] = shuffled(TOWERS);
        const og = chance(0.3) ? { og: "on", upgrade1: "0-0-0", upgrade2: "0-0-0", ...dated } : {};
        const people = challenge === "2tcc" ? { person1: name, person2: "Zed" } : { person: name };
        return { map, link: common.link, tower1, tower2, ...people, ...og };
      }
      case "2mp": {
        const og = chance(0.3) ? { og: "on", upgrade: "0-0-0", ...dated } : {};
        return { ...common, entity: pick(["Glaive Lord", "Quincy", "Apex Plasma Master"]), ...og };
      }
      case "lcc":
      case "lcd":
        return { ...common, ...dated, money: String(700 + 50 * below(8)) };
      case "fttc":
        return { ...common, towerset: JSON.stringify(pick(SETS)), ...(chance(0.5) ? dated : {}) };
      default: {
        const set = pick(SETS);
        return {
          ...common,
          ...{ towerset: JSON.stringify(set), completiontype: pick(TYPES) },
          upgradeset: JSON.stringify(set.map((tower) => (tower === "Quincy" ? "" : "0-2-5"))),
          ...(chance(0.5) ? dated : {}),
        };
      }
    }
  }

  const post = async (path: string, fields: Record<string, string>, who: { id: string; roles: string[] }) =>
    (await app.post(path, fields, who)).status;
  const entries = (ids: readonly string[]) => ({ entries: JSON.stringify(ids) });
  const some = <Value>(list: readonly Value[], most: number) => shuffled(list).slice(0, 1 + below(most));

  const acts: readonly (readonly [weight: number, act: () => Promise<number>])[] = [
    [
      24,
      async () => {
        const challenge = pick(KEYS);
        const who = pick(EVERYBODY);
        const verify = chance(0.4) ? { verify: "on" } : {};
        return post(api.addSubmit(challenge), { ...formOf(challenge), ...verify }, who);
      },
    ],
    [
      4,
      async () => {
        const challenge = pick(["2tc", "2mp", "lcc"]);
        const by = pick([...MEMBERS, null]);
        const isPending = chance(0.4) && by !== null;
        const values = {
          ...{ map: pick([...MAPS, "Qaud"]), money: 700 + 50 * below(8), date: pick([...DAYS, null]) },
          towers:
            challenge === "2tc" ? ["Quincy", pick(["Ezili", "Tack Zne"])] : [pick(["Tack Zne", "Quincy"])],
          ...{ people: ["Ada"], submittedBy: by?.id ?? null, createdAt: now().toISOString() },
          ...(isPending ? { pending: by.id, verifiedBy: null } : {}),
        };
        return app.add(challenge, challenge === "lcc" ? { ...values, towers: [] } : values).then(
          () => 201,
          () => 499,
        );
      },
    ],
    [
      10,
      async () => {
        const found = pick(
          await find(chance(0.3) ? "1" : chance(0.5) ? WAITING : VERIFIED).then((all) =>
            all.length ? all : [null],
          ),
        );
        if (!found) return 0;
        const who = chance(0.5) ? person(found.pending ?? found.submitted_by) : pick(DECIDING);
        const fields = { ...formOf(found.challenge), edit: "true", "edited-filekey": found.id };
        return post(
          api.addSubmit(found.challenge),
          { ...fields, ...(chance(0.3) ? { verify: "on" } : {}) },
          who,
        );
      },
    ],
    [
      5,
      async () => {
        const found = await find(chance(0.7) ? VERIFIED : "deleted_at is null");
        const chosen = chance(0.6) ? found.slice(0, 6) : found;
        if (chosen.length === 0) return 0;
        const [first] = chosen;
        const ofOne = chosen.filter(({ challenge }) => challenge === first?.challenge);
        const who = chance(0.3) ? person(first?.submitted_by ?? null) : pick(HELPERS);
        return post(
          api.deleteSubmit(first?.challenge ?? ""),
          entries(some(ofOne, 3).map(({ id }) => id)),
          who,
        );
      },
    ],
    [
      12,
      async () => {
        const found = await find(WAITING);
        return found.length === 0
          ? 0
          : post(
              api.verifyCompletions(),
              entries(some(found, chance(0.4) ? 1 : 6).map(({ id }) => id)),
              pick(DECIDING),
            );
      },
    ],
    [
      4,
      async () => {
        const [found] = some(await find(WAITING), 1);
        return found
          ? post(api.rejectCompletion(), { filekey: found.id, reason: "No proof." }, pick(DECIDING))
          : 0;
      },
    ],
    [
      5,
      async () => {
        const found = some(await find(WAITING), 4);
        const verdicts = found.map(({ id, revision }) =>
          chance(0.6)
            ? { verdict: "verify", filekey: id, revision }
            : { verdict: "reject", filekey: id, revision, reason: "No." },
        );
        return found.length === 0
          ? 0
          : post(api.giveVerdicts(), { entries: JSON.stringify(verdicts) }, pick(DECIDING));
      },
    ],
    [
      10,
      async () => {
        const changes = await read<{ seq: number; act: string | null }>(
          `select seq, act from change where noun = 'completion' order by seq desc limit ${chance(0.6) ? 2 : 14}`,
        );
        const change = pick(changes.length ? changes : [null]);
        if (!change) return 0;
        const fields: Record<string, string> =
          change.act !== null && chance(0.6) ? { act: change.act } : { seq: String(change.seq) };
        return post(api.undoChange(), { ...fields, ...(chance(0.15) ? { whole: "1" } : {}) }, pick(DECIDING));
      },
    ],
    [
      3,
      async () => {
        const [found] = some(await find("deleted_at is not null"), 1);
        if (!found) return 0;
        const who = person(found.submitted_by);
        return chance(0.5)
          ? post(api.bringBack(), { filekey: found.id }, who)
          : post(api.ownThread(), { filekey: found.id, body: "It is right.", appeal: "1" }, who);
      },
    ],
    [
      8,
      async () => {
        const [found] = some(await find(WAITING), 1);
        if (!found) return 0;
        return chance(0.6)
          ? post(api.askPlayer(), { filekey: found.id, body: "Which version?" }, pick(DECIDING))
          : post(
              api.thread(),
              { filekey: found.id, body: "Hello.", ...(chance(0.3) ? { private: "1" } : {}) },
              pick(DECIDING),
            );
      },
    ],
    [
      4,
      async () => {
        const [asked] = some(
          await find(`${WAITING} and id in (select completion from question where answered_at is null)`),
          1,
        );
        return asked ? post(api.ownThread(), { filekey: asked.id, body: "44.1" }, person(asked.pending)) : 0;
      },
    ],
    [
      6,
      async () => {
        const [found] = some(await find(chance(0.7) ? VERIFIED : "deleted_at is null"), 1);
        return found ? post(api.report(), { filekey: found.id, reason: "Not theirs." }, pick(EVERYBODY)) : 0;
      },
    ],
    [
      3,
      async () => {
        const [found] = some(await find(VERIFIED), 1);
        if (!found) return 0;
        const fields = { filekey: found.id, revision: String(found.revision) };
        return chance(0.5)
          ? post(api.doubt(), { ...fields, reason: "Odd." }, pick(DECIDING))
          : post(api.confirm(), fields, pick(DECIDING));
      },
    ],
    [
      5,
      async () => {
        const open = await read<{ id: string }>(
          "select id from report where closed_at is null order by at, reporter limit 20",
        );
        const report = pick(open.length ? open : [null]);
        const outcome = pick(["stands", "pending", "removed"]);
        return report
          ? post(api.decideReport(), { report: report.id, outcome, reason: "Right." }, pick(HELPERS))
          : 0;
      },
    ],
    [
      6,
      async () => {
        const [found] = some(await find(WAITING), 1);
        if (!found) return 0;
        const path = pick([api.claimReview(), api.claimReview(), api.skipReview(), api.releaseReview()]);
        return post(path, { filekey: found.id, ...(chance(0.3) ? { take: "1" } : {}) }, pick(DECIDING));
      },
    ],
    [
      8,
      async () => {
        const [one = "", other = ""] = shuffled(TOWERS);
        const pair = [one, other].sort().join();
        const fields = pick<Record<string, string>>([
          { challenge: "2tc", towers: pair },
          { challenge: "2tc", towers: pair, map: pick(MAPS) },
          { challenge: "2mp", towers: one },
          { challenge: "lcc", towers: "", map: "Logs" },
          { challenge: "fttc", towers: "", map: pick(MAPS) },
        ]);
        return post(api.wish(), fields, pick(MEMBERS));
      },
    ],
    [
      0.5,
      async () => {
        const wishes = await read<{ id: string; person: string }>(
          "select id, person from wish where removed_at is null order by at, person limit 20",
        );
        const wish = pick(wishes.length ? wishes : [null]);
        return wish ? post(api.endWish(), { wish: wish.id }, person(wish.person)) : 0;
      },
    ],
    [
      2,
      async () =>
        post(
          api.follow(),
          pick([
            { challenge: "", query: "map=Quad" },
            { challenge: "lcc", query: "" },
            { challenge: "", query: "person=ada" },
          ]),
          pick(MEMBERS),
        ),
    ],
    [
      4,
      async () => {
        await job.run(new AbortController().signal);
        return 200;
      },
    ],
    [6, async () => post(api.seeNotices(), { until: now().toISOString() }, pick(EVERYBODY))],
    [
      2,
      async () =>
        post(
          api.acceptName(),
          pick([
            { kind: "tower", name: "Tack Zne", as: "The Tack Zone" },
            { kind: "map", name: "Qaud", as: "Quad" },
          ]),
          pick(HELPERS),
        ),
    ],
    [0.2, async () => post(api.erase(), { confirm: "DELETE" }, pick(MEMBERS))],
  ];
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  function choose(place: number): () => Promise<number> {
    let left = place;
    for (const [weight, act] of acts) {
      left -= weight;
      if (left < 0) return act;
    }
    return never();
  }
  const statuses: number[] = [];
  const digests: string[] = [];
  for (let step = 0; step < count; step += 1) {
    at += STEP;
    statuses.push(await choose(random() * total)());
    if (step % BETWEEN === 0) digests.push(await digestOf(await canonical(read)));
  }
  return { statuses: statuses.join(), digests, tables: await canonical(read) };
}

/** Reads the tables with each id in the place of which its order is known. */
async function canonical(read: <Row>(text: string) => Promise<Row[]>): Promise<Outcome["tables"]> {
  const names = new Map<string, string>();
  for (const [letter, ids] of [
    ["C", "select id from completion order by seq"],
    ["W", "select id from wish order by at, person"],
    ["R", "select id from report order by at, reporter"],
    ["M", "select id from message order by at, author"],
    ["E", "select actor as id from change where actor like 'erased-%' group by 1 order by min(seq)"],
  ] as const)
    for (const [at, { id }] of (await read<{ id: string }>(ids)).entries())
      if (!names.has(id)) names.set(id, `${letter}${at}`);
  // Of what is gone nothing says which it was.
  const UUIDS = /(erased-)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
  const plain = (text: string) => text.replace(UUIDS, (id) => names.get(id) ?? "?");
  const tables = await Promise.all(
    Object.entries(TABLES).map(async ([table, text]) => {
      const rows = (await read<object>(text)).map((row) => plain(JSON.stringify(Object.values(row))));
      return [table, rows.sort()] as const;
    }),
  );
  return Object.fromEntries(tables);
}
