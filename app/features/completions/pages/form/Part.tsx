import { type ReactNode, useId } from "react";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { Hidden } from "../../../../ui/components/Hidden.tsx";
import classes from "./Part.module.css";

/** A part of the form. Its number becomes a tick once nothing is missing in it. */
export function Part({
  number,
  title,
  beside,
  isWhole,
  className,
  children,
}: {
  number: number;
  title: string;
  /** Shown at the end of the part's header. */
  beside?: ReactNode;
  isWhole: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <header className={classes.head}>
        {isWhole ? <VerdictSign verdict="done" /> : <span className={classes.number}>{number}</span>}
        <h2 id={id}>
          {title}
          {isWhole && <Hidden> (nothing missing)</Hidden>}
        </h2>
        {beside && <div className={classes.beside}>{beside}</div>}
      </header>
      <div className={className}>{children}</div>
    </section>
  );
}
