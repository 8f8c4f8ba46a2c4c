import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { pages, type Query } from "../../../domain/contract/routes.ts";
import type { ChallengeAnswer, Headline } from "../../../domain/contract/search.ts";
import { HEADINGS } from "../../../domain/contract/site-pages.ts";
import type { Filter } from "../../../domain/fields/kind.ts";
import { counted, listed } from "../../../domain/game/counted.ts";
import { dayInWords } from "../../../domain/game/day-in-words.ts";
import { findTower } from "../../../domain/game/names.ts";
import { boardName } from "../../../domain/lists/boards.ts";
import { filtersOf, readOrder } from "../../../domain/lists/list-query.ts";
import { amountInWords, bestFirst, recordAmountOfRow } from "../../../domain/lists/record.ts";
import { headingOf, playersOf, presentRow, type WireRow } from "../../../domain/lists/row.ts";
import { shareOf } from "../../../domain/lists/share.ts";
import { keyQueryOf, NEWEST } from "../../../domain/lists/url-state.ts";
import { formFor, unrecorded } from "../../../domain/search/answerable.ts";
import type { Asked, AskedKind, Trait } from "../../../domain/search/asked.ts";
import type { UnderstoodPart } from "../../../domain/search/understand.ts";
import type { Deps } from "../../api/deps.server.ts";

/** A question as it was understood, with the answers of its challenges. */
export interface AskedQuestion {
  readonly asked: Asked;
  /** Besides its challenges. */
  readonly filters: readonly Filter[];
  /** The challenges that it is about: all of them where it names none. */
  readonly scope: readonly ChallengeDefinition[];
  /** The parts that no filter stands for. */
  readonly open: readonly UnderstoodPart[];
  /** Whether it names challenges. */
  readonly isOfSome: boolean;
  readonly answers: readonly ChallengeAnswer[];
  readonly summary: string | null;
}

type Said = Pick<Headline, "label" | "number" | "link"> & Partial<Pick<Headline, "links" | "ignored">>;
type Find = (
  question: AskedQuestion,
  deps: Pick<Deps, "data" | "challenges">,
) => Promise<Said | null> | Said | null;

const of = (filters: readonly Filter[], parameter: string): string[] =>
  filters.flatMap(([name, value]) => (name === parameter ? [value] : []));
const only = (filters: readonly Filter[], ...names: readonly string[]): boolean =>
  filters.every(([name]) => names.includes(name));
const queryOf = (filters: readonly Filter[]): Query =>
  Object.fromEntries(
    [...Map.groupBy(filters, ([name]) => name)].map(([name, each]) => [name, each.map(([, value]) => value)]),
  );

/** The words for a filter, by its parameter; others are written as they are. */
const WORDS: Readonly<Record<string, (value: string) => string>> = {
  version: (value) => `in version ${value}`,
  difficulty: (value) => `on ${value} maps`,
  date: (value) => `in ${value}`,
  completiontype: (value) => value,
  pending: (value) => (value === "1" ? "pending" : "verified"),
  og: () => "OG",
};

/** Says what filters ask for: "Absolute Zero + Quincy 2TC on Quad by Ada". */
function subjectOf({ filters, scope, isOfSome }: AskedQuestion): string {
  const labels = isOfSome ? scope.map(({ label }) => label).join(" or ") : "";
  const [towers, maps, people] = [
    of(filters, "tower").join(" + "),
    listed(of(filters, "map")),
    listed(of(filters, "person")),
  ];
  const others = filters.filter(([name]) => !["tower", "map", "person"].includes(name));
  const more = others.map(([name, value]) => WORDS[name]?.(value) ?? `${name} ${value}`).join(" ");
  const said = [
    towers,
    labels,
    more,
    maps && (towers || labels || more ? `on ${maps}` : maps),
    people && `by ${people}`,
  ];
  const subject = said.filter(Boolean).join(" ");
  if (subject === "") return "The whole index";
  return towers || labels || maps ? subject : `Everything ${subject}`;
}

