import { cash } from "../../../../domain/game/counted.ts";
import layout from "../../../ui/components/layout.module.css";
import classes from "./game.module.css";
import { PATHS, type PastedColumn, tiersInWords } from "./pasted.ts";

interface Props {
  /** What is recorded now. */
  readonly known: {
    readonly names: Readonly<Record<string, string>>;
    readonly prices: Readonly<Record<string, number>>;
  };
  /** What the form says. */
  readonly read: { readonly names: PastedColumn<string>; readonly prices: PastedColumn<number> };
  /** Whether what is wrong stands at the columns already. */
  readonly isMarked: boolean;
}

/** Shows what was read from the two columns, path by path, and what differs from what is recorded. */
export function ReadUpgrades({ known, read: { names, prices }, isMarked }: Props) {
  const problems = isMarked ? [] : [...names.problems, ...prices.problems];
  const inTable: readonly string[] = ["base", ...PATHS.flatMap<string>(({ tiers }) => tiers), "555"];
  const lower = Object.keys({ ...known.prices, ...prices.values }).filter(
    (tiers) => !inTable.includes(tiers),
  );

  const ofLower = (tiers: string): string => {
    const [price, formerPrice] = [prices.values[tiers], known.prices[tiers]];
    const change = changeOf(price, formerPrice);
    const now = price === undefined ? "" : ` ${cash(price)}`;
    return `${tiersInWords(tiers)}${now}${change && ` (${change})`}`;
  };
  const cell = (tiers: string) => (
    <Upgrade
      name={names.values[tiers]}
      formerName={known.names[tiers]}
      price={prices.values[tiers]}
      formerPrice={known.prices[tiers]}
    />
  );
  return (
    <div className={layout.near}>
      <table className={`${layout.table} ${layout.stacked} ${classes.read}`}>
        <caption>What the two columns say</caption>
        <tbody>
          <tr>
            <th scope="row">Base</th>
            <td colSpan={3}>{cell("base")}</td>
          </tr>
          {PATHS.map(({ label, tiers: path }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {path.map((tiers) => (
                <td key={tiers}>
                  <small>{tiersInWords(tiers)}</small>
                  {cell(tiers)}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Paragon</th>
            <td colSpan={3}>{cell("555")}</td>
          </tr>
        </tbody>
      </table>
      {lower.length > 0 && <p className={layout.note}>Other prices: {lower.map(ofLower).join(", ")}</p>}
      <div role="status">
        {problems.map((each) => (
          <p key={each} className={classes.problem}>
            {each}
          </p>
        ))}
      </div>
    </div>
  );
}

interface UpgradeProps {
  readonly name: string | undefined;
  readonly formerName: string | undefined;
  readonly price: number | undefined;
  readonly formerPrice: number | undefined;
}

/** Says what becomes of a price that is known; "" if it stays as it is. */
function changeOf(price: number | undefined, formerPrice: number | undefined): string {
  if (formerPrice === undefined || formerPrice === price) return "";
  return `${price === undefined ? "removes" : "was"} ${cash(formerPrice)}`;
}

function Upgrade({ name, formerName, price, formerPrice }: UpgradeProps) {
  const change = changeOf(price, formerPrice);
  return (
    <>
      {name !== undefined && <b>{name}</b>}
      {formerName !== undefined && formerName !== name && (
        <small>{name === undefined ? `removes ${formerName}` : `was ${formerName}`}</small>
      )}
      {price !== undefined && <span>{cash(price)}</span>}
      {change !== "" && <small>{change}</small>}
    </>
  );
}
