import type { ReactNode } from "react";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import classes from "./form.module.css";

/** A part of the form: its place is its number. */
export interface FormStep {
  readonly title: string;
  /** Whether nothing is missing in it. */
  readonly isWhole: boolean;
}

export const headingId = (title: string): string => `part-${title.toLowerCase().replaceAll(" ", "-")}`;

/** Brings a part to the top and its heading into focus. */
function goTo(id: string): void {
  const target = document.getElementById(id);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "start" });
}

/** How far the form has come: a line with a piece for each part, and a button that leads to the next one. */
export function Steps({
  steps,
  draft,
  onStartOver,
  last,
}: {
  steps: readonly FormStep[];
  /** Whether what is filled in was saved since the page was loaded, or is what an earlier visit saved. */
  draft: "saved" | "restored" | null;
  /** Deletes the draft. */
  onStartOver: () => void;
  last: { readonly title: string; readonly id: string };
}) {
  const whole = steps.filter(({ isWhole }) => isWhole).length;
  const next = steps.find(({ isWhole }) => !isWhole);
  return (
    <div className={`${controls.row} ${classes.steps}`}>
      <span className={classes.progress} aria-hidden="true">
        {steps.map(({ title, isWhole }) => (
          <span
            key={title}
            data-whole={isWhole || undefined}
            data-next={title === next?.title || undefined}
          />
        ))}
      </span>
      <span>
        {whole} of {steps.length} parts complete
        {draft === "saved" && <span className={classes.saved}> · draft saved in this tab</span>}
        {draft === "restored" && <span> · your draft is back</span>}
      </span>
      {draft !== null && (
        <Button
          look="plain"
          onClick={() => window.confirm("Start over? What you filled in is deleted.") && onStartOver()}
        >
          Start over
        </Button>
      )}
      <Button look="plain" onClick={() => goTo(next ? headingId(next.title) : last.id)}>
        Next: {next ? next.title : last.title}
      </Button>
    </div>
  );
}

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