/** The challenges that record everything that was asked. */
const recording = ({ scope, filters }: AskedQuestion): ChallengeDefinition[] =>
  scope.filter((definition) => unrecorded(definition, filters) === null);

const conditionsOf = (definition: ChallengeDefinition, filters: readonly Filter[]) =>
  filtersOf(definition, new URLSearchParams(filters.map(([name, value]) => [name, value])));

/** Returns the first verified completion of a list in an order; null: it is empty. */
async function firstIn(
  definition: ChallengeDefinition,
  filters: readonly Filter[],
  sortby: string,
  { data }: Pick<Deps, "data">,
): Promise<WireRow | null> {
  const { rows } = await data.completions.list(definition, {
    conditions: [...conditionsOf(definition, filters), { on: "pending", pending: false }],
    order: readOrder(definition, new URLSearchParams({ sortby })),
    ...{ offset: 0, count: 1 },
  });
  const [row] = rows;
  return row ? presentRow(definition, row) : null;
}

const pageOf = ({ key, keys }: ChallengeDefinition, row: WireRow): string =>
  pages.notes(key, keyQueryOf(keys, row));

/** Says that there is nothing, as far as the answers allow: a No only where one of them is a No. Null: there is something. */
function nothing(question: AskedQuestion): Said | null {
  const { answers, open } = question;
  const of = (state: ChallengeAnswer["state"]) => answers.filter((each) => each.state === state);
  if (open.length > 0 || of("done").length > 0) return null;
  const waiting = of("pending");
  const subject = subjectOf(question);
  if (waiting.length > 0)
    return {
      label: `${subject}: pending (${waiting.map(({ label }) => label).join(", ")})`,
      number: 0,
      link: listOf(question),
    };
  return of("not-yet").length > 0
    ? { label: `${subject}: not in this index yet`, number: 0, link: null }
    : null;
}

async function countAll(question: AskedQuestion, { data }: Pick<Deps, "data">) {
  const lists = recording(question).map((definition) => ({
    definition,
    conditions: conditionsOf(definition, question.filters),
  }));
  return { lists, counts: await data.completions.countAll(lists) };
}

const completions = (count: number): string =>
  `${counted(count)} ${count === 1 ? "completion" : "completions"}`;

/** Where the completions of a question are listed. */
const listOf = (question: AskedQuestion): string | null => {
  const [definition, ...others] = recording(question);
  if (definition && others.length === 0) return pages.list(definition.key, queryOf(question.filters));
  const [person, ...more] = of(question.filters, "person");
  return person !== undefined && more.length === 0 ? pages.player(person) : null;
};

const count: Find = async (question, deps) => {
  const { asked, filters } = question;
  if (asked.traits.has("records")) return board(question, deps);
  const isByTowers = question.isOfSome && question.scope.every((each) => each.record?.by === "towerCount");
  if (asked.traits.has("towers") && isByTowers) return record(question, deps);
  if (asked.traits.has("players") && only(filters, "og")) return players(question, deps);
  const { lists, counts } = await countAll(question, deps);
  if (lists.length === 0) return null;
  const number = counts.reduce((sum, { verified }) => sum + verified, 0);
  if (asked.traits.has("maps")) {
    const maps = await deps.data.completions.countMaps(lists);
    return {
      label: `${subjectOf(question)}: on ${counted(maps)} ${maps === 1 ? "map" : "maps"}`,
      number: maps,
      link: listOf(question),
    };
  }
  return { label: `${subjectOf(question)}: ${completions(number)}`, number, link: listOf(question) };
};

const boardOf = ({ scope, filters }: AskedQuestion) => ({
  challenge: scope.length === 1 ? (scope[0]?.key ?? null) : null,
  ogOnly: of(filters, "og").includes("1"),
});

