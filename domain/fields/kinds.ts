import { choiceKind } from "./choice/kind.ts";
import { codeKind } from "./code/kind.ts";
import { completionTypeKind } from "./completiontype/kind.ts";
import { costKind } from "./cost/kind.ts";
import { dateKind } from "./date/kind.ts";
import { decimalKind } from "./decimal/kind.ts";
import { difficultyKind } from "./difficulty/kind.ts";
import { factKind } from "./fact/kind.ts";
import { filekeyKind } from "./filekey/kind.ts";
import { flagKind } from "./flag/kind.ts";
import { lineKind } from "./line/kind.ts";
import { linkKind } from "./link/kind.ts";
import { mapKind } from "./map/kind.ts";
import { moneyKind } from "./money/kind.ts";
import { nameableKind } from "./nameable/kind.ts";
import { notesKind } from "./notes/kind.ts";
import { personKind } from "./person/kind.ts";
import { remarkKind } from "./remark/kind.ts";
import { towerKind } from "./tower/kind.ts";
import { towersetKind } from "./towerset/kind.ts";
import { towertypeKind } from "./towertype/kind.ts";
import { upgradeKind } from "./upgrade/kind.ts";
import { upgradesetKind } from "./upgradeset/kind.ts";
import { versionKind } from "./version/kind.ts";
import { wholeKind } from "./whole/kind.ts";

/**
 * All kinds of completion fields, by name. A new kind takes its folder and a line here; cells.tsx and inputs.tsx then
 * ask for its looks.
 */
export const KINDS = {
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
