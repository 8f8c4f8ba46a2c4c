import { cash, nameOfType } from "../game/counted.ts";
import { dateInWords } from "../game/day-in-words.ts";
import { shownVersion } from "../game/versions.ts";
import type { KindName } from "./index.ts";
import type { ComponentOf } from "./jsx/own-text.ts";
import { MapCell } from "./map/Cell.tsx";
import type { CellProps } from "./props.ts";
import { TowerChip } from "./tower/TowerChip.tsx";
import { TowersetCell, UpgradesetCell } from "./towerset/Cell.tsx";

/** Plain text; an absent value reads as a dash. */
const TextCell = ({ value }: CellProps) => <>{value === null || value === "" ? "–" : String(value)}</>;

const CompletionTypeCell = ({ value }: CellProps) => <>{nameOfType(String(value ?? "–"))}</>;

const MoneyCell = ({ value }: CellProps) => <>{typeof value === "number" ? cash(value) : "–"}</>;

/** A player's name in the direction of its own script, whatever surrounds it. */
function PersonCell({ value, narrowed }: CellProps) {
  const person = String(value ?? "?");
  return <bdi>{narrowed ? <a href={narrowed("person", person)}>{person}</a> : person}</bdi>;
}

const DateCell = ({ value }: CellProps) => <>{value ? dateInWords(String(value)) : "–"}</>;

const VersionCell = ({ value }: CellProps) => <>{value === null ? "–" : shownVersion(String(value))}</>;

function TowerCell({ value, upgrades, ...page }: CellProps) {
  if (typeof value !== "string") return null;
  return <TowerChip name={value} upgrades={upgrades === null ? null : String(upgrades)} {...page} />;
}

/** The component that shows each kind of field in a table. */
const CELLS: Readonly<Record<KindName, ComponentOf<CellProps>>> = {
  tower: TowerCell,
  towerset: TowersetCell,
  upgrade: TextCell,
  upgradeset: UpgradesetCell,
  map: MapCell,
  person: PersonCell,
  completiontype: CompletionTypeCell,
  money: MoneyCell,
  version: VersionCell,
  date: DateCell,
  code: TextCell,
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