async function players(question: AskedQuestion, { data }: Pick<Deps, "data">): Promise<Said> {
  const board = boardOf(question);
  const { total } = await data.players.listBoard({ board, year: null, prefix: null, offset: 0, count: 1 });
  const label = `${subjectOf(question)}: ${counted(total)} ${total === 1 ? "player" : "players"}`;
  return { label, number: total, link: pages.players({ board: boardName(board) }) };
}

const board: Find = async (question, { data }) => {
  const { asked, filters, scope } = question;
  const [year = null] = of(filters, "date").filter((date) => /^\d{4}$/.test(date));
  const ignored = filters
    .filter(([name, value]) => name !== "og" && value !== year)
    .map(([, value]) => value);
  if (asked.traits.has("records")) {
    const ranked = scope.filter(({ record }) => record);
    const [holder] = ranked.length > 0 ? await data.completions.listHolders(ranked, 1) : [];
    const label = holder ? `Most records: ${holder.name} (${counted(holder.records)})` : HEADINGS.records;
    return { label, number: holder?.records ?? null, link: pages.records(), ignored };
  }
  const board = boardOf(question);
  const { lines } = await data.players.listBoard({
    board,
    year: year === null ? null : Number(year),
    prefix: null,
    offset: 0,
    count: 1,
  });
  const [first] = lines;
  const what = [board.challenge && scope[0]?.label, board.ogOnly ? "OG completions" : "completions"]
    .filter(Boolean)
    .join(" ");
  const number = first ? (board.ogOnly ? first.originals : first.completions) : null;
  const most = `Most ${what}${year === null ? "" : ` in ${year}`}`;
  const label = first ? `${most}: ${first.name} (${counted(number ?? 0)})` : `${most}: nobody yet`;
  return { label, number, link: pages.players({ board: boardName(board), year }), ignored };
};

const inUnits = (definition: ChallengeDefinition, amount: number): string => {
  const words = amountInWords(definition, amount);
  if (definition.record?.by !== "towerCount") return words;
  const unit = shareOf(definition) === "maps" && definition.og ? "tower type" : "tower";
  return `${words} ${unit}${amount === 1 ? "" : "s"}`;
};

const record: Find = async (question, deps) => {
  const { filters, scope } = question;
  const ranked = recording(question).filter((each) => each.record);
  if (!scope.some((each) => each.record)) return null;
  if (filters.length === 0 && ranked.length > 1)
    return { label: HEADINGS.records, number: null, link: pages.records() };
  if (ranked.length === 0) return null;
  const found = await Promise.all(
    ranked.map(async (definition) => {
      const row = await firstIn(definition, filters, bestFirst(definition)?.sortby ?? "", deps);
      return row ? [{ definition, row, amount: recordAmountOfRow(definition, row) }] : [];
    }),
  );
  const best = found.flat();
  const [first, ...others] = best;
  if (!first)
    return nothing({
      ...question,
      answers: question.answers.filter(({ challenge }) => ranked.some(({ key }) => key === challenge)),
    });
  const said = ({ definition, row, amount }: typeof first) =>
    `${inUnits(definition, amount)} by ${playersOf(definition, row)}`;
  if (others.length === 0 && (question.isOfSome || ranked.length === 1)) {
    const subject = subjectOf({ ...question, scope: [first.definition], isOfSome: true });
    const anywhere = of(filters, "map").length === 0 ? ` (${String(first.row.map)})` : "";
    const { words } = bestFirst(first.definition) ?? { words: "Record" };
    const label = `${subject}, ${words.toLowerCase()}: ${said(first)}${anywhere}`;
    return { label, number: first.amount, link: pageOf(first.definition, first.row) };
  }
  const [map] = of(filters, "map");
  const each = best.map((one) => `${one.definition.label} ${said(one)}`).join("; ");
  return {
    label: `Records, ${subjectOf({ ...question, isOfSome: false })}: ${each}`,
    number: null,
    link: pages.records({ map, challenge: scope.length === 1 ? scope[0]?.key : null }),
    links: best.map(({ definition, row }) => ({ label: definition.label, link: pageOf(definition, row) })),
  };
};

