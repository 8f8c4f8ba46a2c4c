import type { ReactNode } from "react";
import { asksForCode } from "../../../../../domain/challenges/fields.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { formFields } from "../../../../../domain/submissions/form.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { CODE, fieldsOfWhat, unmetSlots } from "./filled.ts";
import classes from "./form.module.css";
import { SEND_ID } from "./SendBar.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";

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

/** Returns the form's parts. */
export function stepsOf(state: CompletionFormState) {
  const { definition, edited, typed, problems, missing, lacksProof, lacksCode } = state;
  const code = formFields(definition).code?.[0] ?? CODE;
  const isOfFiles = (name: string): boolean =>
    name === "image" || name.startsWith("link") || name.startsWith("attachments");
  // Where the rules ask for the code, the notes may hold it. Elsewhere nothing has to be in them: only the button is left.
  const hasNotes =
    edited === null && asksForCode(definition)
      ? !lacksCode
      : (typed.texts.notes ?? "").trim() !== "" || (missing.length === 0 && !lacksProof);
  return {
    what: {
      title: "What",
      isWhole:
        !problems[code] &&
        fieldsOfWhat(state).every(([name, { label }]) => !problems[name] && !missing.includes(label)),
    },
    proof: {
      title: "Proof",
      isWhole:
        !lacksProof &&
        !Object.keys(problems).some(isOfFiles) &&
        unmetSlots(state, state.catalogue).length === 0,
    },
    notes: { title: "Notes", isWhole: hasNotes && !problems.notes },
  } satisfies Readonly<Record<string, FormStep>>;
}

/** How far the form has come: a line with a piece for each part, and a button that leads to the next one. */
export function Steps({ steps, state }: { steps: readonly FormStep[]; state: CompletionFormState }) {
  const { isDraftSaved, isDraftRestored, startAnew } = state;
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
        {isDraftSaved && <span className={classes.saved}> · draft saved in this tab</span>}
        {!isDraftSaved && isDraftRestored && <span> · your draft is back</span>}
      </span>
      {(isDraftSaved || isDraftRestored) && (
        <Button
          look="plain"
          onClick={() => window.confirm("Start over? What you filled in is deleted.") && startAnew()}
        >
          Start over
        </Button>
      )}
      <Button look="plain" onClick={() => goTo(next ? headingId(next.title) : SEND_ID)}>
        Next: {next ? next.title : "send it"}
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
