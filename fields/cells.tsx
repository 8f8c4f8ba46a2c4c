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

/** How a kind of field looks in a table; kinds that are not here show their text. */
const CELLS: Partial<Record<KindName, ComponentType<CellProps>>> = {
  tower: TowerCell,
  towerset: TowersetCell,
  upgradeset: UpgradesetCell,
  map: MapCell,
  person: PersonCell,
  money: MoneyCell,
  completiontype: CompletionTypeCell,
};

/** One value of a row as its kind shows it. */
export function FieldCell({ kind, ...props }: CellProps & { kind: KindName }) {
  const Cell = CELLS[kind] ?? TextCell;
  return <Cell {...props} />;
}
