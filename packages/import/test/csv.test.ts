import { mkdtempSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../../app/api/repositories.server.ts";
import { changeProofLinks } from "../../../app/features/completions/repository/claims.server.ts";
import { makePublicDump } from "../../../app/features/dump/public-dump.server.ts";
import { readManifest } from "../../../app/features/dump/restore.server.ts";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { DUMP_NOUNS } from "../../../domain/contract/dumps.ts";
import { api } from "../../../domain/contract/routes.ts";
import { csvLine, csvRecords } from "../../../domain/lists/csv.ts";
import { linkName, otherSlots } from "../../../domain/media/proof-slots.ts";
import { folderOfFiles } from "../../../platform/node/moving-out/folder.ts";
import { SAMPLE } from "../../../platform/node/sample.ts";
import { sqlite } from "../../../server/db/database.ts";
import { testApp } from "../../../test/factories.ts";
import { type Importing, type ImportOptions, planImport } from "../import.ts";
import { readIndex } from "../read.ts";
import { planAsCsv, reportOf } from "../report.ts";
import { dryRun, importIndex, NOW } from "./site.ts";

const NOTHING_BESIDE: ImportOptions = { oldMedia: null, people: null, media: null };

function definitionOf(key: string): ChallengeDefinition {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(`no challenge ${key}`);
  return definition;
}

/** Makes a folder with files of these texts. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-csv-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function emptySite() {
  const { app, database } = await testApp(await openEngine());
  const importing: Importing = {
    ...{ database, data: openData(database), challenges: CHALLENGES },
    ...{ now: () => NOW, progress: () => {} },
  };
  const moveFolder = async (path: string) =>
    importIndex((await readIndex(path)).data, NOTHING_BESIDE, importing);
  const move = (files: Parameters<typeof folderOf>[0]) => moveFolder(folderOf(files));
  /** Says what an import would do. */
  async function findingsOf(files: Parameters<typeof folderOf>[0]) {
    const { data } = await readIndex(folderOf(files));
    const { findings } = await planImport(data, NOTHING_BESIDE, importing);
    return { data, findings, leftOver: findings.leftOver };
  }
  /** Makes a public dump, and returns its folder. */
  async function dump(): Promise<string> {
    const folder = folderOf({});
    const openSnapshot = async () => ({ database, close: () => {} });
    await makePublicDump("2026-07-01", {
      ports: { files: folderOfFiles(folder), rowsAtOnce: 200, openSnapshot },
      ...{ challenges: CHALLENGES, now: () => NOW, displayNames: async () => new Map(), licence: null },
    });
    return join(folder, "2026-07-01");
  }
  /** Gives the first row of every list a link in each of its slots. */
  const link = async (): Promise<void> => {
    for (const definition of CHALLENGES.values()) {
      const { results } = await (await app.request(api.list(definition.key, { sortby: "map" }))).json();
      const links = otherSlots(definition).map(({ role }) => ({
        role,
        url: `https://example.org/?${role},1`,
      }));
      if (links.length > 0) await database.atomic(changeProofLinks(results[0].filekey, [], links));
    }
  };
  return { app, database, data: importing.data, move, moveFolder, findingsOf, dump, link };
}

/** Returns the first rows of the sample's lists, with everything that their names and notes contain. */
async function someOfSample(): Promise<Record<string, string>> {
  const some: Record<string, string> = {};
  for (const key of CHALLENGES.keys()) {
    const text = await new Response((await SAMPLE.read(`${key}.csv`)) as BodyInit | null).text();
    some[`${key}.csv`] = [...csvRecords(text)].slice(0, 100).map(csvLine).join("");
  }
  return some;
}

test("downloaded lists can be imported into another index, whose lists are then the same", async () => {
  const [one, other] = [await emptySite(), await emptySite()];
  await one.move(await someOfSample());
  await one.link();
  const download = async (site: typeof one, key: string): Promise<string> =>
    (await site.app.request(api.csv(key, { columns: "all", spreadsheet: 1 }))).text();
  const lists: Record<string, string> = {};
  for (const key of CHALLENGES.keys()) lists[`${key}.csv`] = await download(one, key);
  const { leftOver } = await other.move(lists);
  expect(leftOver).toEqual([]);
  for (const key of CHALLENGES.keys()) {
    expect([...csvRecords(lists[`${key}.csv`] ?? "")]).toHaveLength(100);
    expect(await download(other, key)).toBe(lists[`${key}.csv`]);
    const slots = otherSlots(definitionOf(key)).map(({ role }) => `https://example.org/?${role},1`);
    for (const url of slots) expect(lists[`${key}.csv`]).toContain(url);
  }
});

