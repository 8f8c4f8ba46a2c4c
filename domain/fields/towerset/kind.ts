import type { Catalogue, TowerKind, TowerName } from "../../game/catalogue.ts";
import { asWritten, oneLine } from "../../game/typed-text.ts";
import type { FaultArguments } from "../../messages/index.ts";
import type { Condition } from "../condition.ts";
import { type FieldBase, type FieldKind, InvalidValue, keyFor, wireNames } from "../kind.ts";
import { parseNames, parseTextList } from "../text-list.ts";
import { TOWER_KEYS } from "../tower/kind.ts";
import { listInWords } from "../wire-list.ts";

/** All towers of a completion, as the JSON text of an array. */
export interface TowersetField extends FieldBase {
  readonly kind: "towerset";
  /** The kinds of tower that it accepts: tower types alone, or anything that has a name. */
  readonly takes: readonly TowerKind[];
  /** Whether it is a set: the order does not matter, and no tower type occurs twice. */
  readonly set: boolean;
}

/** Maximum number of towers that one completion can list. */
export const MAX_TOWERS = 100;

/** More than any spelling of a tower has, in characters, with its quotes and comma. */
const LONGEST_TOWER = 100;

/** Maximum number of towers that a filter can name; each is a look-up of its own. */
const MAX_INCLUDED = 20;

/** Returns why the field refuses this name; null if it accepts it. */
export function refusalInSet(
  { takes }: TowersetField,
  { name: tower, kind }: TowerName,
): FaultArguments | null {
  return kind === "unlisted" || takes.includes(kind) ? null : ["wrong-kind-of-tower", { tower, kind, takes }];
}

/** Reads a JSON array of towers, or a comma-separated list of them with or without quotes. Throws InvalidValue. */
function namesIn(text: string): string[] {
  if (text.startsWith("[")) return parseNames(text);
  return parseNames(text.startsWith('"') ? `[${text}]` : JSON.stringify(text.split(",")));
}

/**
 * Returns the conditions that each of these towers is contained, once however often and in whatever spelling it is
 * named. A tower type is also contained under any of its names. Throws InvalidValue.
 */
function containsAll(spellings: readonly string[], catalogue: Catalogue): Condition[] {
  const towers = new Set(spellings.map(catalogue.nameOf));
  if (towers.size > MAX_INCLUDED) throw new InvalidValue("too-many-towers-named", { most: MAX_INCLUDED });
  return Array.from(towers, (name) => ({
    on: "anyTower",
    names: catalogue.storedNamesOf(name),
  }));
}

function readTowerCount(text: string): Condition[] {
  if (!/^\d+$/.test(text)) throw new InvalidValue("not-a-whole-number");
  return [{ on: "towerCount", count: Math.min(Number(text), Number.MAX_SAFE_INTEGER) }];
}

export const towersetKind: FieldKind<TowersetField, string[]> = {
  attribute: "towers",
  present: ({ towers }) => JSON.stringify(towers),
  schema: (z) => wireNames(z, "tower").describe("JSON text of an array of towers."),
  filter(text, { set }, catalogue) {
    const towers = parseTextList(text).map((name) => catalogue.nameOf(name ?? ""));
    return { on: "towers", towers: set ? [...new Set(towers)] : towers };
  },
  describeFilter: (text, _, catalogue) =>
    parseTextList(text)
      .map((name) => catalogue.nameOf(name ?? "?"))
      .join(" + "),
  sort: () => "towers",
  filters: () => ({
    tower: {
      label: "Tower",
      describe: (text, catalogue) => catalogue.nameOf(text),
      control: { takes: "name", of: "tower" },
      places: MAX_INCLUDED,
      read: containsAll,
    },
    towerincludes: {
      label: "Towers",
      describe: (text, catalogue) => namesIn(text).map(catalogue.nameOf).join(" + "),
      modernize: (text) => namesIn(text).map((name) => ["tower", name]),
      read: ([text = ""], catalogue) => containsAll(namesIn(text), catalogue),
    },
    towercount: {
      label: "Number of towers",
      read: ([text = ""]) => readTowerCount(text),
    },
  }),
  searchKeys: () => ({
    ...TOWER_KEYS,
    towers: keyFor("towercount", { example: "2", says: "with this many towers" }),
  }),
  sorts: { towercount: "tower_count" },
  longest: () => MAX_TOWERS * LONGEST_TOWER,
  tidy: asWritten,
  read(text, field, catalogue) {
    const names = parseTextList(text).map((name) => oneLine(name ?? ""));
    if (names.length === 0) throw new InvalidValue("missing");
    if (names.includes("")) throw new InvalidValue("place-without-tower");
    if (names.length > MAX_TOWERS) throw new InvalidValue("too-many-towers-listed", { most: MAX_TOWERS });
    const towers = names.map((name) => {
      const tower = catalogue.find(name);
      if (!tower) throw new InvalidValue("holds-no-tower", { name });
      const refusal = refusalInSet(field, tower);
      if (refusal) throw new InvalidValue(...refusal);
      return tower.name;
    });
    return field.set ? [...new Set(towers)] : towers;
  },
  fromWire: (wire) => JSON.parse(String(wire)),
  isPublic: () => true,
  freeText: "none",
  inWords: listInWords,
};
