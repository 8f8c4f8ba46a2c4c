import type { Catalogue, TowerName } from "../../game/catalogue.ts";
import { FIRST_KNOWN_PRICES, START_CASH } from "../../game/facts.ts";
import type { FaultArguments } from "../../messages/index.ts";
import type { Condition } from "../condition.ts";
import { type FieldBase, type FieldKind, InvalidValue, keyFor, wireName } from "../kind.ts";
import { parseNames } from "../text-list.ts";

/** One tower of a completion: a name of a tower type ("Absolute Zero") or a hero ("Quincy"). */
export interface TowerField extends FieldBase {
  readonly kind: "tower";
  /** Its position among the completion's towers, from 0. */
  readonly position: 0 | 1;
  /** Offers only names that a CHIMPS game's starting cash can buy today. Others are accepted: prices change. */
  readonly affordableAtStart?: boolean;
  /** The key of its challenge, where the catalogue may exclude names from it: they win such a game without another tower. */
  readonly excludesFor?: string;
}

/** Returns why the field refuses this name in a submission; null if it accepts it. */
export function refusalOf(
  { excludesFor }: TowerField,
  { name: tower, kind, excludedFrom }: TowerName,
): FaultArguments | null {
  if (kind === "type") return ["wrong-kind-of-tower", { tower, kind, takes: ["upgrade", "hero"] }];
  return excludesFor !== undefined && excludedFrom.includes(excludesFor)
    ? ["tower-wins-alone", { tower }]
    : null;
}

/**
 * Returns why the field does not offer a name that it accepts: it costs too much at today's prices. What it cost in
 * older versions of the game is not known, so it may have come first.
 */
export function doubtOf(
  field: TowerField,
  { name, type, affordableAtStart, hardCost }: TowerName,
): FaultArguments | null {
  if (!field.affordableAtStart || affordableAtStart || hardCost === null) return null;
  return [
    "not-at-todays-prices",
    { tower: type ?? name, cost: hardCost, cash: START_CASH, since: FIRST_KNOWN_PRICES },
  ];
}

/** The search box's keys for towers. */
export const TOWER_KEYS = {
  tower: keyFor("tower", {
    names: "tower",
    example: '"Absolute Zero"',
    says: "with this tower; a tower type stands for all its upgrades",
  }),
  with: keyFor("tower", { names: "tower", example: "ninja", says: "another tower" }),
};

/**
 * Returns the conditions for tower types or names in either order, at most as many as the challenge has towers. Throws
 * InvalidValue.
 */
function inEitherOrder(queries: readonly string[], places: number, catalogue: Catalogue): Condition[] {
  if (queries.length > places) {
    throw new InvalidValue("more-towers-than-places", { named: queries.length, places });
  }
  const [first, second] = queries.map(catalogue.storedNamesOf);
  if (!first) return [];
  return [second ? { on: "pair", names: [first, second] } : { on: "anyTower", names: first }];
}

export const towerKind: FieldKind<TowerField, string> = {
  attribute: "towers",
  present: ({ towers }, { position }) => towers[position] ?? null,
  schema: (z) => wireName(z, "tower").describe("Name of a tower or hero."),
  filter: (text, { position }, catalogue) => ({ on: "tower", position, names: [catalogue.nameOf(text)] }),
  describeFilter: (text, _, catalogue) => catalogue.nameOf(text),
  modernize: (text) => [["tower", text]],
  sort: ({ position }) => (position === 0 ? "tower1" : "tower2"),
  filters: (fields) => ({
    tower: {
      label: "Tower",
      describe: (text, catalogue) => catalogue.nameOf(text),
      control: { takes: "name", of: "tower" },
      places: fields.length,
      read: (names, catalogue) => inEitherOrder(names, fields.length, catalogue),
    },
    towerquery: {
      label: "Towers",
      describe: (text, catalogue) => parseNames(text).map(catalogue.nameOf).join(" + "),
      modernize: (text) => parseNames(text).map((name) => ["tower", name]),
      read: ([text = ""], catalogue) => inEitherOrder(parseNames(text), fields.length, catalogue),
    },
  }),
  searchKeys: () => TOWER_KEYS,
  read(text, field, catalogue) {
    const tower = catalogue.find(text);
    if (!tower) throw new InvalidValue("not-a-tower", { name: text });
    const refusal = refusalOf(field, tower);
    if (refusal) throw new InvalidValue(...refusal);
    return tower.name;
  },
  store(tower, { position }, draft) {
    draft.towers[position] = tower;
  },
  isPublic: () => true,
  freeText: "none",
};
