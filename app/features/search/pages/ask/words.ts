import { listed } from "../../../../../domain/game/listed.ts";
import { STATES, times } from "../../../../../domain/search/verdicts.ts";
import type { Card } from "./load.server.ts";

type State = Card["state"];
type FilterShape = Card["near"][number]["without"];

const ORDER: readonly State[] = ["done", "pending", "not-yet", "cannot-say"];

/** Counts the challenges by answer, in the order in which they are told: "2 done, 1 pending". */
export function countsIn(cards: readonly Card[]): { readonly state: State; readonly count: number }[] {
  return ORDER.map((state) => ({ state, count: cards.filter((card) => card.state === state).length })).filter(
    ({ count }) => count > 0,
  );
}

/** Sums up all answers for link previews, a sentence per state: "Done: 2TC (4 times). Pending: LTC." */
export function preview(cards: readonly Card[]): string {
  return countsIn(cards)
    .map(({ state }) => {
      const labels = cards
        .filter((card) => card.state === state)
        .map(({ label, verified }) => (state === "done" ? `${label} (${times(verified)})` : label));
      return `${STATES[state]}: ${labels.join(", ")}.`;
    })
    .join(" ");
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
