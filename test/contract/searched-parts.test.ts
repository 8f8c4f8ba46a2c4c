import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { engineName, openEngine } from "#engine";
import { api, type Query } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { collectTags } from "../../server/db/tags.ts";
import {
  movesStatement,
  PartVersions,
  type SourceRow,
  versionsOf,
  versionsStatement,
} from "../../server/db/versions.ts";
import { emptyApp } from "../factories.ts";

const TEXTS = [
  ...[
    "abs zero quad",
    "quad",
    "dart",
    "quincy logs",
    "glaive",
    "ice monkey",
    "ada",
    "zoë",
    "zoe quad",
    "player: ada",
  ],
  ...[
    "og:yes quad",
    "-quad zero",
    '"by the river"',
    "river",
    "map:logs",
    "quod",
    "2025",
    "video",
    "has:notes",
    "zo",
  ],
];
/** Filters without a search text. Together they make a part, too. */
const NARROWED: readonly Query[] = [
  { map: "Quad", person: "Ada" },
  { map: "Logs", pending: 1 },
  { tower: ["Absolute Zero", "Quincy"] },
  { tower: "Glaive Lord", map: "Quad" },
  { tower: "Dart Monkey", person: "Zoë", og: 0 },
  { difficulty: "expert", pending: 0 },
  { difficulty: "beginner", og: 1 },
  { og: 1 },
  { og: 0, person: "bob", count: 0 },
];
const ADDRESSES = [
  ...NARROWED.flatMap((query) => ["2tc", "lcc", "lcd"].map((key) => api.list(key, query))),
  ...TEXTS.flatMap((query) => [api.list("2tc", { query }), api.list("lcc", { query, count: 0 })]),
  ...TEXTS.slice(0, 12).map((q) => api.answer({ q })),
];

const TOWERS = ["Absolute Zero", "Dart Monkey", "Glaive Lord", "Ice Monkey", "Quincy"];
const MAPS = ["Quad", "Logs", "Ravine"];
const PEOPLE = ["Ada", "Zoë", "Bob"];
const NOTES = ["", "by the river", "zero lives left in 2025"];

const write = fc.record({
  challenge: fc.constantFrom("2tc", "lcc", "lcd"),
  towers: fc.shuffledSubarray(TOWERS, { minLength: 2, maxLength: 2 }),
  map: fc.constantFrom(...MAPS),
  people: fc.constantFrom(...PEOPLE),
  notes: fc.constantFrom(...NOTES),
  isVerified: fc.boolean(),
  og: fc.boolean(),
  /** The update that is made to it afterwards. */
  afterwards: fc.constantFrom(
    "notes = 'nobody wrote that'",
    "map_id = (select id from map where name = 'Logs')",
    "deleted_at = '2026'",
    "verified_at = verified_at",
  ),
});

test("the answer to a search or to a filtered list changes only if one of its tags has moved", async () => {
  const engine = await openEngine();
  // Without versions nothing is cached, so every answer is current.
  const app = await emptyApp({ ...engine, database: { ...engine.database, versions: async () => null } });
  const parts = new PartVersions();
  const seen = async () => {
    const rows = await app.database.query<SourceRow>([], versionsStatement());
    parts.see(rows, await app.database.query([], movesStatement(parts.last)));
    return versionsOf(rows, parts);
  };
  let [changed, stayed] = [0, 0];
  const look = async () => {
    const versions = await seen();
    const answers = ADDRESSES.map(async (address) => {
      const { result, tags } = await collectTags(() => app.app.request(address));
      expect(result.status, address).toBe(200);
      expect(tags, address).not.toBeNull();
      return { address, text: await result.text(), tags, version: versions.of(tags) };
    });
    return Promise.all(answers);
  };
  let before = await look();
  const expectTold = async () => {
    const after = await look();
    const versions = await seen();
    for (const [at, { address, text, tags, version }] of before.entries()) {
      const hasMoved = versions.of(tags) > version;
      if (after[at]?.text === text) stayed += hasMoved ? 0 : 1;
      else {
        changed += 1;
        expect(hasMoved, `${address} ${tags}`).toBe(true);
      }
    }
    before = after;
  };
  // Which parts move is said by the same SQL and code on both: the other engine has to run it.
  const runs = engineName === "node" ? 7 : 4;
  const samples = fc.sample(write, { numRuns: runs, seed: 2026 });
  for (const { challenge, towers, people, isVerified, afterwards, og, ...values } of samples) {
    const { id } = await app
      .add(challenge, {
        ...values,
        ...(challenge === "2tc" && { towers, upgrades: ["", ""] }),
        people: [people],
        pending: isVerified ? null : `somebody ${changed + stayed}`,
        og: og && !isVerified,
      })
      .catch(() => ({ id: "" }));
    await expectTold();
    await app.database.atomic([
      sql.raw(`update completion set ${afterwards} where id = '${id}'`).compile(sqlite),
    ]);
    await expectTold();
  }
  expect(changed).toBeGreaterThan(5 * runs);
  // Most writes do not concern an answer.
  expect(stayed).toBeGreaterThan(25 * runs);
});
