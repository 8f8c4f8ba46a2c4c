import { choiceKind, completionTypeKind, difficultyKind, factKind, flagKind } from "./choice/kind.ts";
import { dateKind } from "./date/kind.ts";
import {
  codeKind,
  costKind,
  filekeyKind,
  lineKind,
  nameableKind,
  personKind,
  towertypeKind,
} from "./lines.ts";
import { linkKind } from "./link/kind.ts";
import { mapKind } from "./map/kind.ts";
import { notesKind, remarkKind } from "./notes/kind.ts";
import { decimalKind, moneyKind, wholeKind } from "./numbers.ts";
import { towerKind } from "./tower/kind.ts";
import { towersetKind } from "./towerset/kind.ts";
import { upgradeKind, upgradesetKind } from "./upgrade/kind.ts";
import { versionKind } from "./version/kind.ts";

/**
 * All kinds of completion fields, by name. A new kind takes its folder and a line here; cells.tsx and inputs.tsx then
 * ask for its looks. A kind stores one attribute (attributes.ts).
 */
export const COMPLETION_KINDS = {
  tower: towerKind,
  towerset: towersetKind,
  upgrade: upgradeKind,
  upgradeset: upgradesetKind,
  map: mapKind,
  person: personKind,
  completiontype: completionTypeKind,
  money: moneyKind,
  version: versionKind,
  date: dateKind,
  code: codeKind,
  link: linkKind,
  notes: notesKind,
  flag: flagKind,
  filekey: filekeyKind,
  difficulty: difficultyKind,
};

/** All kinds of fields of the nouns that helpers keep besides completions (nouns/), by name. */
export const NOUN_KINDS = {
  line: lineKind,
  cost: costKind,
  remark: remarkKind,
  whole: wholeKind,
  decimal: decimalKind,
  fact: factKind,
  choice: choiceKind,
  towertype: towertypeKind,
  map: mapKind,
  nameable: nameableKind,
  version: versionKind,
  date: dateKind,
  link: linkKind,
};
