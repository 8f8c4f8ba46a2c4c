import { pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import type { Catalogue } from "../../../../domain/game/catalogue.ts";
import { counted } from "../../../../domain/game/counted.ts";
import { shareOf } from "../../../../domain/lists/share.ts";
import { formFor } from "../../../../domain/search/answerable.ts";
import type { Trait } from "../../../../domain/search/asked.ts";
import {
  type AnswerQuestion,
  type AskedQuestion,
  cannot,
  countAll,
  listOf,
  numberOf,
  of,
  only,
  queryOf,
  subjectOf,
} from "./question.server.ts";

export const left: AnswerQuestion = async (question, { data }) => {
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

export const form: AnswerQuestion = ({ scope, filters, isOfSome, ...question }) => {
  const [definition, ...others] = scope;
  const links = scope.map((each) => ({
    label: each.label,
    link: pages.addForm(each.key, Object.fromEntries(formFor(each, filters, question.catalogue).fields)),
  }));
  if (!definition || others.length > 0)
    return { label: "Submit a completion", number: null, link: pages.newHere(), links };
  const about = subjectOf({ ...question, scope, filters, isOfSome });
  return { label: `Submit a completion: ${about}`, number: null, link: links[0]?.link ?? null };
};

export const rules: AnswerQuestion = ({ scope, isOfSome }) => {
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
const typeOf = (name: string, catalogue: Catalogue): string => catalogue.find(name)?.type ?? name;

export const page: AnswerQuestion = async (question, deps) => {
  const { filters, asked } = question;
  const { traits } = asked;
  const tower = of(filters, "tower");
  const map = of(filters, "map");
  if (traits.has("starts"))
    return {
      label: [HEADINGS.chimpsStarts, ...map].join(": "),
      number: null,
      link: pages.chimpsStarts({ map }),
    };
  if (traits.has("progress")) return { label: HEADINGS.progress, number: null, link: pages.progress() };
  if (traits.has("mine")) return { label: "Your own submissions", number: null, link: pages.mySubmissions() };
  if (traits.has("pending")) {
    const { number } = await countAll(question, deps);
    const label = `${subjectOf(question)}: ${numberOf(number, "completion")}`;
    return { label, number, link: listOf(question) };
  }
  if (traits.has("prices") && tower.length === 0) return null;
  const label = traits.has("prices") ? "Prices and balance changes" : HEADINGS.balanceChanges;
  return {
    label: [label, ...tower].join(": "),
    number: null,
    link: pages.balanceChanges({ tower: typeOf(tower[0] ?? "", question.catalogue) }),
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
  length: "length",
  numEntrances: "entrances",
  numExits: "exits",
  hasWater: "water",
  hasLOS: "line of sight",
  removalCost: "removal cost",
} as const;

export const map: AnswerQuestion = async ({ asked: { traits }, filters }, { data }) => {
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

/** Says of what the index does not record that it cannot say it. */
export const cannotSay: AnswerQuestion = (question) => {
  const { traits } = question.asked;
  const [map] = of(question.filters, "map");
  if (traits.has("verifying")) return cannot("the index does not show who verified what", listOf(question));
  if (traits.has("most")) return cannot("the index ranks what is least, not what is most", listOf(question));
  if (traits.has("fewest"))
    return cannot("the index ranks what is most, not what is least", listOf(question));
  return {
    label: "The index cannot say: it records what has been done, not why or how well",
    number: null,
    link: map === undefined ? listOf(question) : pages.maps({ map }),
  };
};

/** Says of a list of names alone where it is. */
export const list: AnswerQuestion = ({ scope, isOfSome, filters }) => {
  if (!isOfSome || !only(filters, "pending", "og", "difficulty", "completiontype")) return null;
  const [definition, ...others] = scope;
  if (!definition || others.length > 0) return null;
  const said = subjectOf({ scope, isOfSome, filters } as AskedQuestion);
  return { label: said, number: null, link: pages.list(definition.key, queryOf(filters)) };
};
