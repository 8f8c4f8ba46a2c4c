import { listed } from "../../../../../domain/game/counted.ts";
import type { AskedKind } from "../../../../../domain/search/asked.ts";
import { STATES, signOf, times } from "../../../../../domain/search/verdicts.ts";
import type { AnswerCard, AskPageData } from "./load.server.ts";

type State = AnswerCard["state"];
type FilterShape = AnswerCard["near"][number]["without"];

const ORDER: readonly State[] = ["done", "pending", "not-yet", "cannot-say"];

/** What to call an answer: a challenge that cannot answer says why. */
const nameOf = (card: AnswerCard): string =>
  card.state === "cannot-say" ? signOf(card) : STATES[card.state];

/** Groups the challenges by answer, in the order in which answers are shown. */
export function byAnswer(
  cards: readonly AnswerCard[],
): { readonly state: State; readonly name: string; readonly cards: readonly AnswerCard[] }[] {
  return ORDER.flatMap((state) => {
    const named = Map.groupBy(
      cards.filter((card) => card.state === state),
      nameOf,
    );
    return Array.from(named, ([name, group]) => ({ state, name, cards: group }));
  });
}

/** Sums up all answers for link previews: "Done: 2TC (4 times). Pending: LTC. Not tracked here: LCC." */
export function preview(cards: readonly AnswerCard[]): string {
  return byAnswer(cards)
    .map(({ state, name, cards: group }) => {
      const labels = group.map(({ label, verified }) =>
        state === "done" ? `${label} (${times(verified)})` : label,
      );
      return `${name}: ${labels.join(", ")}.`;
    })
    .join(" ");
}

/** The most challenges whose answers a heading names. */
const MOST_NAMED = 2;

/** Returns the page's heading: the answer in one line, in short where it is done in many challenges. */
export function headingOf({
  question,
  kind,
  headline,
  cards,
}: Pick<AskPageData, "question" | "kind" | "headline" | "cards">): string | null {
  const done = cards.filter(({ state }) => state === "done").length;
  const isShort = kind !== "done" || (headline?.ignored.length ?? 0) > 0 || done <= MOST_NAMED;
  return question === null || isShort ? (headline?.label ?? null) : `${question}: done in ${done} challenges`;
}

/** What leads from an answer to the page that shows it; null: the answers of the challenges do. */
export const LEADS_TO: Readonly<Record<AskedKind, string | null>> = {
  done: null,
  who: "See it",
  count: "See them",
  record: "See the record",
  board: "See the board",
  left: "Show what is left",
  form: "Open the form",
  rules: "Read the rules",
  player: "See the page",
  map: "See the map",
  newest: "See the newest",
  page: "Open the page",
  "cannot-say": "See what is known",
};

/** Returns words typed, each in quotes: "pspke" and "qad". */
export const quoted = (words: readonly string[]): string => listed(words.map((word) => `"${word}"`));

/** Returns words as they stand within a sentence. */
export const uncapitalised = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** Returns the answer in short within a sentence: "done twice", "not tracked here". */
export function inShort(said: Pick<AnswerCard, "state" | "why" | "verified">): string {
  return uncapitalised(signOf(said));
}

const valuesOf = (filters: readonly FilterShape[], parameter: string): string[] =>
  filters.flatMap((filter) => (filter.parameter === parameter ? [filter.value] : []));

/** Says in words what filters ask for: "Absolute Zero and Quincy on #Ouch by Ada". */
export function inWords(filters: readonly FilterShape[]): string {
  const [towers, maps, people] = ["tower", "map", "person"].map((name) => listed(valuesOf(filters, name)));
  const others = filters
    .filter(({ parameter }) => !["tower", "map", "person"].includes(parameter))
    .map(({ parameter, value }) => `${parameter} ${value}`);
  return [towers || "Anything", maps && `on ${maps}`, people && `by ${people}`, listed(others)]
    .filter(Boolean)
    .join(" ");
}

/** The word before examples of a parameter that was left out: "on Cubism, Logs". */
export const JOINED_BY: Readonly<Record<string, string>> = { map: "on", tower: "with", person: "by" };
