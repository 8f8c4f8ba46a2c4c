import type { WireValue } from "../../fields/kind.ts";
import { pages } from "../../routes.ts";
import type { LoggedChange } from "../data/history.ts";
import type { BalanceState, MapState, StartState } from "../data/reference-writes.ts";
import { differencesOf, type FieldChange } from "../history/present.ts";

/** What a change of reference data was about. */
export interface ReferenceChange {
  /** "Map Quad" */
  readonly title: string;
  /** Where it can be seen; null when the change deleted it and its page. */
  readonly page: string | null;
  readonly changes: readonly FieldChange[];
}

/** How one kind of reference data reads in the list of changes: the labels are those of its form. */
interface Presentation<State> {
  readonly title: (state: State) => string;
  readonly page: (state: State, isThere: boolean) => string | null;
  readonly values: (state: State) => Readonly<Record<string, WireValue>>;
}

/** Whether there is something: null says that it is not recorded. */
const fact = (value: number | null): boolean | null => (value === null ? null : value === 1);

const map: Presentation<MapState> = {
  title: ({ name }) => `Map ${name}`,
  page: ({ name }, isThere) => (isThere ? pages.maps({ map: name }) : null),
  values: (state) => ({
    Name: state.name,
    Abbreviation: state.abbreviation,
    Difficulty: state.difficulty,
    Version: state.version,
    "Line of sight": fact(state.has_los),
    Water: fact(state.has_water),
    Length: state.length,
    "Length notes": state.length_notes,
    Entrances: state.num_entrances,
    Exits: state.num_exits,
    Objects: state.num_objects,
    "Removal cost": state.removal_cost,
    "Removal cost notes": state.removal_cost_notes,
    "Other notes": state.misc_notes,
    Picture: state.picture?.hash.slice(0, 8) ?? null,
  }),
};

const chimpsStart: Presentation<StartState> = {
  title: (state) => `CHIMPS start "${state.title}" on ${state.map}`,
  page: (state) => pages.chimpsStarts({ map: state.map }),
  values: (state) => ({ Map: state.map, Title: state.title, Link: state.link }),
};

const balanceChange: Presentation<BalanceState> = {
  title: ({ tower, version }) => `Balance change of ${tower} in ${version}`,
  page: ({ tower, version }) => pages.balanceChanges({ tower, version }),
  values: ({ tower, version, change, nature }) => ({
    Tower: tower,
    Version: version,
    Change: change,
    Nature: nature,
  }),
};

function present<State>(presentation: Presentation<State>, { before, after }: LoggedChange): ReferenceChange {
  const valuesOf = (state: unknown) =>
    new Map(state === null ? [] : Object.entries(presentation.values(state as State)));
  const state = (after ?? before) as State;
  return {
    title: presentation.title(state),
    page: presentation.page(state, after !== null),
    changes: differencesOf(valuesOf(before), valuesOf(after)),
  };
}

/** How each noun of reference data reads; null for another noun. */
export function presentReference(change: LoggedChange): ReferenceChange | null {
  if (change.noun === "map") return present(map, change);
  if (change.noun === "chimps-start") return present(chimpsStart, change);
  if (change.noun === "balance-change") return present(balanceChange, change);
  return null;
}
