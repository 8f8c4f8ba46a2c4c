import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { api, type Query } from "../../domain/contract/routes.ts";
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

/** Each kind of write, and each kind of update that is made to it afterwards. */
const WRITES = [
  {
    ...{ challenge: "2tc", towers: ["Absolute Zero", "Dart Monkey"], map: "Quad", person: "Ada", og: false },
    ...{ notes: "by the river", isVerified: true },
    afterwards: { map: "Logs" },
  },
  {
    ...{ challenge: "lcd", towers: null, map: "Ravine", person: "Bob", og: true, isVerified: false },
    ...{ notes: "zero lives left in 2025", afterwards: { notes: "nobody wrote that" } },
  },
  {
    ...{ challenge: "lcc", towers: null, map: "Quad", person: "Zoë", og: false, isVerified: true },
    ...{ notes: "", afterwards: { deleted_at: "2026" } },
  },
  {
    ...{ challenge: "2tc", towers: ["Quincy", "Ice Monkey"], map: "Ravine", person: "Bob", og: true },
    ...{ notes: "zero lives left in 2025", isVerified: false, afterwards: {} },
  },
];

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
  for (const { challenge, towers, person, isVerified, afterwards, og, map, notes } of WRITES) {
    const { id } = await app.add(challenge, {
      ...{ map, notes, og, people: [person] },
      ...(towers && { towers, upgrades: ["", ""] }),
      pending: isVerified ? null : `somebody ${changed + stayed}`,
    });
    await expectTold();
    await app.edit(id, afterwards);
    await expectTold();
  }
  expect(changed).toBeGreaterThan(5 * WRITES.length);
  // Most writes do not concern an answer.
  expect(stayed).toBeGreaterThan(25 * WRITES.length);
});
