import type { ComponentType } from "react";
import type { CellProps } from "./cell-props.ts";
import { CompletionTypeCell } from "./completiontype/Cell.tsx";
import type { KindName } from "./index.ts";
import { MapCell } from "./map/Cell.tsx";
import { MoneyCell } from "./money/Cell.tsx";
import { PersonCell } from "./person/Cell.tsx";
import { TextCell } from "./text/Cell.tsx";
import { TowerCell } from "./tower/Cell.tsx";
import { TowersetCell } from "./towerset/Cell.tsx";
import { UpgradesetCell } from "./upgradeset/Cell.tsx";

/** The component that shows each kind of field in a table. */
const CELLS: Readonly<Record<KindName, ComponentType<CellProps>>> = {
  tower: TowerCell,
  towerset: TowersetCell,
  upgrade: TextCell,
  upgradeset: UpgradesetCell,
  map: MapCell,
  person: PersonCell,
  completiontype: CompletionTypeCell,
  money: MoneyCell,
  version: TextCell,
  date: TextCell,
  link: TextCell,
  notes: TextCell,
  flag: TextCell,
  filekey: TextCell,
  difficulty: TextCell,
};

/** Renders one value of a row with its kind's cell. */
export function FieldCell({ kind, ...props }: CellProps & { kind: KindName }) {
  const Cell = CELLS[kind];
  return <Cell {...props} />;
}
