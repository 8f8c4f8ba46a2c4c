import { balanceChanges, balanceChangeVersions } from "../../../../../domain/contract/reference.ts";
import { searchOf } from "../../../../../domain/contract/routes.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { shownVersion } from "../../../../../domain/game/versions.ts";
import { BALANCE_CHANGE_PARAMETERS } from "../../../../../domain/lists/filters.ts";
import type { OptionGroup } from "../../../../ui/components/SelectField.tsx";
import type { PageContext } from "../../../../ui/context.ts";
import { answerOrRefusal, givenIn } from "../../../../ui/outcome.server.ts";

const CATEGORIES = ["primary", "military", "magic", "support"] as const;

const groupOf = (group: string, names: readonly string[]): OptionGroup => ({
  group,
  items: names.map((name) => ({ value: name, label: name })),
});

/** Every tower type by category in shop order, then the heroes. */
const towerGroups = ({ towers, heroes }: Catalogue): readonly OptionGroup[] => [
  ...CATEGORIES.map((category) =>
    groupOf(
      category.charAt(0).toUpperCase() + category.slice(1),
      towers.filter((tower) => tower.category === category).map(({ name }) => name),
    ),
  ),
  groupOf(
    "Heroes",
    heroes.map(({ name }) => name),
  ),
];

/** Loads the balance changes that the address asks for, newest first, and the choices for its filters. */
export async function loadBalanceChanges(search: URLSearchParams, context: PageContext) {
  const parameters = givenIn(search, BALANCE_CHANGE_PARAMETERS);
  // Any spelling of a tower becomes its name.
  const catalogue = await context.catalogue();
  if (parameters.tower) parameters.tower = catalogue.nameOf(parameters.tower);
  const reads = context.reads.balanceChanges;
  const [changes, versions] = await Promise.all([
    answerOrRefusal(() => reads.all(balanceChanges.read(searchOf(parameters)))),
    answerOrRefusal(() => reads.versions(balanceChangeVersions.read(searchOf(parameters)).tower)),
  ]);
  return {
    parameters,
    towers: towerGroups(catalogue),
    changes: changes.body ?? [],
    versions: [...new Set((versions.body ?? []).map(shownVersion))].toReversed(),
    error: changes.error,
    status: changes.status,
  };
}
