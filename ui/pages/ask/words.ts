import { STATES, times } from "../../../derive/search/verdicts.ts";
import { listed } from "../../../game/listed.ts";
import type { Card } from "./load.server.ts";

type State = Card["state"];
type FilterShape = Card["near"][number]["without"];

const ORDER: readonly State[] = ["done", "pending", "not-yet", "cannot-say"];

/** How many challenges have which answer: "2 done, 1 pending". */
export function countsIn(cards: readonly Card[]): { readonly state: State; readonly count: number }[] {
  return ORDER.map((state) => ({ state, count: cards.filter((card) => card.state === state).length })).filter(
    ({ count }) => count > 0,
  );
}

/** The answers of all challenges in a sentence each, for link previews: "Done: 2TC (4 times). Pending: LTC." */
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

/** What filters ask for, as it reads: "Absolute Zero and Quincy on #Ouch by Ada". */
export function inWords(filters: readonly FilterShape[]): string {
  const [towers, maps, people] = ["tower", "map", "person"].map((name) => listed(valuesOf(filters, name)));
  const others = filters
    .filter(({ parameter }) => !["tower", "map", "person"].includes(parameter))
    .map(({ parameter, value }) => `${parameter} ${value}`);
  return [towers || "Anything", maps && `on ${maps}`, people && `by ${people}`, listed(others)]
    .filter(Boolean)
    .join(" ");
}

/** How examples of what was left out follow what there is: "on Cubism, Logs". */
export const JOINED_BY: Readonly<Record<string, string>> = { map: "on", tower: "with", person: "by" };
