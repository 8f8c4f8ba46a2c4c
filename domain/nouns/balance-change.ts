import { NATURES } from "../game/facts.ts";
import type { NounFields } from "./define.ts";

/** What a version of the game changed about a tower or hero (SPEC section 3). The version may be new to the index. */
export const BALANCE_FIELDS = {
  tower: { kind: "towertype", label: "Tower or hero", column: "Tower" },
  version: { kind: "version", label: "Version" },
  change: { kind: "remark", label: "Change", max: 1_000, placeholder: "040 Snowstorm …" },
  nature: { kind: "choice", label: "Nature", choices: NATURES },
} as const satisfies NounFields;