/** Returns the earliest completion of a question whose day is known. */
async function earliest(question: AskedQuestion, deps: Pick<Deps, "data">) {
  const found = await Promise.all(
    recording(question).map(async (definition) => {
      const row = definition.fields.date ? await firstIn(definition, question.filters, "date", deps) : null;
      return row?.date ? [{ definition, row, day: String(row.date) }] : [];
    }),
  );
  return found.flat().toSorted((one, other) => (one.day < other.day ? -1 : 1))[0] ?? null;
}

const who: Find = async (question, deps) => {
  const { asked, scope, filters, isOfSome } = question;
  if (filters.length === 0 && !isOfSome) return board(question, deps);
  if (asked.traits.has("first")) {
    const first = await earliest(question, deps);
    if (first) {
      const { definition, row, day } = first;
      return {
        label: `${playersOf(definition, row)}: first ${headingOf(definition, row)} (${dayInWords(day)})`,
        number: null,
        link: pageOf(definition, row),
      };
    }
  }
  if (scope.length === 1 && scope[0]?.record) return record(question, deps);
  const { lists, counts } = await countAll(question, deps);
  const done = lists.filter((_, at) => (counts[at]?.verified ?? 0) > 0);
  const number = counts.reduce((sum, { verified }) => sum + verified, 0);
  const rows = await Promise.all(
    done.map(async ({ definition }) => ({
      definition,
      row: await firstIn(definition, filters, NEWEST, deps),
    })),
  );
  const [first] = rows;
  if (!first?.row) return nothing(question);
  const label = `${subjectOf(question)}: by ${rows
    .flatMap(({ definition, row }) => (row ? playersOf(definition, row) : []))
    .filter((name, at, all) => all.indexOf(name) === at)
    .join(", ")}`;
  const more = number > rows.length ? ` and others (${completions(number)})` : "";
  return {
    label: label + more,
    number,
    link: number === 1 ? pageOf(first.definition, first.row) : listOf(question),
  };
};

const left: Find = async (question, { data }) => {
  const { asked, scope, filters, isOfSome } = question;
  const [definition] = scope;
  const map = of(filters, "map")[0];
  const isWhole = of(filters, "tower").length > 1 && map !== undefined;
  if (isWhole && !asked.traits.has("random")) return null;
  const what = isOfSome || filters.length > 0 ? `: ${subjectOf(question)}` : "";
  const taken = filters.filter(([name]) => ["tower", "map", "difficulty"].includes(name));
  const [player] = of(filters, "person");
  const ignored = filters
    .filter(([name]) => !["tower", "map", "difficulty", "person"].includes(name))
    .map(([, value]) => value);
  const isOfMaps = definition && isOfSome && scope.length === 1 && shareOf(definition) === "maps";
  if (isOfMaps && taken.length === 0 && player === undefined && !asked.traits.has("random")) {
    const [maps, counts] = await Promise.all([
      data.maps.findAllByDifficulty(),
      data.coverage.countOnMaps([definition.key], null),
    ]);
    const done = new Set(counts.filter(({ verified }) => verified > 0).map((each) => each.map));
    const open = maps.filter(({ id }) => !done.has(id)).length;
    return {
      label: `What is left${what}: ${counted(open)} ${open === 1 ? "map" : "maps"}`,
      number: open,
      link: pages.coverage(),
      ignored,
    };
  }
  const key = isOfSome && scope.length === 1 ? definition?.key : null;
  const link =
    taken.length > 0 || asked.traits.has("random")
      ? pages.undone({ challenge: key, ...queryOf(taken), player })
      : definition && key && shareOf(definition) !== "maps"
        ? pages.challengeCoverage(key, { player })
        : pages.coverage();
  const label = `${asked.traits.has("random") ? "One that is open" : "What is left"}${what}`;
  const all =
    key && definition && shareOf(definition) !== "maps"
      ? pages.challengeCoverage(key, { player })
      : pages.coverage();
  const links = all === link ? [] : [{ label: HEADINGS.coverage, link: all }];
  return { label, number: null, link, links, ignored };
};