test("lists downloaded for people can be imported too; where they came from, their rows are known by their filekeys", async () => {
  const [one, other] = [await emptySite(), await emptySite()];
  await one.move(await someOfSample());
  await one.link();
  const download = async (
    site: typeof one,
    query: Record<string, string>,
  ): Promise<Record<string, string>> => {
    const lists: Record<string, string> = {};
    for (const key of CHALLENGES.keys())
      lists[`${key}.csv`] = await (await site.app.request(api.csv(key, query))).text();
    return lists;
  };
  const people = await download(one, { for: "people", spreadsheet: "1" });
  const before = await download(one, { columns: "all" });
  await one.move(people);
  expect(await download(one, { columns: "all" })).toEqual(before);
  await other.move(people);
  expect(await download(other, { for: "people", spreadsheet: "1" })).toEqual(people);
});

test("a list with a slot's column says what its link is, an empty cell that it has none; without it the link stays", async () => {
  const { app, data, move } = await emptySite();
  const filekey = crypto.randomUUID();
  const [slot] = otherSlots(definitionOf("2tc"));
  const column = linkName(definitionOf("2tc"), slot?.role ?? "");
  const linksAfter = async (more: string, cell: string) => {
    const own = `Quincy,Absolute Zero,Quad,Ada,https://example.org/p,0,,${filekey}`;
    await move({ "2tc.csv": `tower1,tower2,map,person,link,og,pending,filekey${more}\n${own}${cell}\n` });
    return (await (await app.request(api.attachments(filekey))).json()).links;
  };
  const one = [{ role: slot?.role, url: "https://example.org/1" }];
  const other = [{ role: slot?.role, url: "https://example.org/2" }];
  expect(await linksAfter(`,${column}`, ",https://example.org/1")).toEqual(one);
  expect(await linksAfter("", "")).toEqual(one);
  expect(await linksAfter(`,${column.toUpperCase()}`, ",https://example.org/2")).toEqual(other);
  expect((await data.history.findAllOfCompletion(filekey, 10))?.length).toBe(2);
  expect(await linksAfter(`,${column}`, ",javascript:alert(1)")).toEqual(other);
  expect(await linksAfter(`,${column}`, ",")).toEqual([]);
});

test.each(["is still here", "was removed before"])(
  "a list downloaded from a site can be imported into it, where the sample %s: the sample gives way to what comes",
  async (which) => {
    const site = await testApp(await openEngine());
    const importing: Importing = {
      ...{ database: site.database, data: openData(site.database), challenges: CHALLENGES },
      ...{ now: () => NOW, progress: () => {} },
    };
    const sample = await site.add("lcc", { map: "Quad", money: 1_000, sample: true });
    const other = await site.add("lcc", { map: "Logs", money: 2_000, sample: true });
    const own = await site.add("lcc", { map: "Cubism", money: 3_000, towers: [] });
    const list = await (await site.app.request(api.csv("lcc", { columns: "all" }))).text();
    if (which === "was removed before")
      await site.post(api.removeSample(), {}, { id: "boss", roles: ["Admin"] });
    const { data } = await readIndex(folderOf({ "lcc.csv": list }));
    const planned = await dryRun(data, NOTHING_BESIDE, importing);
    const { tallies } = await importIndex(data, NOTHING_BESIDE, importing);
    expect(tallies).toEqual(planned.tallies);
    expect(tallies.get("lcc")).toMatchObject({ read: 3, new: 2, same: 1, refused: 0 });
    const { results } = (await site.get(api.list("lcc"))).body;
    expect(results.map(({ filekey }) => filekey).sort()).toEqual([sample.id, other.id, own.id].sort());
    for (const { id } of [sample, own]) {
      const { status } = await site.get(api.history({ filekey: id }));
      expect(status).toBe(200);
    }
    expect(await importing.data.completions.findSamples([sample.id, other.id])).toEqual(new Set());
  },
);

test("a row keeps its submission time; without a readable one, the time is unknown", async () => {
  const { data, move } = await emptySite();
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
  const [told, zoned, untold, wrong] = ids;
  const { leftOver } = await move({
    "lcc.csv": [
      "map,money,person,filekey,submitted",
      `Quad,1000,Ada,${told},2024-02-03T04:05:06Z`,
      `Quad,1001,Ada,${zoned},2024-02-03T04:05:06+02:00`,
      `Quad,1002,Ada,${untold},`,
      `Quad,1003,Ada,${wrong},yesterday`,
    ].join("\n"),
  });
  const times = await Promise.all(
    ids.map(async (id) => (await data.completions.findById(id))?.state.created_at),
  );
  expect(times).toEqual([
    ...["2024-02-03T04:05:06.000Z", "2024-02-03T02:05:06.000Z"],
    ...["1970-01-01T00:00:02.000Z", "1970-01-01T00:00:03.000Z"],
  ]);
  expect(leftOver.map(({ rule, row }) => [rule, row])).toEqual([["time-unreadable", 5]]);
});

