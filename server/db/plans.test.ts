import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import {
  balanceChangesStatement,
  balanceChangeVersionsStatement,
} from "../../app/features/balance-changes/repository.server.ts";
import {
  catalogueStatement,
  insertTowers,
  toRenameStatement,
} from "../../app/features/catalogue/repository.server.ts";
import {
  codeStatement,
  forgetCreatorsStatement,
  forgetNotFoundStatement,
} from "../../app/features/challenge-codes/repository.server.ts";
import { chimpsStartsStatement } from "../../app/features/chimps-starts/repository.server.ts";
import {
  competingClaimsStatement,
  lostClaimsStatement,
  obstaclesStatement,
  secondOriginalsStatement,
} from "../../app/features/completions/repository/claims.server.ts";
import {
  codeProgressStatement,
  codesOfStatement,
  comparedBeforeStatement,
  notComparedStatement,
  taughtStatement,
  toAskStatement,
  toBackfillStatement,
} from "../../app/features/completions/repository/code-checks.server.ts";
import {
  type EffectState,
  type Event,
  effectsOf,
} from "../../app/features/completions/repository/effects.server.ts";
import {
  amongStatement,
  listStatements,
  numberedStatement,
  pagesStatement,
  samplesStatement,
  sinceStatement,
  towersOnMapsStatement,
} from "../../app/features/completions/repository/lists.server.ts";
import {
  alikePlayersStatement,
  sameFileStatement,
  sameLinkStatement,
  samePictureStatement,
  sharedPicturesStatement,
  sharedProofsStatement,
} from "../../app/features/completions/repository/look-alikes.server.ts";
import {
  doneStatement,
  latestStatement,
  newestStatement,
} from "../../app/features/completions/repository/newest.server.ts";
import {
  recordHoldersStatement,
  recordsStatement,
  setRecordsStatement,
  standingsStatement,
  supersededStatement,
} from "../../app/features/completions/repository/records.server.ts";
import {
  scopeOf,
  takenClaimsStatement,
  totalsStatement,
} from "../../app/features/completions/repository/rows.server.ts";
import {
  appearedStatement,
  countsStatement,
  distinctStatement,
  previewRowsStatement,
  rankedPlayersStatement,
  someStatement,
} from "../../app/features/completions/repository/several-lists.server.ts";
import {
  type CompletionState,
  displaceSample,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import {
  allTowersStatement,
  mapHoldersStatement,
  sentUnlistedStatement,
  towerCountsStatement,
  towerHoldersStatement,
  towersInStatement,
  withoutProofStatement,
} from "../../app/features/completions/repository/unresolved.server.ts";
import {
  bestOnMapsStatement,
  combinationsStatement,
  countsOnMapsStatement,
  ownStatement,
  takenCombinationsStatement,
  takenIdentitiesStatement,
  towersOfPlayerStatement,
} from "../../app/features/coverage/repository.server.ts";
import {
  addFollowStatement,
  dueListsStatement,
  followedAmongStatement,
  followsStatement,
  markDueStatement,
  tellByKeyStatement,
  tellByListStatement,
} from "../../app/features/follows/repository.server.ts";
import {
  linkedStatement,
  ownCopiesStatement,
  takeDueStatement as takeCopyStatement,
} from "../../app/features/kept-copies/repository.server.ts";
import { mapDetailsStatement, mapNamesStatement } from "../../app/features/maps/repository.server.ts";
import {
  filesAfterStatement,
  namedStatement,
  onMapStatement,
  toCompareStatement,
  toMakeStatement,
  withoutRowStatement,
} from "../../app/features/media/repository.server.ts";
import {
  noticesStatement,
  takeDueStatement,
  unseenStatement,
} from "../../app/features/notices/repository.server.ts";
import {
  areOfBannedStatement,
  openClaimsStatement,
  submittersStatement,
} from "../../app/features/players/repository/banned.server.ts";
import { submittedNamesStatement } from "../../app/features/players/repository/name-requests.server.ts";
import { openAsksStatement } from "../../app/features/players/repository/played-with.server.ts";
import {
  boardLengthStatement,
  boardStatement,
  boardYearsStatement,
  namesStatement,
  PLAYER_PARTS,
  partStatement,
  playedStatement,
  playerStatement,
  runsStatement,
} from "../../app/features/players/repository/player.server.ts";
import {
  playerCountsStatement,
  suggestedPlayersStatement,
} from "../../app/features/players/repository.server.ts";
import {
  backStatements,
  completionsOfStatement,
  followStatements,
  forgetFoundStatement,
  forgetOrphansStatement,
  goneStatements,
  linkCountsStatement,
  linksInStateStatement,
  linksStatement,
  type NewProof,
  passedStatement,
  saidSinceStatement,
  someCompletionsStatement,
  takeLinksStatement,
  watchedProofsStatement,
} from "../../app/features/proof-links/repository.server.ts";
import {
  addProposalStatement,
  openProposalsStatement,
  ownProposalsStatement,
  sameProposalStatement,
} from "../../app/features/proof-proposals/repository.server.ts";
import { exceptionsStatement } from "../../app/features/review/repository/exceptions.server.ts";
import {
  lastSeenStatement,
  reviewProgressStatement,
  threadStatement,
} from "../../app/features/review/repository/messages.server.ts";
import { secondLooksStatement } from "../../app/features/review/repository/reports.server.ts";
import {
  appealsStatement,
  claimNextStatement,
  claimStatement,
  comparedStatement,
  factsStatement,
  fallsStatement,
  holdersStatement,
  lastVerdictsStatement,
  notFreeStatement,
  queueCountStatement,
  queueStatement,
  verdictCountsStatement,
  waitStatement,
} from "../../app/features/review/repository.server.ts";
import {
  indexedWordsStatement,
  nameCountsStatement,
  newestChangeStatement,
  playersStatement,
  versionsPlayedStatement,
} from "../../app/features/search/repository.server.ts";
import {
  addWishStatement,
  ownWishesStatement,
  wantedStatement,
} from "../../app/features/wishes/repository.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { kindFilters } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { SEEDED_CATALOGUE } from "../../domain/game/seeded-catalogue.ts";
import { filtersOf, type ListQuery, readListQuery, sortableFields } from "../../domain/lists/list-query.ts";
import { SECOND_LOOKS } from "../../domain/submissions/policy.ts";

import { loadSample } from "../../packages/import/sample.ts";
import { SAMPLE } from "../../platform/node/sample.ts";
import type { NodeDatabase } from "../../platform/node/sqlite.ts";
import { seedFacts } from "../../site/seed.ts";
import { FACTS } from "../../test/catalogue.ts";
import { ofThisLogStatement } from "./changes.ts";
import {
  actsStatement,
  type ChangeFilters,
  changesOfActStatement,
  changesOfCompletionStatement,
  followedStatement,
  lastChangesStatement,
  newestChangesStatement,
} from "./history.ts";

let database: NodeDatabase;

beforeAll(async () => {
  const engine = await openEngine();
  database = engine.database as NodeDatabase;
  await seedFacts(database, new Date());
  await loadSample(database, engine.media, SAMPLE, new Date());
  database.sqlite.exec("pragma optimize = 0x10002");
});

afterAll(() => database.close());

/** Reads a list's query from its parameters, with its text taken as plain words. */
function queryOf(definition: ChallengeDefinition, search: string): ListQuery {
  const { text, query } = readListQuery(definition, new URLSearchParams(search), FACTS);
  if (text === null) return query;
  const find = { all: text.split(" ").map((begins) => ({ begins })) };
  return { ...query, conditions: [...query.conditions, { on: "search", find }] };
}

/** Returns the steps of a statement's query plan. */
function planOf({ sql, parameters }: CompiledQuery<unknown>): string[] {
  const rows = database.sqlite.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
  return rows.map(({ detail }) => String(detail));
}

/** Returns the steps of the subquery that finds a page's rows; the few rows found are then sorted once more. */
function planWithin({ sql, parameters }: CompiledQuery<unknown>): string[] {
  const rows = database.sqlite.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
  const within = rows.find(({ detail }) => /^(LIST SUBQUERY|MATERIALIZE)/.test(String(detail)));
  if (!within) throw new Error("the page is not found in a subquery");
  return rows.filter(({ parent }) => parent === within.id).map(({ detail }) => String(detail));
}

/**
 * Returns the steps that read a whole table. Covering indexes, JSON, literal values, a page's own rows and the few
 * former names of a map do not count.
 */
const scans = (plan: readonly string[]): string[] =>
  plan.filter(
    (step) =>
      /^SCAN (?!a$|json_each|value|\(|CONSTANT|changed$|former$|held$|later$|newest$|picked$|told$|scope$|\d+-ROW VALUES)/.test(
        step,
      ) && !/USING COVERING INDEX|VIRTUAL TABLE/.test(step),
  );

const everywhere = [
  "",
  "count=20&offset=200",
  "query=abs+zero",
  "map=Quad",
  "difficulty=expert",
  "person=Ada",
  "pending=1",
  "og=1",
  "filekey=x",
  // Lists around a completion on its page.
  "map=Quad&sortby=newest&count=7",
  "person=Ada&sortby=newest&count=7",
];

describe.each([...CHALLENGES.values()])("$key", (definition) => {
  const queries = [
    ...everywhere,
    ...(definition.fields.tower1
      ? [
          "tower1=Quincy",
          "tower2=Quincy",
          'towerquery=["Ice Monkey","Druid"]',
          "tower1=Quincy&tower2=Icicles",
          "tower=Quincy&tower=Ice+Monkey",
        ]
      : []),
    ...(definition.fields.entity ? ["entity=Quincy", 'towerquery=["Ice Monkey"]'] : []),
    ...(definition.fields.towerset
      ? [
          "towerincludes=Druid,Alchemist",
          "towercount=2",
          "tower=Druid&tower=Alchemist&towercount=2",
          'towerset=["Druid"]',
        ]
      : []),
    ...(definition.fields.completiontype ? ["completiontype=og"] : []),
    ...(definition.record ? ["record=only"] : []),
    ...((definition.record?.scopes.length ?? 0) > 1 ? ["record=major&map=Quad"] : []),
    ...(definition.fields.version ? ["version=44", "version=44.1"] : []),
    ...(definition.fields.money ? ["money=650", "money=>=650"] : []),
    ...(kindFilters(definition).has("tower") ? ["tower=Quincy"] : []),
    ...["date=2024-01-01", "since=2024", "before=2023-05", "has=video&has=notes", "query=abs&map=Quad&og=1"],
  ];
  test.each(queries)("the list and the count of '%s' scan no whole table", (query) => {
    const { page, total } = listStatements(definition, queryOf(definition, query));
    expect(scans(planOf(page("gathered"))), planOf(page("gathered")).join("\n")).toEqual([]);
    expect(scans(planOf(total)), planOf(total).join("\n")).toEqual([]);
  });

  test("a search with many results is walked along the index of its order", () => {
    const { page } = listStatements(definition, queryOf(definition, "query=monkey&difficulty=expert&og=1"));
    const walked = planWithin(page("walked"));
    expect(walked).not.toContain("USE TEMP B-TREE FOR ORDER BY");
    expect(walked.join()).not.toContain("INTEGER PRIMARY KEY (rowid=?)");
  });

  test("what a joined player's words do not find is found by their names", () => {
    const asked = queryOf(definition, "query=ada");
    const person = { on: "person", position: null, person: "Ada" } as const;
    const either: ListQuery = { ...asked, conditions: [{ on: "any", of: [asked.conditions, [person]] }] };
    const { page, total } = listStatements(definition, either);
    for (const plan of [planOf(page("gathered")), planOf(total)]) {
      expect(scans(plan), plan.join("\n")).toEqual([]);
      expect(plan.join("\n")).toContain(
        "COVERING INDEX completion_player_by_challenge (challenge=? AND name=?)",
      );
    }
  });

  test("words and marks are counted without reading rows", () => {
    const { total } = listStatements(definition, queryOf(definition, "query=abs+zero&og=1&pending=0"));
    const read = planOf(total).filter((step) => /^(SCAN|SEARCH) (?!challenge_count|CONSTANT)/.test(step));
    expect(read).toEqual([expect.stringContaining("completion_search VIRTUAL TABLE")]);
  });

  test.each([
    "",
    ...Array.from(sortableFields(definition), ([name]) => [`sortby=${name}`, `sortby=${name}+DESC`]).flat(),
  ])("a page in the order '%s' is read from an index without sorting the whole list", (query) => {
    const asked = queryOf(definition, query);
    const { page } = listStatements(definition, asked);
    // Rows of one first tower, pair or set may be sorted, since they are few.
    const isOfFew = ["tower1", "towers"].includes(String(asked.order[0]?.column));
    const sorted = isOfFew ? "USE TEMP B-TREE FOR ORDER BY" : "TEMP B-TREE";
    expect(planWithin(page("gathered")).join("\n")).not.toContain(sorted);
  });
});

test("leaderboards and the table are read from counts, in the order of an index", () => {
  for (const key of ["2tc", "2mp"]) {
    const definition = CHALLENGES.get(key);
    if (!definition) throw new Error(key);
    for (const ogOnly of [false, true]) {
      const board = planOf(playerCountsStatement(definition, { ogOnly, limit: 10, offset: 0 }));
      const order = `player_count_by_${ogOnly ? "originals" : "verified"}`;
      expect(board).toContain(
        `SEARCH board USING INDEX ${order} (challenge=? AND ${ogOnly ? "originals" : "verified"}>?)`,
      );
      expect(
        // Claims are read where a player has several spellings: they do not count for how a name is shown.
        board.filter((step) => /^SCAN (p|c|m)\b| completion USING (?!INDEX completion_claims_of)/.test(step)),
        board.join("\n"),
      ).toEqual([]);
    }
    const table = planOf(towersOnMapsStatement(definition));
    expect(table).toEqual(["SEARCH tower_count USING PRIMARY KEY (challenge=?)"]);
  }
});

test("boards of players are read in the order of an index", () => {
  for (const ogOnly of [false, true]) {
    const order = `player_total_by_${ogOnly ? "originals" : "verified"}`;
    for (const year of [null, 2024]) {
      const query = { board: { challenge: "2tc", ogOnly }, year, offset: 0, count: 50 };
      const plan = planOf(boardStatement({ ...query, prefix: null }));
      expect(plan.join("\n")).toContain(`SEARCH player_total USING INDEX ${order} (board=? AND year=? AND `);
      expect(
        scans(plan).filter((step) => !/^SCAN (line|level|\(subquery)/.test(step)),
        plan.join("\n"),
      ).toEqual([]);
      const length = planOf(boardLengthStatement({ ...query, prefix: "Zo" }));
      expect(
        scans(length).filter((step) => !/^SCAN range/.test(step)),
        length.join("\n"),
      ).toEqual([]);
    }
  }
  expect(planOf(boardYearsStatement({ challenge: "2tc", ogOnly: false })).join()).toContain("(challenge=?)");
});

test("a player is found by a name, and an account's players by what it submitted", () => {
  const found = planOf(playerStatement("Ada"));
  expect(found.join("\n")).toMatch(/SEARCH n USING INDEX sqlite_autoindex_player_name_1 \(name_key=\?\)/);
  const names = planOf(submittedNamesStatement("ada"));
  expect(names.join("\n")).toContain("SEARCH c USING INDEX completion_of_submitter (submitted_by=?)");
  expect(
    scans(names).filter((step) => !/^SCAN (mine|\(subquery)/.test(step)),
    names.join("\n"),
  ).toEqual([]);
});

test("who holds most records is counted by walking each map's best", () => {
  const plan = planOf(recordHoldersStatement([...CHALLENGES.values()], 10));
  for (const step of plan.filter((each) => / r USING /.test(each)))
    expect(step).toMatch(/INDEX completion_best_(on_map|of_type|in_version) \(challenge=\?/);
  expect(
    scans(plan).filter((step) => !/^SCAN (m|map|scope|held|c|\(subquery)\b/.test(step)),
    plan.join("\n"),
  ).toEqual([]);
});

test.each([
  ...PLAYER_PARTS.map((part) => [part, partStatement(part, 1)] as const),
  ["all else", playedStatement(1)] as const,
])("%s of a player is read from the player's own rows, each once", (_, statement) => {
  const plan = planOf(statement as CompiledQuery<unknown>);
  expect(
    scans(plan).filter((step) => !/^SCAN (played|with_whom|\(subquery)/.test(step)),
    plan.join("\n"),
  ).toEqual([]);
  expect(plan.filter((step) => step.startsWith("SEARCH c ")).length).toBeLessThan(2);
});

/** Only the columns of a claim that the statements read. */
const CLAIM = {
  ...{ challenge: "2tc", identity: "x", og: 1, og_identity: "y", pending: "ada" },
  ...{ map_id: 1, money: 1, version: null, date: null, link: null, people_keys: "[]", media: [] as const },
} as unknown as CompletionState;

const LEAST_COST = CHALLENGES.get("lcc") as ChallengeDefinition;
const TWO_TOWERS = CHALLENGES.get("2tc") as ChallengeDefinition;
const BY_SOMEBODY = Array.from(CHALLENGES.values(), (definition) => ({
  definition,
  conditions: filtersOf(definition, new URLSearchParams({ person: "Ada" }), FACTS),
  ...{ total: 10, all: 10_000 },
}));
/** A verified completion with a record. */
const RANKED: EffectState = {
  ...{ challenge: "ltc", map_id: 1, completion_type: "og", record_amount: 5, date: "2025-01-01", og: 0 },
  ...{ submitted_by: "x", pending: null, verified_at: "2025", deleted_at: null, og_identity: null },
  ...{ towers: "[]", people: '["x","y"]' },
};
const WAITING: EffectState = { ...RANKED, pending: "x", verified_at: null };
const becomes = (before: EffectState | null, after: EffectState, action = "edit"): Event => ({
  ...{ kind: "completion", id: "x", before, after, actor: "x", action },
});
const EVENTS: Readonly<Record<string, readonly Event[]>> = {
  "an addition": [becomes(null, RANKED)],
  "a verdict": [becomes(WAITING, RANKED, "verify")],
  "a rejection": [becomes(WAITING, { ...WAITING, deleted_at: "2026" }, "reject")],
  "a deletion": [becomes(RANKED, { ...RANKED, deleted_at: "2026" })],
  "an undo": [becomes({ ...RANKED, deleted_at: "2026" }, RANKED, "undo")],
  "a return to the queue": [becomes(RANKED, WAITING)],
  "an edit": [becomes(RANKED, { ...RANKED, map_id: 2, record_amount: 4, og: 1 })],
  "an answer by an edit": [becomes(WAITING, WAITING)],
  "a message": [{ kind: "message", id: "x" }],
  "a decision on a report": [{ kind: "report", id: "x" }],
  "changes in two scopes": [becomes(WAITING, RANKED), becomes(RANKED, { ...WAITING, challenge: "lcc" })],
};
const ON_QUAD = filtersOf(TWO_TOWERS, new URLSearchParams({ map: "Quad", tower: "Quincy" }), FACTS);
const NARROWED = [{ definition: TWO_TOWERS, conditions: ON_QUAD }];

test.each([
  ["a map's details", mapDetailsStatement(1)],
  ["a map's starts", chimpsStartsStatement(1)],
  ["a tower's balance changes", balanceChangesStatement({ tower: "Ice Monkey", versions: null })],
  ["some versions' balance changes", balanceChangesStatement({ tower: null, versions: { from: 1, to: 2 } })],
  ["a tower's versions", balanceChangeVersionsStatement("Ice Monkey")],
  ["all versions", balanceChangeVersionsStatement(null)],
  ["the towers of a challenge's completions", towersInStatement("2tc")],
  ["the towers of all completions", allTowersStatement()],
  ["how many completions have a tower", towerCountsStatement(["Tack Zne", "Icy"])],
  ["the next completions with a tower", towerHoldersStatement("Tack Zne", 5, 100)],
  ["the next completions on maps of a name", mapHoldersStatement("Qaud", 5, 100)],
  [
    "the newest completions",
    newestStatement([{ challenges: CHALLENGES, challenge: null, map: null, ogOnly: false, count: 8 }]),
  ],
  [
    "the newest originals",
    newestStatement([{ challenges: CHALLENGES, challenge: null, map: null, ogOnly: true, count: 8 }]),
  ],
  [
    "the newest completion on a map",
    newestStatement([{ challenges: CHALLENGES, challenge: "2tc", map: 1, ogOnly: false, count: 1 }]),
  ],
  ["what stands in a claim's way", obstaclesStatement(CLAIM, "x")],
  [
    "what stands in the way of a claim without a combination",
    obstaclesStatement({ ...CLAIM, identity: null }, "x"),
  ],
  ["the competing claims of what is verified", competingClaimsStatement(["x"])],
  ["originals that came second", secondOriginalsStatement(["x"])],
  ["claims of what was verified meanwhile", lostClaimsStatement(["x"])],
  [
    "completions with the same link",
    sameLinkStatement("x", ["https://youtu.be/aaaaaaaaaaa"], ["2tc", "lcc"], 10),
  ],
  ["completions with the same file", sameFileStatement("x", 10)],
  [
    "proofs that others have, too",
    sharedProofsStatement([{ id: "x", links: ["https://youtu.be/aaaaaaaaaaa"] }], ["2tc", "lcc"]),
  ],
  ["what is known of submitters", submittersStatement(["x"])],
  ["which completions are banned players'", areOfBannedStatement([{ people_keys: "[]", submitted_by: "x" }])],
  ["what is pending of a banned player", openClaimsStatement("x", 100)],
  ["what a claim is compared with", comparedStatement("x", LEAST_COST)],
  ["the facts of a claim", factsStatement("x", CHALLENGES.values())],
  ["whose records would fall", fallsStatement(["x"], CHALLENGES.values())],
  ...Object.entries(EVENTS).flatMap(([name, events]) =>
    effectsOf(events).map((statement, at): [string, CompiledQuery<unknown>] => [
      `what follows from ${name}, ${at}`,
      statement,
    ]),
  ),
  ["what an earlier completion superseded", supersededStatement("ltc", ["map", "completiontype"], ["x"])],
  ["all names of a player", namesStatement(1)],
  ["who else looks at claims", holdersStatement(["x"], { helper: "hel", now: "2026" })],
  ["taking a claim", claimStatement("x", { helper: "hel", now: "2026", appealsSince: "" }, "2027", false)],
  ["who rejected what is appealed", appealsStatement(["x"])],
  ["how often an account's submissions were verified", verdictCountsStatement("x")],
  ["the last verdicts on an account's submissions", lastVerdictsStatement("x", 5)],
  ["what is new in a list", sinceStatement(TWO_TOWERS, [], 1)],
  ["what is new in a narrowed list", sinceStatement(TWO_TOWERS, ON_QUAD, 1)],
  ["players whose names look alike", alikePlayersStatement("x", 10)],
  ["what an answer counts", countsStatement([{ definition: TWO_TOWERS, conditions: ON_QUAD }])],
  ["on how many maps something is done", distinctStatement(NARROWED, "maps")],
  ["with how many towers something is done", distinctStatement(NARROWED, "towers")],
  ["with how many pairs something is done", distinctStatement(NARROWED, "pairs")],
  ["who has most of what a question narrows", rankedPlayersStatement(NARROWED, 3)],
  ["what is near an answer", previewRowsStatement([{ definition: TWO_TOWERS, conditions: ON_QUAD }])],
  ["what an answer names", someStatement(scopeOf(TWO_TOWERS), ON_QUAD, 3)],
  ["how many a player has", totalsStatement(BY_SOMEBODY)],
  ["what of a player appeared last", appearedStatement([{ lists: BY_SOMEBODY, most: 7 }])],
  ["players by their names", playersStatement(["ada", "zoe"])],
  ["words that some row has", indexedWordsStatement(["quad", "zoe"], ["2tc", "fttc"])],
  ["the newest version that changed a tower", newestChangeStatement()],
  ["the newest versions that were played", versionsPlayedStatement([54_000_000, 55_000_000], ["2tc", "lcc"])],
  ["how far pairs are done", combinationsStatement(TWO_TOWERS, null)],
  ["how far a player's pairs are done", combinationsStatement(TWO_TOWERS, "Ada")],
  ["a player's towers on maps", towersOfPlayerStatement(TWO_TOWERS, "Ada")],
  ["what a player has in a challenge", ownStatement(TWO_TOWERS, "Ada")],
  ["what there is on maps", countsOnMapsStatement(["2tc", "lcc"], null)],
  ["which pairs are there", takenCombinationsStatement(TWO_TOWERS, [["Ezili", "Quincy"]])],
  ["which combinations are there", takenIdentitiesStatement(TWO_TOWERS, ['[["Ezili","Quincy"],1]'])],
  [
    "the record on a map",
    bestOnMapsStatement([{ definition: TWO_TOWERS, completionType: null, major: null }], 1),
  ],
  ["a challenge code", codeStatement("ZABCDEF")],
  ["codes that were not found", forgetNotFoundStatement("")],
  ["what was compared by an older catalogue", comparedBeforeStatement(10)],
  ["a code to ask for", toAskStatement("2026", "2026")],
  ["the creators of challenges", forgetCreatorsStatement(["ZABCDEF"])],
  ["what people wish for of a pair", wantedStatement({ challenge: "2tc", towers: "[[]]", map: null }, 9)],
  ["what somebody wishes for", ownWishesStatement("x", 9)],
  ["what others submitted with somebody's name", openAsksStatement("x", 9)],
  ["somebody's completions with links", linkedStatement("x", null, 9)],
  ["somebody's copies", ownCopiesStatement("x", null, 9)],
  ["the next copy to be made", takeCopyStatement("2026", "2026")],
  [
    "another wish",
    addWishStatement({ id: "x", person: "x", challenge: "2tc", towers: "[[]]", map: null, at: "" }, 3),
  ],
  ["all runs of a player", runsStatement(1, 101)],
  ["what somebody follows", followsStatement("x")],
  [
    "another follow",
    addFollowStatement({ id: "x", person: "x", challenge: "", query: "", key: "all", at: "" }, 50),
  ],
  ["who follows what a completion is", tellByKeyStatement("x", "")],
  ["who follows a list", tellByListStatement({ challenge: "2tc", query: "og=1", due: "" }, ["x"], "")],
  ["which lists are to be asked", dueListsStatement(100)],
  ["lists that are to be asked", markDueStatement("2tc", "")],
  ["what happened to a completion", changesOfCompletionStatement("x", 9)],
  ["what some things became last", lastChangesStatement("map", ["1", "2"])],
])("the query for %s scans no whole table", (_, statement) => {
  expect(scans(planOf(statement)), planOf(statement).join("\n")).toEqual([]);
});

test("the feed of what somebody follows reads the newest completions alone, by their numbers", () => {
  expect(planOf(followedAmongStatement("x", [1])).join("\n")).toContain(
    "SEARCH f USING INDEX follow_once (person=? AND challenge=? AND <expr>=?)",
  );
  const latest = planOf(latestStatement(1_000));
  expect(latest).toEqual([expect.stringContaining("INDEX completion_newest (recency>?)")]);
  const search = "monkey&difficulty=expert&has=video&date=2024-01-01";
  const among = (query: string) => amongStatement(TWO_TOWERS, queryOf(TWO_TOWERS, query).conditions, [1, 2]);
  for (const statement of [
    followedAmongStatement("x", [1, 2]),
    ...["", `query=${search}`, "person=Ada"].map(among),
  ]) {
    const plan = planOf(statement as CompiledQuery<unknown>);
    expect(
      scans(plan).filter((step) => !/^SCAN (each|picked|keyed)\b/.test(step)),
      plan.join("\n"),
    ).toEqual([]);
    expect(plan).toContain("SEARCH c USING INTEGER PRIMARY KEY (rowid=?)");
  }
});

const NEW_PROOF: NewProof = {
  ...{ completion: "x", url: "y", host: "youtube", endsOn: null, dueAt: "2026" },
  state: "never",
};
const GONE = { url: "y", since: "2026", at: "2026", text: "z" };

test.each([
  ["what the log has", [passedStatement(1, 9)]],
  ["the links of completions", [linksStatement(["x"]), watchedProofsStatement(["x"])]],
  ["links that come and go", followStatements([NEW_PROOF], [{ completion: "x", url: "y" }], "2026")],
  [
    "what is asked about",
    [
      takeLinksStatement("youtube", { now: "2026", never: "2027", until: "2026" }, 9),
      forgetOrphansStatement("youtube", "2026", 9),
    ],
  ],
  ["what an erasure forgets", [forgetFoundStatement(["x"])]],
  ["what a host has said", [saidSinceStatement("youtube", "2026")]],
  ["whose a link is", [completionsOfStatement("y", true), completionsOfStatement("y", false)]],
  ["what is gone", goneStatements(["x"], GONE)],
  ["what is there again", backStatements(["x"], "y", "2026")],
  [
    "a list of links",
    (["gone", "ending"] as const).flatMap((state) =>
      [null, "imgur" as const].map((host) =>
        linksInStateStatement({ state, host, after: { since: "2026", url: "y" }, count: 9 }),
      ),
    ),
  ],
  ["completions of links", [someCompletionsStatement(["y"], 5)]],
])("of watched links, %s is read by an index, and what is listed in its order", (name, statements) => {
  for (const each of statements as readonly CompiledQuery<unknown>[]) {
    const plan = planOf(each);
    expect(
      scans(plan).filter((step) => !/^SCAN (given|c$|\(subquery)/.test(step)),
      plan.join("\n"),
    ).toEqual([]);
    if (name !== "what is gone") expect(plan.filter((step) => /ORDER BY/.test(step))).toEqual([]);
  }
});

test("watched links are counted in an index alone", () => {
  expect(planOf(linkCountsStatement()).join("\n")).toMatch(
    /SEARCH watched_link USING COVERING INDEX \w+ \(host=\? AND state=\?\)/,
  );
});

test("what people wish for is counted in a single scan of the wishes", () => {
  const plan = planOf(wantedStatement({ challenge: null, towers: null, map: null }, 9));
  expect(scans(plan), plan.join("\n")).toEqual(["SCAN w USING INDEX wish_once"]);
});

test("the progress of all challenges is counted in a single scan of the maps", () => {
  const plan = planOf(doneStatement([...CHALLENGES.values()]));
  expect(scans(plan), plan.join("\n")).toEqual(["SCAN m"]);
  const onMaps = plan.filter((step) => step.startsWith("SEARCH c "));
  expect(onMaps.length).toBeGreaterThan(0);
  for (const step of onMaps) expect(step).toMatch(/PRIMARY KEY \(challenge=\? AND map=\?\)/);
});

test("pages requested together are each found by an index before their rows are read", () => {
  const pages = ["lcc", "ltc", "2tc"].map((key) => {
    const definition = CHALLENGES.get(key) as ChallengeDefinition;
    const query = {
      ...readListQuery(definition, new URLSearchParams({ map: "Quad" }), FACTS).query,
      count: 3,
    };
    return { definition, scope: scopeOf(definition), query };
  });
  const plan = planOf(pagesStatement(pages));
  expect(scans(plan), plan.join("\n")).toEqual([]);
  expect(plan.filter((step) => /^SEARCH c .*INDEX .*map_id=\?/.test(step))).toHaveLength(3);
  expect(
    plan.filter((step) => step === "SEARCH c USING INTEGER PRIMARY KEY (rowid=?)").length,
  ).toBeGreaterThan(0);
});

test.each(["lcc", "ltc", "lcd", "fttc"])(
  "the standing of an %s completion is read in order from the best one",
  (key) => {
    const definition = CHALLENGES.get(key);
    if (!definition?.record) throw new Error(key);
    const plan = planOf(
      standingsStatement([{ definition, record: definition.record, ids: ["x", "y"], isDated: true }]),
    );
    expect(scans(plan), plan.join("\n")).toEqual([]);
    const walks = plan.filter((step) => / r USING /.test(step));
    expect(walks.length).toBeGreaterThan(0);
    for (const step of walks)
      expect(step).toMatch(/INDEX completion_best_(on_map|of_type|in_version) \(challenge=\?/);
  },
);

test("records as they were set are found one after another, in an index that is in the order of the best", () => {
  const definitions = [...CHALLENGES.values()].filter(({ record }) => record !== undefined);
  const plan = planOf(setRecordsStatement({ definitions, map: null, offset: 0, count: 20 }));
  for (const step of plan.filter((each) => / c USING /.test(each)))
    expect(step).toBe("SEARCH c USING INTEGER PRIMARY KEY (rowid=?)");
  const walks = plan.filter((each) => / r USING /.test(each));
  expect(walks.length).toBeGreaterThan(0);
  for (const step of walks)
    expect(step).toMatch(/INDEX completion_best_of_type \(challenge=\? AND map_id=\? AND completion_type=\?/);
  // What is sorted is what is listed.
  expect(plan.filter((step) => step.includes("TEMP B-TREE"))).toEqual(["USE TEMP B-TREE FOR ORDER BY"]);
});

test("the record of each major version is read in order from the best one", () => {
  const plan = planOf(recordsStatement(CHALLENGES.get("lcc") as ChallengeDefinition, 1));
  expect(
    scans(plan).filter((step) => step !== "SCAN major"),
    plan.join("\n"),
  ).toEqual([]);
  const walks = plan.filter((step) => / r USING /.test(step));
  expect(walks).toHaveLength(4);
  for (const step of walks)
    expect(step).toMatch(/INDEX completion_best_in_version \(challenge=\? AND map_id=\?/);
});

test("two towers of the same type are found and counted by an index on the first tower", () => {
  const { page, total } = listStatements(
    TWO_TOWERS,
    queryOf(TWO_TOWERS, "tower=Super+Monkey&tower=Super+Monkey"),
  );
  expect(planWithin(page("gathered")).join("\n")).toContain(
    "INDEX completion_by_towers (challenge=? AND tower1=?",
  );
  expect(planOf(total).join("\n")).toMatch(/INDEX completion_by_tower\w+ \(challenge=\? AND tower1=\?/);
});

test("the original with the same towers is found by its og_identity", () => {
  for (const key of ["2tc", "2tcc", "fttc"]) {
    const { page } = listStatements(CHALLENGES.get(key) as ChallengeDefinition, queryOf(TWO_TOWERS, ""));
    expect(planOf(page("gathered"))).toContainEqual(
      expect.stringMatching(/^SEARCH o USING INDEX \w+ \(challenge=\? AND og_identity=\? AND og=\?\)/),
    );
  }
});

test("claims to what is verified are found among claims, without reading any that is not such a one", () => {
  for (const query of ["", "map=Quad", "query=abs+zero&og=1", "person=Ada"]) {
    const plan = planOf(takenClaimsStatement(scopeOf(TWO_TOWERS), queryOf(TWO_TOWERS, query).conditions));
    expect(scans(plan), plan.join("\n")).toEqual([]);
    expect(plan).toContain("SEARCH c USING INTEGER PRIMARY KEY (rowid=?)");
    const walks = plan.filter((step) => /^SEARCH [tv] /.test(step));
    for (const step of walks)
      expect(step).toMatch(
        / INDEX completion_(identity|claim|original_claim|by_og_identity) \(challenge=\? AND (og_)?identity[>=]/,
      );
    expect(walks).toHaveLength(query.includes("og=1") ? 4 : 2);
  }
});

test("a list without some rows is found as it is with them", () => {
  for (const search of ["", "sortby=map", "sortby=date", "map=Quad", "query=abs"]) {
    const query = queryOf(TWO_TOWERS, search);
    const within = (bounds: { readonly without?: readonly number[] }) =>
      planWithin(listStatements(TWO_TOWERS, query, bounds).page("walked")).filter((step) =>
        /^(SCAN|SEARCH|USE) /.test(step),
      );
    expect(within({ without: [1, 2] })).toEqual(within({}));
  }
});

test("a download's rows are read by their numbers", () => {
  for (const definition of CHALLENGES.values()) {
    const plan = planOf(numberedStatement(scopeOf(definition), [1, 2, 3]));
    expect(scans(plan), plan.join("\n")).toEqual([]);
    expect(plan).toContainEqual("SEARCH c USING INTEGER PRIMARY KEY (rowid=?)");
  }
});

test("which rows of a download are of the sample is looked up by their filekeys", () => {
  const plan = planOf(samplesStatement(["a", "b"]));
  expect(scans(plan), plan.join("\n")).toEqual([]);
});

test("a challenge code is looked up in an index of its own", () => {
  for (const key of ["2tc", "2mp", "2tcc"]) {
    const definition = CHALLENGES.get(key);
    if (!definition) throw new Error(key);
    const { page } = listStatements(definition, queryOf(definition, "challenge_code=ZMYXWVU"));
    expect(planOf(page("gathered")).join("\n")).toContain(
      "completion_by_code (challenge=? AND challenge_code=?",
    );
  }
});

test("a player's completions are counted without reading any", () => {
  const { total } = listStatements(TWO_TOWERS, queryOf(TWO_TOWERS, "person=Ada"));
  const read = planOf(total).filter((step) => /^(SCAN|SEARCH) (?!CONSTANT)/.test(step));
  expect(
    read.filter((step) => / (c|completion) /.test(step)),
    read.join("\n"),
  ).toEqual([]);
});

test("a write finds the samples that it displaces without scanning a table", () => {
  const plan = planOf(displaceSample("x", CLAIM));
  expect(scans(plan), plan.join("\n")).toEqual([]);
  // Of all rows with the same towers, only the originals are read.
  const wide = plan.filter(
    (step) => / completion_by_/.test(step) && !step.includes("og_identity=? AND og=?"),
  );
  expect(wide).toEqual([]);
});

test.each([
  ["the maps", mapNamesStatement(null)],
  ["a difficulty's maps", mapNamesStatement("expert")],
  ["a map's starts", chimpsStartsStatement(1)],
  ["a tower's versions", balanceChangeVersionsStatement("Ice Monkey")],
  ["all balance changes", balanceChangesStatement({ tower: null, versions: null })],
])("%s are read from an index in their order", (_, statement) => {
  expect(planOf(statement)).not.toContain("USE TEMP B-TREE FOR ORDER BY");
});

test.each([
  ["the newest completions", { challenge: null, map: null, ogOnly: false, count: 8 }],
  ["the newest originals", { challenge: null, map: null, ogOnly: true, count: 8 }],
  ["the newest completion on a map", { challenge: "2tc", map: 1, ogOnly: false, count: 1 }],
])("%s are found by an index in their order", (_, query) => {
  expect(planWithin(newestStatement([{ challenges: CHALLENGES, ...query }]))).not.toContain(
    "USE TEMP B-TREE FOR ORDER BY",
  );
});

const NOUNS = ["completion", "map", "spelling"];

test("the latest changes are read from the log's end, and those of an act by its index", () => {
  const ofAct = "USING COVERING INDEX change_of_act (act=?)";
  const newest = planOf(newestChangesStatement(NOUNS, 100, 50));
  expect(newest[0]).toBe("SEARCH change USING INTEGER PRIMARY KEY (rowid<?)");
  expect(newest.at(-1)).toBe(`SEARCH other ${ofAct}`);
  const narrowed = (filters: Partial<ChangeFilters>, nouns = NOUNS) =>
    planOf(newestChangesStatement(nouns, 100, 50, filters)).join("\n");
  expect(narrowed({ actor: "a" })).toMatch(
    /^SEARCH change USING INDEX change_by_actor \(actor=\? AND seq<\?\)/,
  );
  expect(narrowed({ action: "verify" })).toMatch(
    /^SEARCH change USING INDEX change_by_action \(action=\? AND seq<\?\)/,
  );
  expect(narrowed({}, ["map"])).toMatch(/^SEARCH change USING INDEX change_by_topic \(topic=\? AND seq<\?\)/);
  expect(narrowed({ id: "a" }, ["completion"])).toMatch(
    /^SEARCH change USING INDEX change_by_noun \(noun=\? AND noun_id=\? AND seq<\?\)/,
  );
  const days = narrowed({ from: "2025-01-01", until: "2025-02-01" });
  expect(days).toMatch(/^SEARCH change USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/);
  expect(days).toContain("SEARCH first USING INDEX change_by_time (at>?)");
  for (const filters of [{ actor: "a" }, { action: "a" }, { from: "a", until: "b" }])
    expect(narrowed(filters)).not.toContain("TEMP B-TREE");
  expect(planOf(changesOfActStatement("a", 100))).toEqual([
    "SEARCH change USING INDEX change_of_act (act=? AND seq<?)",
  ]);
  expect(planOf(actsStatement(["a"])).join("\n")).toContain(`SEARCH change ${ofAct}`);
});

test("followed changes are read from the follower's position, and those of one topic without reading others", () => {
  expect(planOf(followedStatement({ nouns: NOUNS, topics: null }, 100, 501))).toEqual([
    "SEARCH change USING INTEGER PRIMARY KEY (rowid>?)",
  ]);
  // Whether the log was put back since then is asked first, and walks no entries of anything else.
  expect(planOf(ofThisLogStatement(0)).filter((step) => /^(SCAN|SEARCH) change/.test(step))).toEqual([
    "SEARCH change",
    "SEARCH change USING INDEX change_by_noun (noun=? AND noun_id=? AND seq>?)",
  ]);
  const plan = planOf(followedStatement({ nouns: NOUNS, topics: ["2tc", "map"] }, 100, 501));
  const walks = plan.filter((step) => /^(SCAN|SEARCH) change/.test(step));
  const walk = "SEARCH change USING INDEX change_by_topic (topic=? AND seq>?)";
  expect(walks, plan.join("\n")).toEqual([walk, walk]);
});

test.each(["a", "zo 1"])("players whose names begin with %s are found by an index", (prefix) => {
  const plan = planOf(suggestedPlayersStatement([prefix], 8));
  expect(scans(plan)).toEqual(["SCAN first"]);
  expect(plan.join("\n")).toContain("USING INDEX player_name_by_sort_key (sort_key>? AND sort_key<?)");
});

test("completions that were not compared with their codes are found among those that have one", () => {
  const plan = planOf(notComparedStatement(200));
  expect(plan[0]).toBe("SCAN c USING INDEX completion_with_code");
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH k USING PRIMARY KEY/));
  expect(plan.join("\n")).not.toContain("TEMP B-TREE");
});

test("what stands out of codes is found by the codes and their creators", () => {
  const plan = planOf(codesOfStatement(["x"]));
  expect(plan).toContainEqual(
    expect.stringMatching(/^SEARCH other USING (COVERING )?INDEX code_check_by_code/),
  );
  expect(plan).toContainEqual(
    expect.stringMatching(/^SEARCH o USING (COVERING )?INDEX challenge_code_by_creator/),
  );
  expect(scans(plan).filter((step) => !/json_each|SCAN made|played/.test(step))).toEqual([]);
});

test("completions without a proof are found among themselves", () => {
  expect(planOf(withoutProofStatement(20, 20)).filter((step) => /SCAN (c|completion)\b/.test(step))).toEqual(
    [],
  );
});

test("counts of names are read from what triggers count alone", () => {
  expect(
    planOf(nameCountsStatement()).filter((step) => / (completion|completion_tower|c)\b/.test(step)),
  ).toEqual([]);
});

describe.each([false, true])("of the queue, with every filter: %s", (isNarrowed) => {
  const is = {
    og: isNarrowed,
    record: isNarrowed,
    first: isNarrowed,
    answered: isNarrowed,
    code: isNarrowed,
  };
  const filters = isNarrowed ? { ...is, challenge: "2tc", map: 1 } : { ...is, challenge: null, map: null };
  const asking = { helper: "hel", now: "2026", appealsSince: "" };
  const page = { ...filters, ...asking, after: isNarrowed ? "x" : null, count: 31 };

  test.each([
    ["a page", queueStatement(page, CHALLENGES.values())],
    ["the count", queueCountStatement(filters, asking.now, CHALLENGES.values())],
    ["the next one", claimNextStatement(filters, asking, "2027", CHALLENGES.values())],
    ["why nothing is free", notFreeStatement(filters, asking, CHALLENGES.values())],
  ])("%s reads what waits alone, in its order", (_, statement) => {
    const plan = planOf(statement as CompiledQuery<unknown>);
    expect(plan.join("\n")).not.toContain("TEMP B-TREE");
    const [first, ...others] = plan;
    expect(first).toMatch(/^(SCAN|SEARCH) c USING (COVERING )?INDEX completion_queue/);
    expect(scans(others)).toEqual([]);
  });
});

const BY_ID = /^SEARCH c (EXISTS )?USING INDEX sqlite_autoindex_completion_1 \(id=\?\)( LEFT-JOIN)?$/;

test.each([
  [
    "codes of old completions",
    toBackfillStatement(100),
    "SEARCH code_check USING INDEX code_check_never_asked (code>?)",
  ],
  [
    "how far they are asked for",
    codeProgressStatement(1000),
    "SEARCH code_check USING COVERING INDEX code_check_by_code (code>?)",
  ],
  [
    "what documents propose",
    taughtStatement("proposes", "x", 51),
    "SEARCH code_check USING COVERING INDEX code_check_proposes (completion>?)",
  ],
  [
    "what differs from documents",
    taughtStatement("differs", "x", 51),
    "SEARCH code_check USING COVERING INDEX code_check_differs (completion>?)",
  ],
])("%s is read by an index of these, in its order", (_, statement, step) => {
  const plan = planOf(statement as CompiledQuery<unknown>);
  expect(plan, plan.join("\n")).toContain(step);
  const others = plan.filter((each) => each !== step && !BY_ID.test(each));
  expect(others.filter((each) => /(SCAN|SEARCH) (code_check|completion|c)\b|TEMP B-TREE/.test(each))).toEqual(
    [],
  );
});

test.each([
  ["files", filesAfterStatement("a", 200), ["SEARCH media USING COVERING INDEX media_by_hash (hash>?)"]],
  ["pictures to make", toMakeStatement(20), ["SCAN picture USING INDEX picture_to_make"]],
  ["pictures to compare", toCompareStatement(20), ["SCAN picture USING INDEX picture_to_compare"]],
  [
    "pictures on a map",
    onMapStatement(1, "a", 1000),
    ["SEARCH picture USING PRIMARY KEY (map=? AND hash>?)"],
  ],
])("%s are read by an index, in its order", (_, statement, plan) => {
  expect(planOf(statement as CompiledQuery<unknown>)).toEqual(plan);
});

test.each([
  ["pictures without a row", withoutRowStatement(["x"], false)],
  ["pictures whose files are gone", namedStatement("a", 200)],
  ["completions with the same picture", samePictureStatement("x", 10)],
  ["which of some have the same picture", sharedPicturesStatement(["x"])],
])("%s are found by keys alone", (_, statement) => {
  const plan = planOf(statement as CompiledQuery<unknown>);
  expect(
    scans(plan).filter((step) => !/ (file|given) /.test(step)),
    plan.join("\n"),
  ).toEqual([]);
});

test("the notice whose mail is due is found in an index of those", () => {
  const plan = planOf(takeDueStatement({ now: "2026", before: "2026", atOnce: "2026", until: "2026" }));
  expect(plan).toContainEqual("SEARCH n USING INDEX notice_due (at<?)");
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH notice USING PRIMARY KEY/));
});

test("what is to be looked at twice is read from the index of what helpers verified lately", () => {
  const asked = { helper: "x", kinds: SECOND_LOOKS, since: "2025", until: "2026", limit: 100 };
  const definitions = [...CHALLENGES.values()];
  const plan = planOf(secondLooksStatement({ ...asked, filekey: null }, definitions));
  expect(plan).toContainEqual(
    "SEARCH c USING INDEX completion_second_look (verified_at>? AND verified_at<?)",
  );
  expect(plan).toContainEqual(expect.stringMatching(/^SEARCH d USING INDEX report_of/));
  expect(scans(plan)).toEqual([]);
  const one = planOf(secondLooksStatement({ ...asked, filekey: "x" }, definitions));
  expect(one).toContainEqual(expect.stringMatching(/^SEARCH c USING INDEX \S+ \(id=\?\)/));
});

test("how long verdicts take is read from an index of them, and what is pending from its own", () => {
  const plan = planOf(waitStatement() as CompiledQuery<unknown>);
  expect(plan).toContainEqual("SCAN d USING INDEX change_verdicts");
  expect(plan).toContainEqual(expect.stringMatching(/^SCAN c USING (COVERING )?INDEX completion_queue/));
  expect(scans(plan).filter((step) => !/^SCAN (d|c|took|challenge_count|CONSTANT)/.test(step))).toEqual([]);
});

const PROPOSAL = {
  ...{ id: "x", completion: "x", person: "x", role: null, link: "x", hash: null, content_type: null },
  ...{ bytes: null, thumbnail: null, at: "" },
};

test.each([
  ["a new proof", addProposalStatement(PROPOSAL, 3)],
  ["the same one again", sameProposalStatement(PROPOSAL)],
  ["what a person proposed", ownProposalsStatement("x", null, 50)],
  ["what a person proposed for a completion", ownProposalsStatement("x", "x", 50)],
  ["what players propose", openProposalsStatement(100)],
])("%s: proposals are found in an index", (_, statement) => {
  const plan = planOf(statement as CompiledQuery<unknown>);
  const read = plan.filter((step) => /(proof_proposal|\bp)\b/.test(step));
  expect(read.length).toBeGreaterThan(0);
  for (const step of read) expect(step).toMatch(/^(SEARCH|SCAN) \S+ USING (COVERING )?INDEX proof_proposal_/);
  expect(plan.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
});

test.each([
  ["a thread", threadStatement("x", true)],
  ["what completions are excepted from", exceptionsStatement(["x"])],
  ["how submissions stand", reviewProgressStatement(["x"])],
  ["when somebody was last heard of", lastSeenStatement("x")],
  ["a person's notices", noticesStatement("x", 100)],
  ["how many are unseen", unseenStatement("x")],
])("%s: no table is scanned", (_, statement) => {
  const plan = planOf(statement as CompiledQuery<unknown>);
  expect(
    scans(plan).filter((step) => /(message|notice|change|completion|question|\b[ce]\b|later)/.test(step)),
  ).toEqual([]);
});

test("the catalogue is read in one scan of its some fifty rows", () => {
  expect(scans(planOf(catalogueStatement()))).toEqual(["SCAN t USING INDEX tower_in_order"]);
});

test("a step of a rename finds its completions by their towers, and a verdict looks up what its completions named", () => {
  expect(scans(planOf(toRenameStatement(["Ice Monkey"], 5, 100)))).toEqual([]);
  expect(scans(planOf(sentUnlistedStatement(["x"])))).toEqual([]);
});

// Those that helpers deleted count, too, by their ids and names: all of the shop are some fifty.
test("a tower of the facts is compared by indexes with those that are there", () => {
  const plan = planOf(insertTowers(SEEDED_CATALOGUE.slice(0, 1), [1]));
  expect(plan).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^SEARCH tower_key USING PRIMARY KEY \(key=\?\)/),
      expect.stringMatching(/^SEARCH t USING .*INDEX tower_mark_taken \(mark=\?\)/),
    ]),
  );
});
