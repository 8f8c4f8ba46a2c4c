import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import {
  filterInWords,
  modernizedFilters,
  mostValuesOf,
  searchKeys,
} from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { UnderstoodPartAnswer } from "../../../../../domain/contract/search.ts";
import type { Filter } from "../../../../../domain/fields/kind.ts";
import { packTowerMark } from "../../../../../domain/fields/marks/packed.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { towerMarkOf } from "../../../../../domain/game/marks.ts";
import {
  after,
  filtersIn,
  type ListChange,
  type ListParameters,
  type ListState,
  valuesOf,
  writeListState,
} from "../../../../../domain/lists/url-state.ts";
import { say } from "../../../../../domain/messages/index.ts";
import { unrecorded } from "../../../../../domain/search/answerable.ts";
import { PARAMETER_OF } from "../../../../../domain/search/understand.ts";
import type { PageContext } from "../../../../ui/context.ts";
import { plateOf } from "../../../../ui/marks.server.ts";

/** A remark on a chip: a sentence, and what to ask for instead. */
export interface Remark {
  readonly sentence: string;
  /** Introduces the ways: "Did you mean". */
  readonly question: string | null;
  readonly ways: readonly {
    readonly name: string;
    readonly step: ListChange | null;
    readonly to: string | null;
  }[];
}

/** One thing that narrows a list. */
export interface Chip {
  /** "filter": exactly this. "reading": rows match the words or what they are read as. The others: typed words. */
  readonly kind: UnderstoodPartAnswer["kind"];
  /** Whether it comes from the text of the search box. */
  readonly isTyped: boolean;
  readonly label: string;
  readonly value: string;
  /** The category of a tower, which colours the chip, and its mark; the plate of a map (domain/fields/marks/packed.ts). */
  readonly category: string | null;
  readonly mark: string | null;
  readonly plate: string | null;
  /** What was typed if it was misspelt; otherwise null. */
  readonly corrected: string | null;
  readonly remove: ListChange;
  /** The step that makes it a filter of the address; null if it is one already or cannot be one. */
  readonly keep: ListChange | null;
  /** The filters that it stands for, by the parameters that take them today. */
  readonly filters: readonly Filter[];
  readonly remark: Remark | null;
}

/** Returns the part of a step that adds a filter to a list. */
const adding = (definition: ChallengeDefinition, filter: Filter): NonNullable<ListChange["add"]> => ({
  filter,
  places: mostValuesOf(definition, filter[0]),
});

/** Returns how the tower that a chip stands for looks. */
function looksOf(
  filters: readonly Filter[],
  catalogue: Catalogue,
): Pick<Chip, "category" | "mark" | "plate"> {
  const [[parameter, value] = ["", ""], ...others] = filters;
  const tower = parameter === "tower" && others.length === 0 ? catalogue.find(value) : null;
  return {
    category: tower?.category ?? null,
    mark: tower && packTowerMark(towerMarkOf(tower)),
    // What maps are like comes from the index, which is queried for all chips at once (withPlates).
    plate: null,
  };
}

/** Adds the plates of the maps that chips stand for. */
export function withPlates(chips: readonly Chip[], context: PageContext): Promise<readonly Chip[]> {
  return Promise.all(
    chips.map(async (chip) => {
      const [[parameter, value] = ["", ""], ...others] = chip.filters;
      if (parameter !== "map" || others.length > 0) return chip;
      return { ...chip, plate: await plateOf(value, context) };
    }),
  );
}

/** Returns a filter with its value named as in rows. */
const asInRows = ([parameter, value]: Filter, catalogue: Catalogue): Filter => [
  parameter,
  parameter === "tower" ? (catalogue.find(value)?.name ?? value) : value,
];

function chipOfAddress(definition: ChallengeDefinition, filter: Filter, catalogue: Catalogue): Chip {
  const filters = modernizedFilters(definition, filter).map((each) => asInRows(each, catalogue));
  return {
    ...filterInWords(definition, filter, catalogue),
    kind: "filter",
    isTyped: false,
    corrected: null,
    keep: null,
    remark: null,
    filters,
    ...looksOf(filters, catalogue),
    remove: { drop: [filter] },
  };
}

/** Returns the key of a typed part: "map" of "-map:quad"; null if it has none. */
const keyIn = (typed: string): string | null => /^-?(\p{L}+):/u.exec(typed)?.[1]?.toLowerCase() ?? null;

