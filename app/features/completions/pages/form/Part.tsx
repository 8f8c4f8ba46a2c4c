import type { ReactNode } from "react";
import controls from "../../../../../domain/fields/controls.module.css";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/small.tsx";
import classes from "./form.module.css";
import { headingId } from "./Steps.tsx";

/** A part of the form. Its number becomes a tick, and its line leads to the next part, once nothing is missing in it. */
export function Part({
  number,
  title,
  beside,
  isWhole,
  isLast,
  className,
  children,
}: {
  number: number;
  title: string;
  /** Shown at the end of the part's header. */
  beside?: ReactNode;
  isWhole: boolean;
  /** Whether no part follows. */
  isLast?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const id = headingId(title);
  return (
    <section
      className={`${layout.card} ${classes.part}`}
      data-whole={isWhole || undefined}
      data-last={isLast}
      aria-labelledby={id}
    >
      <header className={`${controls.row} ${classes.head}`}>
        {isWhole ? <VerdictSign verdict="done" /> : <span className={classes.number}>{number}</span>}
        <h2 id={id} tabIndex={-1}>
          {title}
          {isWhole && <Hidden> (nothing missing)</Hidden>}
        </h2>
        {beside && <div className={`${layout.note} ${classes.beside}`}>{beside}</div>}
      </header>
      <div className={className}>{children}</div>
    </section>
  );
}