const form: Find = ({ scope, filters, isOfSome, ...question }) => {
  const [definition, ...others] = scope;
  const links = scope.map((each) => ({
    label: each.label,
    link: pages.addForm(each.key, Object.fromEntries(formFor(each, filters).fields)),
  }));
  if (!definition || others.length > 0)
    return { label: "Submit a completion", number: null, link: pages.newHere(), links };
  const about = subjectOf({ ...question, scope, filters, isOfSome });
  return { label: `Submit a completion: ${about}`, number: null, link: links[0]?.link ?? null };
};

const rules: Find = ({ scope, isOfSome }) => {
  if (!isOfSome)
    return {
      label: "The rules of each challenge",
      number: null,
      link: pages.newHere(),
      links: scope.map(({ key, label }) => ({ label, link: pages.list(key) })),
    };
  const [definition, ...others] = scope;
  return {
    label: scope.map(({ label, name, summary }) => `${label}, ${name}: ${summary}`).join("; "),
    number: null,
    link: definition && others.length === 0 ? pages.list(definition.key) : pages.newHere(),
    links: scope.map(({ key, label }) => ({ label: `${label} rules`, link: pages.list(key) })),
  };
};

/** The tower whose prices and changes an upgrade's are listed with. */
const typeOf = (name: string): string => findTower(name)?.type ?? name;

const page: Find = ({ asked: { traits }, filters, scope, isOfSome }) => {
  const tower = of(filters, "tower");
  const map = of(filters, "map");
  if (traits.has("starts"))
    return {
      label: [HEADINGS.chimpsStarts, ...map].join(": "),
      number: null,
      link: pages.chimpsStarts({ map }),
    };
  if (traits.has("progress")) return { label: HEADINGS.progress, number: null, link: pages.progress() };
  if (traits.has("pending")) {
    const [definition] = scope;
    return definition && isOfSome
      ? {
          label: `Pending: ${definition.label}`,
          number: null,
          link: pages.list(definition.key, { ...queryOf(filters), pending: 1 }),
        }
      : null;
  }
  if (traits.has("prices") && tower.length === 0) return null;
  const label = traits.has("prices") ? "Prices and balance changes" : HEADINGS.balanceChanges;
  return {
    label: [label, ...tower].join(": "),
    number: null,
    link: pages.balanceChanges({ tower: typeOf(tower[0] ?? "") }),
  };
};

/** What a map's page says of it, by what was asked. */
const MAP_FACTS: readonly (readonly [
  Trait,
  "length" | "numEntrances" | "numExits" | "hasWater" | "hasLOS" | "removalCost",
  (value: string) => string,
])[] = [
  ["length", "length", (value) => `length ${value} RBS`],
  ["entrances", "numEntrances", (value) => `${value} ${value === "1" ? "entrance" : "entrances"}`],
  ["exits", "numExits", (value) => `${value} ${value === "1" ? "exit" : "exits"}`],
  ["water", "hasWater", (value) => (value === "1" ? "has water" : "no water")],
  [
    "sight",
    "hasLOS",
    (value) => (value === "1" ? "line of sight is blocked in places" : "nothing blocks line of sight"),
  ],
  ["removal", "removalCost", (value) => `removing its objects costs ${value}`],
];

const NAMES_OF_FACTS = {
  ...{ length: "length", numEntrances: "entrances", numExits: "exits", hasWater: "water" },
  ...{ hasLOS: "line of sight", removalCost: "removal cost" },
} as const;