test("a row that is not an original does not take over the extras that its list shows", async () => {
  const { data, move } = await emptySite();
  const [original, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const row = (map: string, og: number, id: string) =>
    `Quincy,Ezili,${map},Ada,${og},${id},0-0-0,1-1-1,40.0,2024-01-01`;
  await move({
    "2tc.csv": `tower1,tower2,map,person,og,filekey,upgrade1,upgrade2,version,date\n${row("Quad", 1, original)}\n${row("Logs", 0, second)}\n`,
  });
  const stateOf = async (id: string) => (await data.completions.findById(id))?.state;
  expect(await stateOf(original)).toMatchObject({ og: 1, version: "40.0", upgrades: '["0-0-0","1-1-1"]' });
  expect(await stateOf(second)).toMatchObject({ og: 0, version: null, date: null, upgrades: "[]" });
});

test("a good value is never emptied by one that cannot be read, and each change is shown as it is and becomes", async () => {
  const { data, move, findingsOf } = await emptySite();
  const id = crypto.randomUUID();
  const heading = "tower1,tower2,map,person,link,og,pending,filekey,upgrade1,upgrade2,version,date";
  const list = (...cells: string[]) => ({
    "2tc.csv": `${heading}\nQuincy,Ezili,Quad,Ada,${cells[0]},${cells[1]},,${id},${cells.slice(2).join()}\n`,
  });
  await move(list("https://example.org/1", "1", "Level 20", "0-5-2", "12.5", "2024-02-03"));
  const before = (await data.completions.findById(id))?.state;
  const damaged = list("see the chat", "1", "36561", "05.02.2000", "12. Mai", "31.02.2024");
  expect((await findingsOf(damaged)).leftOver.map(({ rule, column }) => [rule, column])).toEqual([
    ...["upgrade1", "upgrade2"].map((column) => ["upgrade-unreadable", column]),
    ...[
      ["version-unreadable", "version"],
      ["date-unreadable", "date"],
    ],
    ["link-unreadable", "link"],
  ]);
  const errors = list("#REF!", "#N/A", "#NAME?", "#VALUE!", "########", "#DIV/0!");
  const unreadable = list("n/a", "maybe", "52", "21", "unknown", "unknown");
  for (const each of [
    damaged,
    errors,
    unreadable,
    list("htps://youtu.be/q", "1", "Level 20", "#REF!", "?", "n/a"),
  ]) {
    expect(await move(each)).toMatchObject({ writes: 0 });
    expect((await data.completions.findById(id))?.state).toEqual(before);
  }
  const changed = list("https://example.org/1", "1", "Level 20", "5-2-0", "12.5", "");
  const { findings, data: read } = await findingsOf(changed);
  const said = 'Tower 2 Upgrades "0-5-2" → "5-2-0", Date "2024-02-03" → nothing';
  expect(reportOf(read, findings)).toContain(`  row 2 of 2tc: ${said}`);
  expect([...csvRecords([...planAsCsv(read, findings)].join(""))].at(-1)?.at(-1)).toBe(said);
});

test("a level is no upgrade of a tower: what Excel makes of 005 and 010 takes the place of nothing", async () => {
  const { data, move } = await emptySite();
  const [pair, set] = [crypto.randomUUID(), crypto.randomUUID()];
  const files = (solver: string, dart: string) => ({
    "2tc.csv": `tower1,tower2,map,person,og,filekey,upgrade1,upgrade2\nThe Bloon Solver,Psi,Quad,Ada,1,${pair},${solver},20\n`,
    "ltc.csv": `map,towerset,completiontype,person,filekey,upgradeset\nQuad,"[""Base Dart"",""Psi""]",og,Ada,${set},"[""${dart}"",""3""]"\n`,
  });
  await move(files("0-0-5", "0-2-0"));
  for (const [solver, dart] of [
    ["5", "20"],
    ["10", "10"],
    ["20", "Level 2"],
    ["Level 5", "5"],
  ] as const)
    expect(await move(files(solver, dart))).toMatchObject({ writes: 0 });
  const upgradesOf = async (id: string) => (await data.completions.findById(id))?.state.upgrades;
  expect([await upgradesOf(pair), await upgradesOf(set)]).toEqual(['["0-0-5","20"]', '["0-2-0","3"]']);
});

test("a new row whose OG mark cannot be read is refused with an OG's extras, and loses none; a yes of any language is one", async () => {
  const { data, move, findingsOf } = await emptySite();
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
  const rows = [
    `Psi,Quincy,Quad,Ada,,ja,,${ids[0]},20,Level 3,44.1,"Friday, May 31, 2024"`,
    `Psi,Quincy,Logs,Ada,,perhaps,,${ids[1]},,,44.1,early 2021`,
    `Psi,Quincy,Cubism,Ada,,perhaps,,${ids[2]},,,,`,
    `Psi,Quincy,#Ouch,Ada,,nein,,${ids[3]},,,44.1,early 2021`,
  ];
  const list = {
    "2tc.csv": `tower1,tower2,map,person,link,og,pending,filekey,upgrade1,upgrade2,version,date\n${rows.join("\n")}\n`,
  };
  expect((await findingsOf(list)).findings.all.map(({ rule, row }) => [rule, row])).toEqual([
    ...[
      ["og-unreadable", 3],
      ["og-unreadable", 4],
      ["og-with-extras", 3],
    ],
  ]);
  await move(list);
  const states = await Promise.all(
    ids.map(async (id) => (await data.completions.findById(id))?.state ?? null),
  );
  expect(states[0]).toMatchObject({
    ...{ og: 1, upgrades: '["20","Level 3"]', version: "44.1", date: "2024-05-31", notes: "" },
  });
  expect(states[1]).toBeNull();
  for (const state of states.slice(2))
    expect(state).toMatchObject({ og: 0, upgrades: "[]", version: null, date: null, notes: "" });
});

test("extra info whose completion has an OG mark that cannot be read is refused with it, and changes nothing that is here", async () => {
  const { move } = await emptySite();
  const files = (og: string) => ({
    "twotc_completions.csv": `tower1,tower2,map,person,link,og,pending\nThe Bloon Solver,Psi,Quad,Ada,,${og},\n`,
    "twotc_extra_info.csv":
      "tower1,tower2,upgrade1,upgrade2,version,date\nThe Bloon Solver,Psi,0-0-5,20,44.1,2024-05-31\n",
    "twotc_filekeys.csv": `tower1,tower2,map,filekey\nThe Bloon Solver,Psi,Quad,${"1".repeat(8)}-1111-4111-8111-111111111111\n`,
  });
  const refused = await move(files("perhaps"));
  expect(refused).toMatchObject({ writes: 0 });
  expect(refused.tallies.get("twotc_extra_info")).toMatchObject({ read: 1, refused: 1 });
  expect(refused.leftOver.map(({ rule }) => rule)).toContain("og-with-extras");
  expect(await move(files("1"))).toMatchObject({ writes: 1, leftOver: [] });
  expect(await move(files("perhaps"))).toMatchObject({ writes: 0 });
});

test.each(["NULL", "null", "None", "\\N", "NaN", "<NA>", "0", "false", "no", "nein", "N/A", "-", ""])(
  "pending of %j is nobody's claim",
  async (pending) => {
    const { data, move } = await emptySite();
    const id = crypto.randomUUID();
    await move({
      "lcc.csv": `map,money,person,pending,version,filekey\nQuad,1000,None,"${pending}",NULL,${id}\n`,
    });
    expect((await data.completions.findById(id))?.state).toMatchObject({
      ...{ pending: null, people: '["None"]', version: null },
    });
  },
);

test.each([
  ["auth0|ada", "auth0|ada"],
  ["1", "1"],
  ["true", "unknown"],
  ["x", "unknown"],
  ["#REF!", "unknown"],
])(
  "pending of %j is a claim of %j, and what a spreadsheet cannot say of it changes nothing later",
  async (pending, of) => {
    const { data, move } = await emptySite();
    const id = crypto.randomUUID();
    const list = (text: string) => ({
      "lcc.csv": `map,money,person,pending,filekey\nQuad,1000,Ada,${text},${id}\n`,
    });
    await move(list(pending));
    expect((await data.completions.findById(id))?.state.pending).toBe(of);
    expect(await move(list("#NAME?"))).toMatchObject({ writes: 0 });
  },
);

test("what a spreadsheet shows in the place of a value takes the place of nothing, in any column of any table", async () => {
  const { move, findingsOf } = await emptySite();
  const [id, start] = [crypto.randomUUID(), crypto.randomUUID()];
  const files = (value: (good: string) => string) => ({
    "lcc.csv": [
      "map,money,person,link,version,date,notes,filekey",
      `Quad,${value("1000")},${value("Ada")},${value("https://example.org/1")},${value("44.10")},${value("2024-05-31")},${value("Mine")},${id}`,
    ].join("\n"),
    "twotc_completions.csv": `tower1,tower2,map,person,link,og,pending,challenge_code\nPsi,Quincy,Quad,Ada,${value("https://example.org/2")},1,,${value("ZABCDEF")}\n`,
    "twotc_completion_notes.csv": `tower1,tower2,map,notes\nPsi,Quincy,Quad,${value("Its notes")}\n`,
    "map_information.csv": `map,abbreviation,difficulty,length,miscNotes\nOld Pond,${value("OP")},${value("expert")},${value("12.5")},${value("Deep.")}\n`,
    "chimps_starts.csv": `map,title,link,uuid\nQuad,${value("A start")},https://example.org/s,${start}\n`,
  });
  await move(files((good) => good));
  const damaged = files(() => "#VALUE!");
  const { findings } = await findingsOf(damaged);
  expect(findings.all.filter(({ rule }) => rule === "spreadsheet-error")).toHaveLength(14);
  expect(await move(damaged)).toMatchObject({ writes: 0 });
  expect(await move(files((good) => good))).toMatchObject({ writes: 0, leftOver: [] });
});

test("letters that another encoding or HTML damaged are told, and stay as they are", async () => {
  const { findingsOf, move } = await emptySite();
  const names = [
    "Zo\ufffd",
    "ZoÃ«",
    "Zoâ€™s",
    "Zo├½",
    "Zo&euml; &amp; Co",
    "Zo&#235;",
    "Zoë & Co",
    "Ñandú “São”",
    "Å",
  ];
  const list = {
    "lcc.csv": `map,money,person,link\n${names.map((name, at) => `Quad,${at},"${name}",https://example.org/?a=1&amp;b=${at}`).join("\n")}\n`,
  };
  const { findings } = await findingsOf(list);
  expect(findings.all.filter(({ rule }) => rule === "letters-damaged").map(({ row }) => row)).toEqual([
    ...[2, 3, 4, 5, 6, 7],
  ]);
  expect((await move(list)).tallies.get("lcc")).toMatchObject({ new: names.length });
});

test("cash that is no amount stands in the notes of its OG", async () => {
  const { data, move } = await emptySite();
  const id = crypto.randomUUID();
  const list = (money: string) => ({
    "2tcc.csv": `tower1,tower2,map,person1,person2,og,money,filekey\nPsi,Quincy,Quad,Ada,Bob,1,${money},${id}\n`,
  });
  await move(list("about 12k"));
  const stateOf = async () => (await data.completions.findById(id))?.state;
  expect(await stateOf()).toMatchObject({ money: null, notes: "Starting Cash as it was given: about 12k" });
  await move(list("850"));
  expect(await stateOf()).toMatchObject({ money: 850, notes: "" });
  expect(await move(list("about 12k"))).toMatchObject({ writes: 0 });
});

test("no proof is lost: what is no link stands in the notes, and addresses without a sign between them are several", async () => {
  const { app, data, move } = await emptySite();
  const links = [
    ["htps://youtu.be/q1", null, [], "Link as it was given: htps://youtu.be/q1"],
    ["hxxps://youtu.be/q2", null, [], "Link as it was given: hxxps://youtu.be/q2"],
    ["https://youtu.be/n1https://youtu.be/n2", "https://youtu.be/n1", ["https://youtu.be/n2"], ""],
    ["youtu.be/g1 youtu.be/g2", "https://youtu.be/g1", ["https://youtu.be/g2"], ""],
    ["n/a", null, [], ""],
  ] as const;
  const maps = ["Quad", "Logs", "Cubism", "#Ouch", "Ravine"];
  const ids = links.map(() => crypto.randomUUID());
  const rows = links.map(([text], at) => `Quincy,Ezili,${maps[at]},Ada,${text},0,,${ids[at]},`);
  const list = { "2tc.csv": `tower1,tower2,map,person,link,og,pending,filekey,notes\n${rows.join("\n")}\n` };
  await move(list);
  for (const [at, [, link, further, notes]] of links.entries()) {
    expect((await data.completions.findById(ids[at] ?? ""))?.state).toMatchObject({ link, notes });
    const { links: others } = await (await app.request(api.attachments(ids[at] ?? ""))).json();
    expect(others.map(({ url }: { url: string }) => url)).toEqual(further);
  }
  expect(await move(list)).toMatchObject({ writes: 0 });
});

test("what is no day stands in the notes, of an OG alone; what was mended at the source later takes its place", async () => {
  const { data, move } = await emptySite();
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const list = (date: string, notes = "") => ({
    "2tc.csv": [
      "tower1,tower2,map,person,link,og,pending,filekey,date,notes",
      `Quincy,Ezili,Quad,Ada,https://example.org/1,1,,${id},${date},${notes}`,
      `Quincy,Ezili,Logs,Ada,https://example.org/2,0,,${other},${date},`,
    ].join("\n"),
  });
  const stateOf = async (of: string) => (await data.completions.findById(of))?.state;
  await move(list("early 2021", "Hard."));
  expect(await stateOf(id)).toMatchObject({ date: null, notes: "Hard.\n\nDate as it was given: early 2021" });
  expect(await stateOf(other)).toMatchObject({ date: null, notes: "" });
  expect(await move(list("early 2021", "Hard."))).toMatchObject({ writes: 0 });
  await move(list("2021-02-03", "Hard."));
  expect(await stateOf(id)).toMatchObject({ date: "2021-02-03", notes: "Hard." });
});

test("a link of several addresses gives them to link and further proof, and the rest to the notes; text alone stands there", async () => {
  const { app, data, move, findingsOf } = await emptySite();
  const ids = Array.from({ length: 3 }, () => crypto.randomUUID());
  const links = [
    "Part 1: https://example.org/1 Part 2: https://example.org/2",
    "<https://example.org/3>",
    "see the chat",
  ];
  const maps = ["Quad", "Logs", "Cubism"];
  const list = {
    "2tc.csv": `tower1,tower2,map,person,link,og,pending,filekey,notes\n${links
      .map((link, at) => `Quincy,Ezili,${maps[at]},Ada,"${link}",0,,${ids[at]},Mine`)
      .join("\n")}\n`,
  };
  expect((await findingsOf(list)).findings.all.map(({ rule, row }) => [rule, row])).toEqual([
    ...[
      ["link-divided", 2],
      ["link-divided", 3],
      ["link-unreadable", 4],
    ],
  ]);
  await move(list);
  const states = await Promise.all(ids.map(async (id) => (await data.completions.findById(id))?.state));
  expect(states.map((state) => [state?.link, state?.notes])).toEqual([
    ["https://example.org/1", "Mine\n\nPart 1 Part 2"],
    ["https://example.org/3", "Mine"],
    [null, "Mine\n\nLink as it was given: see the chat"],
  ]);
  const { links: further } = await (await app.request(api.attachments(ids[0] ?? ""))).json();
  expect(further.map(({ url }: { url: string }) => url)).toEqual(["https://example.org/2"]);
  expect(await move(list)).toMatchObject({ writes: 0 });
});

test("a table is recognized by its file's name, or by its columns if no other table has them", async () => {
  const rows = "map,title,link,uuid\nQuad,A start,https://example.org,\n";
  for (const name of ["chimps_starts.csv", "CHIMPS_STARTS.CSV", "starts (1).csv"]) {
    const { data } = await readIndex(join(folderOf({ [name]: rows }), name));
    expect([...data.keys()]).toEqual(["chimps_starts"]);
    expect(data.get("chimps_starts")).toEqual([
      {
        ...{ table: "chimps_starts", row: 2, file: name },
        values: { map: "Quad", title: "A start", link: "https://example.org", uuid: null },
      },
    ]);
  }
});

/** A list as a spreadsheet saves it: what stands between values, and how the file is encoded. */
const SAVED = [",", ";", "\t"].flatMap((separator) =>
  (["utf8", "utf8 with a mark", "utf16le", "utf16be"] as const).map((encoding) => ({ separator, encoding })),
);

function encoded(text: string, encoding: (typeof SAVED)[number]["encoding"]): Uint8Array {
  if (encoding === "utf8") return Buffer.from(text);
  if (encoding === "utf8 with a mark") return Buffer.from(`\ufeff${text}`);
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return encoding === "utf16be" ? bytes.swap16() : bytes;
}

test.each(SAVED)("a list saved by a spreadsheet, $encoding, is read: %#", async ({ separator, encoding }) => {
  const row = (...cells: string[]): string => `${cells.map((cell) => `"${cell}"`).join(separator)}\r\n`;
  const text = row("map", "money", "person", "date") + row("Quad", "130.869", "Zoë; Ann, 1", "01.05.2024");
  const { data } = await readIndex(folderOf({ "lcc.csv": encoded(text, encoding) }));
  expect(data.get("lcc")?.map(({ values }) => values)).toEqual([
    { map: "Quad", money: "130.869", person: "Zoë; Ann, 1", date: "2024-05-01" },
  ]);
});

test.each([
  // One day above 12 says it of all rows.
  [["01/05/2024", "31/05/2024"], null, ["2024-05-01", "2024-05-31"], "day, month, year"],
  [["01/05/2024", "05/31/2024"], null, ["2024-01-05", "2024-05-31"], "month, day, year"],
  [["1.5.24", "2.5.24"], null, ["2024-05-01", "2024-05-02"], "day, month, year"],
  [["24-05-31", "24-06-01"], "ymd", ["2024-05-31", "2024-06-01"], "year, month, day"],
  [["01/05/2024"], "dmy", ["2024-05-01"], "day, month, year"],
  [["01/05/2024"], "mdy", ["2024-01-05"], "month, day, year"],
  [["01/05/24"], "ymd", ["2001-05-24"], "year, month, day"],
  [["1/25/2025 0:00:00", "3/4/2025 0:00:00"], null, ["2025-01-25", "2025-03-04"], "month, day, year"],
  // What no other date decides stays as it is written, to be refused by itself.
  [["01/05/2024", "02/03/2024"], null, ["01/05/2024", "02/03/2024"], null],
  [["31/05/2024", "02/13/2024"], null, ["31/05/2024", "02/13/2024"], null],
  // What is no date, or can be read in one way alone, decides nothing.
  [["spring", "2024-05-01", "99/99/2024", ""], null, ["spring", "2024-05-01", "99/99/2024", null], null],
] as const)("dates %j, said to be %s, are read in one order", async (written, dates, read, how) => {
  const text = `map,money,date\n${written.map((date) => `Quad,1,${date}\n`).join("")}`;
  const { data, taken } = await readIndex(folderOf({ "lcc.csv": text }), undefined, { dates });
  expect(data.get("lcc")?.map(({ values }) => values.date)).toEqual(read);
  expect(taken).toEqual(how === null ? [] : [`lcc.csv: a date is written ${how}`]);
});

const SAVED_ODDLY = {
  "a line that says what divides values": 'sep=;\r\nmap;money;person;date\r\nQuad;"1,000";Ada;2024-05-01\r\n',
  "that line with a comma": 'sep=,\nmap,money,person,date\nQuad,"1,000",Ada,2024-05-01\n',
  "that line as a sheet saves it that showed it":
    'sep=,,,,\r\nmap,money,person,date\r\nQuad,"1,000",Ada,2024-05-01\r\n',
  "that line in a sheet that divides otherwise":
    'sep=,;;;\nmap;money;person;date\nQuad;"1,000";Ada;2024-05-01\n',
  "that line in quotes": '"sep=;",,,\nmap,money,person,date\nQuad,"1,000",Ada,2024-05-01\n',
  "bars between values": "map|money|person|date\nQuad|1,000|Ada|2024-05-01\n",
  "the sign of an old end at its end": 'map,money,person,date\nQuad,"1,000",Ada,2024-05-01\n\u001a\0\0',
  "values that are protected from spreadsheets":
    '="map",="money","=""person""",date\n="Quad","=""1,000""",="Ada",="2024-05-01"\n',
  "its heading once more":
    'map,money,person,date\nQuad,"1,000",Ada,2024-05-01\n\ufeffMap,money,person,date\n',
  "columns that no list has": 'id,map,money,person,created_at,date\n7,Quad,"1,000",Ada,now,2024-05-01\n',
  "empty columns at its end": 'map,money,person,date,,\nQuad,"1,000",Ada,2024-05-01,,\n',
  "an empty column within": 'map,,money,person,date\nQuad,,"1,000",Ada,2024-05-01\n',
  "rows of nothing but commas": ',,,\nmap,money,person,date\n,,,\n , ,,\nQuad,"1,000",Ada,2024-05-01\n,,,\n',
  "rows that lack what is empty at their end":
    'map,money,person,date,notes,filekey\nQuad,"1,000",Ada,2024-05-01\n',
};

test.each(Object.entries(SAVED_ODDLY))("a list with %s is read", async (_, text) => {
  for (const name of ["lcc.csv", "lcc.txt", "lcc.csv.gz"]) {
    const bytes = name.endsWith(".gz")
      ? gzipSync(text)
      : encoded(text, name === "lcc.txt" ? "utf16le" : "utf8");
    const { data } = await readIndex(folderOf({ [name]: bytes }));
    expect(data.get("lcc")).toMatchObject([
      { values: { map: "Quad", money: "1,000", person: "Ada", date: "2024-05-01" } },
    ]);
  }
});

test("a row has the number that a spreadsheet shows beside it", async () => {
  const { data } = await readIndex(folderOf({ "lcc.csv": "map,money\nQuad,1\n,\nLogs,2\n" }));
  expect(data.get("lcc")?.map(({ row }) => row)).toEqual([2, 4]);
});

test("the community's tables are read as their newer database writes them: letter case, a column for its search, null", async () => {
  const { data } = await readIndex(
    folderOf({
      "map_information.csv": "map,abbreviation,haslos,haswater,numentrances\nQuad,QD,t,f,4\n",
      "twotc_completions.csv":
        "tower1,tower2,map,person,link,og,pending,tsv,challenge_code\nPsi,Quincy,Quad,null,null,t,null,'a':1,ZFXABCD\n",
    }),
  );
  expect(data.get("map_information")?.[0]?.values).toEqual({
    ...{ map: "Quad", abbreviation: "QD", hasLOS: "t", hasWater: "f", numEntrances: "4" },
  });
  expect(data.get("twotc_completions")?.[0]?.values).toEqual({
    ...{ tower1: "Psi", tower2: "Quincy", map: "Quad", person: "null", link: null, og: "t", pending: null },
    challenge_code: "ZFXABCD",
  });
});

test.each([
  ["nothing that says what it is", "what.csv", "a,b\n1,2\n", "call it like its challenge"],
  [
    "a title above its heading",
    "lcc.csv",
    "Table 1\nmap,money\nQuad,1\n",
    "its first row, Table 1, names no column of lcc",
  ],
  [
    "the heading of another file within",
    "lcc.csv",
    "map,money\nQuad,1\nmoney,map\n1,Logs\n",
    "row 3 is the heading of another file",
  ],
  ["a column twice", "lcc.csv", "map,map\nQuad,Quad\n", "names a column twice"],
  [
    "a row that is too short",
    "lcc.csv",
    "map,money\nQuad,1\nQuad\n",
    "row 3 has 1 values, and its heading 2",
  ],
  ["a quote without an end", "lcc.csv", 'map,money\n"Quad,1\n', "record 2 has a quote that is not closed"],
  [
    "a value without a heading",
    "lcc.csv",
    "map,,money\nQuad,x,1\n",
    "row 2 has a value in column 2, which has no heading",
  ],
  ["a value behind its heading", "lcc.csv", "map,money\nQuad,1,2\n", "row 2 has 3 values, and its heading 2"],
  ["a last row that is cut off", "lcc.csv", "map,money\nQuad,1\nLogs", "--cut-off takes what is there"],
  ["another encoding", "lcc.csv", new Uint8Array([109, 97, 112, 10, 0xe9]), "is not UTF-8"],
])("CSV with %s is refused with a message that names the file", async (_, name, text, says) => {
  const reading = readIndex(folderOf({ [name]: text }));
  await expect(reading).rejects.toThrow(says);
  await expect(reading).rejects.toThrow(name);
});

test("a file with only a heading has no rows, and an empty one is skipped", async () => {
  const { data } = await readIndex(folderOf({ "lcc.csv": "map,money\n", "lcd.csv": "" }));
  expect([...data]).toEqual([["lcc", []]]);
});

test("a public dump can be imported into another index, whose dump then has the same lines", async () => {
  const [one, other] = [await emptySite(), await emptySite()];
  await one.move({
    ...(await someOfSample()),
    "map_information.csv": "map,abbreviation,difficulty,length\nOld Pond,OP,expert,12.5\n",
    "chimps_starts.csv": `map,title,link,uuid\nOld Pond,How,https://example.org/s,${crypto.randomUUID()}\n`,
    "balance_changes.csv": `tower,version,change,nature,uuid\nDart Monkey,40.0,Costs more,nerf,${crypto.randomUUID()}\n`,
  });
  await one.link();
  await one.database.atomic([
    sql`update completion set verified_at = '2026-02-03T04:05:06.007Z' where challenge = 'lcc'`.compile(
      sqlite,
    ),
  ]);
  const from = await one.dump();
  const { leftOver } = await other.moveFolder(from);
  expect(leftOver).toEqual([]);
  const to = await other.dump();
  const linesOf = (folder: string, noun: string) =>
    gunzipSync(readFileSync(join(folder, `${noun}.jsonl.gz`)))
      .toString()
      .split("\n")
      .sort();
  // Helpers enter when versions came out: there is none here, and an import takes none.
  for (const noun of DUMP_NOUNS.filter((each) => each !== "history" && each !== "game-versions")) {
    const lines = linesOf(from, noun);
    expect(lines.length, noun).toBeGreaterThan(1);
    expect(linesOf(to, noun), noun).toEqual(lines);
  }
  expect(linesOf(to, "completions").join()).toContain('"verified":"2026-02-03T04:05:06.007Z"');
  // A file by itself, as a browser saves it.
  const saved = join(from, "2026-07-01-maps.jsonl.gz");
  renameSync(join(from, "maps.jsonl.gz"), saved);
  expect(await other.moveFolder(saved)).toMatchObject({ leftOver: [], writes: 0 });
});

test.each([
  ["a file that is cut off", "maps.jsonl", '{"map":"Quad"}\n{"map":', /maps\.jsonl: line 2 has no end/],
  ["a line that is no JSON", "maps.jsonl", "x\n", /maps\.jsonl: line 1 is no JSON/],
  ["a line that is no row", "maps.jsonl", "[1]\n", /maps\.jsonl: line 1 is no row/],
  [
    "a completion of a challenge of another version",
    "completions.jsonl",
    '{"challenge":"8tc","completion":{}}\n',
    /its line 1 has the challenge 8tc, which this version/,
  ],
  [
    "a value of another version",
    "completions.jsonl",
    '{"challenge":"lcc","completion":{"map":"Quad","rating":5}}\n',
    /its line 1 has rating, which this version of the site does not know/,
  ],
  [
    "a map's value of another version",
    "maps.jsonl",
    '{"map":"Quad","fog":true}\n',
    /its line 1 has fog, which/,
  ],
  ["a table of an export", "completion.jsonl", "{}\n", /An export is imported as its folder/],
  ["a file that lost lines", "manifest.json", "", /players\.jsonl\.gz: it ends behind line 0 of \d+/],
])("of JSON lines, %s is refused in words", async (_, name, text, says) => {
  const site = await emptySite();
  await site.move(await someOfSample());
  const folder = name === "manifest.json" ? await site.dump() : folderOf({ [name]: text });
  if (name === "manifest.json") writeFileSync(join(folder, "players.jsonl.gz"), gzipSync(""));
  await expect(readIndex(folder)).rejects.toThrow(says);
});

test("a public dump of an earlier version comes in with what it has", async () => {
  const maps = ["Quad", "Logs"].map((map) => `${JSON.stringify({ map, rating: null })}\n`).join("");
  const completion = { map: "Quad", money: 1, person: "Ada", link: "https://example.org/p", version: "50" };
  const lines = `${JSON.stringify({ challenge: "lcc", completion })}\n`;
  const files = [
    { noun: "completions", file: "completions.jsonl", rows: 1 },
    { noun: "maps", file: "maps.jsonl", rows: 2 },
  ];
  const dump = (more: readonly object[] = []) =>
    folderOf({
      "manifest.json": JSON.stringify({ day: "2026-01-01", files: [...files, ...more] }),
      "maps.jsonl": maps,
      "completions.jsonl": lines,
    });
  expect(await readManifest(folderOfFiles(dump()))).toBe(null);
  const { data } = await readIndex(dump());
  expect(data.get("map_information")?.map(({ values }) => values)).toEqual([
    { map: "Quad" },
    { map: "Logs" },
  ]);
  expect(data.get("lcc")?.map(({ values }) => values.person)).toEqual(["Ada"]);
  const later = dump([{ noun: "teams", file: "teams.jsonl.gz", rows: 1 }]);
  await expect(readManifest(folderOfFiles(later))).rejects.toThrow(/does not know the file teams\.jsonl\.gz/);
});
