import { DIFFICULTIES } from "../game/facts.ts";
import type { NounFields } from "./define.ts";

const REMARK = { kind: "remark", optional: true, max: 2_000 } as const;
const COUNT = { kind: "whole", unrecorded: true } as const;
const FACT = { kind: "fact", optional: true } as const;

/** A map (SPEC section 3, "Map"), but for its picture, which is a file. A new attribute is a line and a migration. */
export const MAP_FIELDS = {
  map: { kind: "line", label: "Name", storedAs: "name", max: 60, names: "map" },
  abbreviation: { kind: "line", label: "Abbreviation", max: 20 },
  difficulty: { kind: "choice", label: "Difficulty", choices: DIFFICULTIES },
  version: { kind: "version", label: "Version added", optional: true },
  hasLOS: {
    ...FACT,
    label: "Has obstacles that block the line of sight",
    column: "Blocks line of sight",
    storedAs: "has_los",
  },
  hasWater: { ...FACT, label: "Has water", column: "Water", storedAs: "has_water" },
  length: {
    kind: "decimal",
    label: "Average path length (RBS)",
    column: "Length",
    unit: "RBS",
    unrecorded: true,
  },
  lengthNotes: { ...REMARK, label: "About the length", storedAs: "length_notes" },
  numEntrances: { ...COUNT, label: "Number of entrances", column: "Entrances", storedAs: "num_entrances" },
  numExits: { ...COUNT, label: "Number of exits", column: "Exits", storedAs: "num_exits" },
  numObjects: { ...COUNT, label: "Number of removable objects", column: "Objects", storedAs: "num_objects" },
  removalCost: {
    kind: "cost",
    label: "Cost of removing the objects",
    column: "Removal cost",
    storedAs: "removal_cost",
    max: 200,
    optional: true,
  },
  removalCostNotes: { ...REMARK, label: "About the removal cost", storedAs: "removal_cost_notes" },
  miscNotes: { ...REMARK, label: "Other notes", storedAs: "misc_notes" },
} as const satisfies NounFields;