const map: Find = async ({ asked: { traits }, filters }, { data }) => {
  const [name] = of(filters, "map");
  if (name === undefined) return null;
  const details = await data.maps.findDetailsByName(name);
  if (!details) return null;
  const asked = MAP_FACTS.filter(([trait]) => traits.has(trait));
  const said = asked.map(([, field, words]) => {
    const value = details[field];
    return value === null || value === undefined
      ? `${NAMES_OF_FACTS[field]} not recorded`
      : words(String(value));
  });
  const [first, ...others] = asked;
  const value = first && others.length === 0 ? details[first[1]] : null;
  return {
    label: `${name}: ${said.join(", ")}`,
    number: typeof value === "number" ? value : null,
    link: pages.maps({ map: name }),
  };
};

const newest: Find = async (question, { data }) => {
  const lists = recording(question).map((definition) => ({
    definition,
    conditions: [...conditionsOf(definition, question.filters), { on: "pending", pending: false } as const],
  }));
  if (lists.length === 0) return null;
  const { rows } = await data.completions.listAppeared(lists, 1);
  const [first] = rows;
  const [definition, ...others] = lists.map((each) => each.definition);
  const link =
    definition && others.length === 0
      ? pages.list(definition.key, { ...queryOf(question.filters), sortby: NEWEST })
      : pages.home();
  if (!first) return nothing(question);
  const row = presentRow(first.definition, first.completion);
  return {
    label: `Newest: ${headingOf(first.definition, row)} by ${playersOf(first.definition, row)}`,
    number: null,
    link,
  };
};

const player: Find = async (question, deps) => {
  const [person, ...more] = of(question.filters, "person");
  if (person === undefined || more.length > 0 || !only(question.filters, "person", "difficulty", "og"))
    return null;
  const { counts } = await countAll(question, deps);
  const number = counts.reduce((sum, { verified }) => sum + verified, 0);
  const what = subjectOf({
    ...question,
    filters: question.filters.filter(([name]) => name !== "person"),
    isOfSome: question.isOfSome,
  });
  const about = question.isOfSome || question.filters.length > 1 ? ` (${what})` : "";
  const link = question.isOfSome ? listOf(question) : pages.player(person);
  return { label: `${person}: ${completions(number)}${about}`, number, link };
};

const cannotSay: Find = (question) => {
  const [map] = of(question.filters, "map");
  return {
    label: "The index cannot say: it records what has been done, not why or how well",
    number: null,
    link: map === undefined ? null : pages.maps({ map }),
  };
};

/** Says of a list of names alone where it is. */
const list: Find = ({ scope, isOfSome, filters }) => {
  if (!isOfSome || !only(filters, "pending", "og", "difficulty", "completiontype")) return null;
  const [definition, ...others] = scope;
  if (!definition || others.length > 0) return null;
  const said = subjectOf({ scope, isOfSome, filters } as AskedQuestion);
  return { label: said, number: null, link: pages.list(definition.key, queryOf(filters)) };
};

/** Who has it where a question names a player who has not. */
const instead = (answers: readonly ChallengeAnswer[]): string => {
  const names = answers.flatMap(({ near }) =>
    near.flatMap(({ without, verified, examples }) =>
      without.parameter === "person" && verified > 0 ? examples : [],
    ),
  );
  return names.length > 0 ? `, but by ${listed([...new Set(names)])}` : "";
};

const done: Find = (question) => {
  const { summary, answers, scope } = question;
  if (summary === null) return null;
  const found = answers.filter(({ verified }) => verified > 0);
  const number = answers.reduce((sum, { verified }) => sum + verified, 0);
  const [only, ...others] = found;
  if (only) {
    const link =
      others.length > 0
        ? listOf(question)
        : listOf({ ...question, scope: scope.filter(({ key }) => key === only.challenge) });
    return { label: summary, number, link };
  }
  const none = nothing(question);
  if (none) return { ...none, label: none.label + instead(answers) };
  return null;
};

const FINDS: Readonly<Record<AskedKind, Find>> = {
  ...{ done, who, count, record, board, left, form, rules, player, map, newest, page },
  "cannot-say": cannotSay,
};