/** Returns the remark to show beside the chip of a part of the text. */
function remarkOn(
  definition: ChallengeDefinition,
  part: UnderstoodPartAnswer,
  narrowedTo: ReadonlySet<string>,
  catalogue: Catalogue,
): Remark | null {
  const near = part.near
    // What is already filtered by is no alternative.
    .filter(({ name }) => !narrowedTo.has(name))
    .map(({ name, text }) => ({ name, step: { query: text }, to: null }));
  switch (part.kind) {
    case "unknown": {
      const key = searchKeys(definition).get(keyIn(part.typed) ?? "");
      if (key && !key.names)
        return {
          sentence: `“${part.value}” is nothing that ${keyIn(part.typed)}: takes here, as “${key.example}” is.`,
          question: null,
          ways: [],
        };
      const sentence = `${part.value} is not a tower, map or player known here.`;
      return { sentence, question: near.length > 0 ? "Did you mean" : null, ways: near };
    }
    case "unknown-key":
      return {
        sentence: `${part.value}: is not a search key of this list; the rest applies.`,
        question: null,
        ways: [],
      };
    case "unread":
      return { sentence: "The rest is too long to read.", question: null, ways: [] };
    case "either":
      return { sentence: `${part.typed} is several things here.`, question: "Only", ways: near };
    case "reading":
      return remarkOnReading(definition, part, catalogue);
    default:
      return null;
  }
}

/** Returns why a reading finds nothing by itself in this list; null if it may find something. */
function remarkOnReading(
  definition: ChallengeDefinition,
  { label, value, filter, without }: UnderstoodPartAnswer,
  catalogue: Catalogue,
): Remark | null {
  const parameter = filter?.parameter ?? PARAMETER_OF[label];
  if (parameter === undefined) return null;
  if (parameter === "challenge") {
    const other = [...CHALLENGES.values()].find((each) => each.label === value);
    const to = other ? pages.list(other.key, { query: without }) : null;
    return {
      sentence: `This list has no ${value}s.`,
      question: to && "Search among",
      ways: to ? [{ name: `${value}s`, step: null, to }] : [],
    };
  }
  const problem = unrecorded(definition, [[parameter, filter?.value ?? value]], catalogue);
  return problem && { sentence: say(problem), question: null, ways: [] };
}

function chipOfPart(
  definition: ChallengeDefinition,
  part: UnderstoodPartAnswer,
  narrowedTo: ReadonlySet<string>,
  catalogue: Catalogue,
): Chip {
  const { kind, label, value, typed, without } = part;
  const filter: Filter | null = part.filter && [part.filter.parameter, part.filter.value];
  return {
    kind,
    label,
    value,
    isTyped: true,
    ...(filter && kind === "reading" && filter[0] !== "challenge"
      ? filterInWords(definition, filter, catalogue)
      : {}),
    ...looksOf(filter ? [filter] : [], catalogue),
    corrected: part.corrected ? typed : null,
    remove: { query: without },
    keep: filter && { query: without, add: adding(definition, filter) },
    filters: filter ? [filter] : [],
    remark: remarkOn(definition, part, narrowedTo, catalogue),
  };
}

/** Returns everything that narrows a list: the filters of its address, then what its text was understood as. */
export function chipsOf(
  definition: ChallengeDefinition,
  state: ListState,
  parts: readonly UnderstoodPartAnswer[],
  catalogue: Catalogue,
): readonly Chip[] {
  const set = filtersIn(state).map((filter) => chipOfAddress(definition, filter, catalogue));
  const narrowedTo = new Set(set.flatMap(({ filters }) => filters.map(([, value]) => value)));
  return [...set, ...parts.map((part) => chipOfPart(definition, part, narrowedTo, catalogue))];
}

/** Removes a key, which is between blanks, from a text. */
const withoutKey = (text: string, typed: string): string =>
  ` ${text.replace(/\s+/g, " ")} `.replace(` ${typed.replace(/\s+/g, " ")} `, () => " ").trim();

/**
 * Returns what Enter leads to: keys that are plain filters become filters of the address. A key whose parameter has
 * no room for another value stays in the text, because both apply. Null if there is nothing to change.
 */
export function withFilters(
  definition: ChallengeDefinition,
  state: ListState,
  parts: readonly UnderstoodPartAnswer[],
): ListParameters | null {
  const { view: _, ...given } = writeListState(state);
  let settled: ListParameters = given;
  for (const { kind, filter, typed } of parts) {
    if (kind !== "filter" || !filter) continue;
    const add = adding(definition, [filter.parameter, filter.value]);
    if (valuesOf(settled, filter.parameter).length >= add.places) continue;
    settled = after(settled, { query: withoutKey(String(settled.query ?? ""), typed), add });
  }
  return settled === given ? null : settled;
}
