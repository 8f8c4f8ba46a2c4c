import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { completionOf } from "../../app/features/completions/repository/stored-completion.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { mapsByName, NOTHING_KNOWN } from "../../domain/checks/check.ts";
import { failuresIn } from "../../domain/checks/index.ts";
import { MAPS } from "../../domain/game/maps.ts";
import { nameKey } from "../../domain/game/name-key.ts";
import { csvRecords } from "../../domain/lists/csv.ts";
import { presentRow } from "../../domain/lists/row.ts";
import { say } from "../../domain/messages/index.ts";
import { checkSubmission } from "../../domain/submissions/submission.ts";
import { SAMPLE } from "../../platform/node/sample.ts";
import { seedFacts } from "../../site/seed.ts";
import { FACTS } from "../../test/catalogue.ts";
import { planImport } from "./import.ts";
import { readIndex } from "./read.ts";
import { readSample } from "./sample.ts";

/** The folder as an operator would name it. */
const FOLDER = join(import.meta.dirname, "../../sample");
const NOW = new Date("2026-07-01T00:00:00Z");

let index: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  index = await openEngine();
  await seedFacts(index.database, NOW);
});

async function allRows() {
  const rows = [];
  for (const definition of CHALLENGES.values())
    for (const { id, state } of await readSample(definition.key, SAMPLE, index.database))
      rows.push({ definition, id, state, completion: completionOf({ id, state }) });
  return rows;
}

test("the folder can be imported as it is, with no findings but unknown submitters", async () => {
  const { data, passedOver } = await readIndex(FOLDER);
  expect([...passedOver.keys()]).toEqual([]);
  const { findings } = await planImport(
    data,
    { oldMedia: null, people: null, media: null },
    {
      ...{ database: index.database, data: openData(index.database), challenges: CHALLENGES },
      ...{ now: () => NOW, progress: () => {} },
    },
  );
  expect(findings.leftOver).toEqual([]);
  // The submitter of pending rows has no account.
  expect([...new Set(findings.all.map(({ rule }) => rule))]).toEqual(["submitter-unknown"]);
  const added = Array.from(findings.tallies(data), ([table, tally]) => [table, tally.read - tally.new]);
  expect(added).toEqual([...CHALLENGES.keys(), "chimps_starts"].sort().map((table) => [table, 0]));
});

test("every row would be accepted as a submission, unchanged", async () => {
  const rows = await allRows();
  expect(rows).toHaveLength(6_790);
  for (const { definition, completion } of rows) {
    const wire = Object.entries(presentRow(definition, completion));
    const texts = Object.fromEntries(wire.map(([name, value]) => [name, value?.toString()]));
    const { submission, problems } = checkSubmission(
      definition,
      {
        ...texts,
        og: completion.og ? "on" : undefined,
      },
      FACTS,
    );
    expect(problems).toEqual({});
    const { id: _, mapId: __, difficulty: ___, pending: ____, ...said } = completion;
    expect(submission).toEqual(said);
  }
});

test("players have given names in letters that every common font has, and links lead nowhere", async () => {
  const rows = await allRows();
  const people = new Set(rows.flatMap(({ completion }) => completion.people));
  expect(people.size).toBeGreaterThan(50);
  const given = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+( [\p{Script=Latin}]+)?$/u;
  expect([...people].filter((name) => !given.test(name))).toEqual([]);
  const towers = FACTS.names.map(({ name }) => nameKey(name));
  expect([...people].filter((name) => towers.includes(nameKey(name)))).toEqual([]);
  const links = rows.flatMap(({ id, completion: { link } }) =>
    link === null || link === `https://example.org/sample/${id}` ? [] : [link],
  );
  expect(links).toEqual([]);
});

test("CHIMPS starts have titles as people write them", async () => {
  const text = await new Response((await SAMPLE.read("chimps_starts.csv")) as BodyInit | null).text();
  const [, ...starts] = [...csvRecords(text)];
  expect(starts.length).toBeGreaterThan(10);
  const titles = starts.map(([, title = ""]) => title);
  expect(titles.filter((title) => !/^Sample: [A-Z][A-Za-z0-9 ,]+$/.test(title))).toEqual([]);
});

test("an LTC names what was built, upgrades fit their towers, and notes are written in common letters", async () => {
  const rows = await allRows();
  const built = rows.flatMap(({ definition, completion }) =>
    definition.key === "ltc" ? completion.towers : [],
  );
  expect([...new Set(built.map((name) => FACTS.find(name)?.kind))].sort()).toEqual(["hero", "upgrade"]);
  const maps = mapsByName(MAPS.map(({ name, ...each }) => ({ map: name, gameId: null, ...each })));
  for (const { definition, completion } of rows) {
    const wire = Object.entries(presentRow(definition, completion));
    const texts = Object.fromEntries(wire.map(([name, value]) => [name, String(value ?? "")]));
    const facts = { ...NOTHING_KNOWN, newestVersion: "54.0", maps };
    // Some have no code, as those that were recorded long ago.
    const failures = failuresIn(definition, texts, completion.og, FACTS, facts).filter(
      ({ id }) => id !== "code-in-notes",
    );
    expect(failures.map(({ problem }) => say(problem))).toEqual([]);
    expect(completion.notes).toMatch(/^[\x20-\x7e\n\p{Script=Latin}]*$/u);
  }
});

test("every row has one proof, either a link or a file, and every file belongs to a row", async () => {
  const [, ...keys] = [
    ...csvRecords(await new Response((await SAMPLE.read("media/keys.csv")) as BodyInit | null).text()),
  ];
  const rows = await allRows();
  const ids = new Set(rows.map(({ id }) => id));
  expect(keys.filter(([key = ""]) => !ids.has(key.split("/")[0] ?? ""))).toEqual([]);
  const uploaded = new Set(keys.map(([key]) => key).filter((key) => !key?.includes("/")));
  expect(
    rows.filter(({ id, completion: { link } }) => (link === null) !== uploaded.has(id)).map(({ id }) => id),
  ).toEqual([]);
  const named = new Set(keys.map(([, file]) => file));
  const there = readdirSync(join(FOLDER, "media")).filter((file) => file !== "keys.csv");
  expect([...named].sort()).toEqual(there.sort());
});
