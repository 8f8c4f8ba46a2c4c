import type { ReactNode } from "react";
import classes from "./Facts.module.css";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Shows what is known about one thing, side by side. Each label may occur only once. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
