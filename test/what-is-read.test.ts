import { join, resolve } from "node:path";
import { constants } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { contractOf } from "../domain/contract/index.ts";
import { isCacheable } from "../server/cache/response-cache.ts";
import { collectTags, type Tag } from "../server/db/tags.ts";
import { type RunningSite, startSite } from "./node/site.ts";
import { questionsOf } from "./questions.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, ".."), "build/server/index.js");

const { endpoints, pages } = contractOf(CHALLENGES.values());
const kept = [...endpoints.filter(({ isCached }) => isCached), ...pages];

let site: RunningSite;
beforeAll(async () => {
  // No job runs again: what it reads is no answer's.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  site = await startSite({ SAMPLE_DATA: "on" }, await import(pathToFileURL(BUILD).href));
});
afterAll(() => site.stop());

const findRow = async (path: string) => (await (await site.app.request(path)).json()).results[0] ?? {};

/** For each table, the tags of which an answer that reads it must have one. Other tests check `day` and `sample`. */
const TAGS_OF: Readonly<Record<string, readonly Tag[]>> = {
  ...{ completion: ["completions"], completion_tower: ["completions"], completion_search: ["completions"] },
  ...{
    completion_player: ["completions"],
    completion_count: ["completions"],
    challenge_count: ["completions"],
    tower_count: ["completions"],
    tower_use: ["completions"],
    completion_without_proof: ["completions"],
    combination_count: ["completions"],
    combination_of: ["completions"],
  },
  ...{
    rendered_notes: ["completions"],
    code_check: ["completions"],
    gone_proof: ["completions"],
    kept_copy: ["completions"],
    change: ["completions"],
    import_under_way: ["import"],
  },
  ...{
    player_name: ["players"],
    player: ["players"],
    player_count: ["players"],
    player_map_count: ["players"],
    player_total: ["players"],
    month_count: ["completions"],
  },
  ...{ map: ["maps"], map_name: ["maps"], media: ["maps", "completions"] },
  proof_link: ["completions"],
  gone_proof: ["completions"],
  ...{
    account: ["accounts"],
    spelling: ["spellings"],
    balance_change: ["balance-changes"],
    game_version: ["game-versions"],
    tower: ["catalogue"],
  },
  ...{ chimps_start: ["starts"], dump: ["dumps"] },
  // A completion shows the document of its code as of its check, which moves its tags.
  challenge_code: ["challenge-codes", "completions"],
};

/** SQLite's own tables, those of the versions, and what a statement names itself (`with took as …`). */
const NO_TAG = /^(sqlite_|source$|completion_move$|json_each$|took$)/;

type Read = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Returns the tables that a question reads when nothing is cached, each with the columns read, and the tags of its
 * answer; null if that is not cacheable.
 */
async function readBy(question: string): Promise<{ read: Read; tags: readonly Tag[] | null } | null> {
  const { sqlite } = site.database;
  await site.database.transaction(() => sqlite.exec("update source set version = version + 1000"));
  // Bring the versions up to date now: that reads names of what has moved, which no answer is made from.
  site.database.currentVersions();
  const read = new Map<string, Set<string>>();
  // Setting an authorizer makes SQLite prepare its statements again.
  sqlite.setAuthorizer((action, table, column) => {
    if (action === constants.SQLITE_READ && table !== null) {
      // The search index is one table to us, backed by several.
      const name = table.startsWith("completion_search") ? "completion_search" : table;
      read.set(name, (read.get(name) ?? new Set()).add(column ?? ""));
    }
    return constants.SQLITE_OK;
  });
  try {
    const { result, tags } = await collectTags(() => site.app.request(question));
    await result.arrayBuffer();
    return isCacheable(result) ? { read, tags } : null;
  } finally {
    sqlite.setAuthorizer(null);
  }
}

const readOf = async (question: string): Promise<Read> => (await readBy(question))?.read ?? new Map();

const kindOf = (tag: Tag): string => tag.replace(/[ :].*/, "");

/** Returns the tables that an answer reads without having a tag of theirs. */
function untagged(read: Read, tags: readonly Tag[]): string[] {
  const named = new Set<string>(tags.map(kindOf));
  return [...read].flatMap(([table, columns]) => {
    if (NO_TAG.test(table)) return [];
    const own: readonly string[] = TAGS_OF[table] ?? [];
    const isSample = [...columns].every((column) => column === "sample") && named.has("sample");
    return isSample || own.some((tag) => named.has(tag)) ? [] : [table];
  });
}

describe.each(kept.map((address) => [address.path, address] as const))("%s", (_, address) => {
  test("reads only tables of the tags that its answers have", async () => {
    let answered = 0;
    for (const question of await questionsOf(address, findRow)) {
      const made = await readBy(question);
      if (!made) continue;
      answered += 1;
      expect(untagged(made.read, made.tags ?? []), question).toEqual([]);
    }
    expect(answered).toBeGreaterThan(0);
  });
});

test("the check notices reads of completions, maps and accounts", async () => {
  const { filekey } = await findRow("/fetch-2tc?count=1");
  // Accounts are read for the names of those who made changes.
  const { sqlite } = site.database;
  await site.database.transaction(() =>
    sqlite
      .prepare(`insert into change (at, actor, action, noun, noun_id, revision, shape, before, after)
        select at, 'somebody', 'edit', noun, noun_id, revision, shape, after, after from change where noun_id = ?`)
      .run(String(filekey)),
  );
  const read = await readOf(`/fetch-history?filekey=${filekey}`);
  expect(untagged(read, []).sort()).toEqual(["account", "change", "completion"]);
  expect(untagged(read, ["completions:2tc"])).toEqual(["account"]);
  expect(untagged(await readOf(`/fetch-2tc?filekey=${filekey}`), []).sort()).toEqual([
    "code_check",
    "completion",
    "completion_search",
    "map",
    "tower",
  ]);
  const search = await readOf("/fetch-2tc?query=xyzzy&person=ada");
  expect(untagged(search, ["completions", "maps"]).sort()).toEqual([
    "player",
    "player_name",
    "spelling",
    "tower",
  ]);
  expect(untagged(await readOf("/login"), [])).toEqual(["completion", "chimps_start"]);
});

test("an answer without the day among its tags is the same on another day", async () => {
  const answers = async () => {
    const all = new Map<string, string>();
    for (const address of kept)
      for (const question of await questionsOf(address, findRow, () => false)) {
        const { result, tags } = await collectTags(() => site.app.request(question));
        const text = await result.text();
        if (!tags?.includes("day")) all.set(question, text);
      }
    return all;
  };
  const today = await answers();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 400 * 24 * 3_600_000 });
  try {
    expect(await answers()).toEqual(today);
  } finally {
    vi.useRealTimers();
  }
});
