import { completionTypeKind } from "./completiontype/kind.ts";
import { dateKind } from "./date/kind.ts";
import { difficultyKind } from "./difficulty/kind.ts";
import { filekeyKind } from "./filekey/kind.ts";
import { flagKind } from "./flag/kind.ts";
import { linkKind } from "./link/kind.ts";
import { mapKind } from "./map/kind.ts";
import { moneyKind } from "./money/kind.ts";
import { notesKind } from "./notes/kind.ts";
import { personKind } from "./person/kind.ts";
import { towerKind } from "./tower/kind.ts";
import { towersetKind } from "./towerset/kind.ts";
import { upgradeKind } from "./upgrade/kind.ts";
import { upgradesetKind } from "./upgradeset/kind.ts";
import { versionKind } from "./version/kind.ts";

/** All kinds of fields by name. A new one is its folder and a line here; cells.tsx and inputs.tsx then ask for its looks. */
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
  link: linkKind,
  notes: notesKind,
  flag: flagKind,
  filekey: filekeyKind,
  difficulty: difficultyKind,
};