/** The kinds whose answer is a number or a name of exactly what was asked: a word that is not understood makes it another. */
const EXACT: ReadonlySet<AskedKind> = new Set(["done", "who", "count", "record"]);

/** Says what is known of what was understood of a question with words that were not. */
async function known(question: AskedQuestion, deps: Pick<Deps, "data" | "challenges">): Promise<Said | null> {
  if (question.filters.length === 0) return null;
  const { counts } = await countAll(question, deps);
  const number = counts.reduce((sum, { verified }) => sum + verified, 0);
  return number === 0
    ? null
    : { label: `${subjectOf(question)}: ${completions(number)}`, number, link: listOf(question) };
}

/** Returns the kinds to try: what a question names alone says what it asks for, too. */
function kindsOf({ asked: { kinds, traits }, filters, isOfSome }: AskedQuestion): readonly AskedKind[] {
  const isPlain = kinds.every((kind) => kind === "done" || kind === "who");
  const isOfPlayer =
    filters.some(([name]) => name === "person") && !filters.some(([name]) => ["tower", "map"].includes(name));
  if (isPlain && isOfPlayer) return ["player", ...kinds];
  return kinds.length === 1 && traits.has("what") && isOfSome && filters.length === 0 ? ["rules"] : kinds;
}

const typedIn = ({ kind, typed, value }: UnderstoodPart): string =>
  kind === "unread" ? value : typed.replaceAll('"', "").trim();

/** Words that divide or deny: what is left of a question without them is another question. */
const TURNING: ReadonlySet<string> = new Set("not no nor never or without except but".split(" "));

/** Says why a question is not answered as a whole. */
function doubtOf(open: readonly UnderstoodPart[]): string {
  const either = open.find(({ kind }) => kind === "either");
  if (either) return `“${typedIn(either)}” could be ${either.value}`;
  const words = open.map((part) => `“${typedIn(part)}”`);
  if (open.some(({ kind }) => kind === "text" || kind === "filter"))
    return `an answer is only possible without ${listed(words)}`;
  return `${listed(words)} ${words.length === 1 ? "is" : "are"} not known here`;
}

/** Returns the kind of a question's answer, and the answer itself in one line. Null: it asks for nothing. */
export async function headlineOf(
  question: AskedQuestion,
  deps: Pick<Deps, "data" | "challenges">,
): Promise<{ readonly kind: AskedKind; readonly headline: Headline | null }> {
  const { open, filters, answers, asked } = question;
  const unread = open.map(typedIn).filter((typed) => typed !== "");
  const whole = (kind: AskedKind, { label, number, link, links = [], ignored = [] }: Said) => ({
    kind,
    headline: { ...{ label, number, link, links }, ignored: [...unread, ...ignored] },
  });
  const isOfList = asked.kinds.length === 1 && only(filters, "pending", "og", "difficulty", "completiontype");
  const listed =
    isOfList && open.length === 0 && !asked.traits.has("what") ? await list(question, deps) : null;
  if (listed) return whole("page", listed);
  for (const kind of kindsOf(question)) {
    if (EXACT.has(kind) && open.length > 0) continue;
    const said = await FINDS[kind](question, deps);
    if (said) return whole(kind, said);
  }
  if (open.length === 0) {
    const said = await list({ ...question, filters: [] }, deps);
    const reason = answers.find((each) => each.reason !== null)?.reason;
    if (reason)
      return whole("cannot-say", { label: `${subjectOf(question)}: ${reason}`, number: null, link: null });
    return said && filters.length === 0 ? whole("page", said) : { kind: "cannot-say", headline: null };
  }
  const doubt = doubtOf(open);
  const isTurned = open.some(
    (part) => ["text", "filter"].includes(part.kind) || TURNING.has(typedIn(part).toLowerCase()),
  );
  const part = isTurned ? null : await known(question, deps);
  if (part) return whole("done", { ...part, label: `${part.label} (${doubt})` });
  return whole("cannot-say", { label: `Cannot say: ${doubt}`, number: null, link: null });
}
