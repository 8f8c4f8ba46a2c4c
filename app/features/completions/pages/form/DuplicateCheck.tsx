import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { Checkbox } from "../../../../../domain/fields/controls.tsx";
import { type AnswerSign, VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { Word } from "../../../../ui/components/Word.tsx";
import classes from "./form.module.css";
import type { CompletionFormState } from "./use-completion-form.ts";
import { type ExistingCombination, type Original, type RecordNow, recordField } from "./use-existing.ts";

/**
 * Says whether the index already has what is being typed, and whether it is the OG. Says nothing while that is
 * unknown. The OG box is ticked for the first of its kind until somebody changes it.
 */
export function DuplicateCheck({ state }: { state: CompletionFormState }) {
  const { definition } = state;
  const { combination, original, record } = state.existing;
  // Each completion of such a challenge stands for itself, so it is compared with the record of its map.
  if (!definition.og && definition.identity.length === 0)
    return recordField(definition) === null ? null : <AgainstRecord record={record} state={state} />;
  const [main, more] = combination ? sentencesOf(combination, state) : [];
  const verdict: AnswerSign | null = combination ? verdictOf(combination) : original ? "unknown" : null;
  const reason = definition.og && original !== null ? reasonOf(original, state) : null;
  return (
    <div className={classes.check} data-state={verdict ?? undefined}>
      {combination && <VerdictSign verdict={verdictOf(combination)} />}
      <div role="status" className={classes.verdict}>
        {combination && <p className={classes.main}>{main}</p>}
        {more && <p>{more}</p>}
        {reason && <p>{reason}</p>}
        {!combination && !reason && (
          <p className={classes.quiet}>Choose towers and a map to see what is already done.</p>
        )}
      </div>
      {definition.og && (
        <Checkbox
          name="og"
          label="OG completion?"
          className={classes.box}
          checked={state.og}
          onChange={(event) => state.change({ og: event.currentTarget.checked }, "og")}
          error={state.problems.og}
        />
      )}
      {definition.og && <Word explains="og">What is an OG?</Word>}
    </div>
  );
}

/** A sample is no completion, so the combination that it shows is still open. */
const verdictOf = (combination: NonNullable<ExistingCombination>): AnswerSign =>
  combination.state === "done" && combination.found.isSample === true ? "open" : combination.state;

/** Says what the record of the map is, and whether what is being typed would beat it. */
function AgainstRecord({
  record,
  state: { definition, typed },
}: {
  record: RecordNow | "none" | null;
  state: CompletionFormState;
}) {
  const typedValue = typed.texts[recordField(definition) ?? ""]?.trim() ?? "";
  const value = /^\d{1,12}$/.test(typedValue) ? Number(typedValue) : null;
  const best = record === "none" ? null : record;
  const isOpen = record === "none" || best?.found.isSample === true;
  return (
    <div className={classes.check} data-state={isOpen ? "open" : record ? "unknown" : undefined}>
      {isOpen && <VerdictSign verdict="open" />}
      <div role="status" className={classes.verdict}>
        {record === null && <p className={classes.quiet}>Choose a map to see its record.</p>}
        {record === "none" && (
          <p className={classes.main}>
            No {definition.label} on this map has been verified yet. Yours would be the first.
          </p>
        )}
        {best && (
          <p className={classes.main}>
            The record of this map is{" "}
            <Link to={pages.notes(definition.key, { filekey: best.found.filekey })}>{best.words}</Link> by{" "}
            {best.found.players}
          </p>
        )}
        {best && isOpen && <p>That is only a sample, not a real run.</p>}
        {best && !isOpen && value !== null && <p>{comparedTo(best.value, value, definition)}</p>}
      </div>
    </div>
  );
}

/** Says whether a value would beat the record. */
function comparedTo(best: number, value: number, { record }: ChallengeDefinition): string {
  if (value === best) return "Yours would tie it.";
  return (record?.least ? value < best : value > best)
    ? "Yours would be the new record."
    : "Yours would not beat it, but you can still submit it.";
}

/** Says whether the combination is done: in a few words, and what follows. */
function sentencesOf(
  combination: NonNullable<ExistingCombination>,
  { definition: { key }, edited }: CompletionFormState,
): readonly [ReactNode, ReactNode] {
  if (combination.state === "open")
    return [
      // It may have been done even though it is not in this index.
      edited === null
        ? "Not in this index yet. Yours would be the first."
        : "No other completion of this is in the index.",
      null,
    ];
  if (combination.state === "pending") {
    const [player, ...others] = combination.players;
    if (combination.own !== null)
      return [
        "Pending: your own submission",
        <>
          You have already submitted this, and it has not been checked yet.{" "}
          <Link to={pages.notes(key, { filekey: combination.own })}>View or edit it</Link>
        </>,
      ];
    return [
      <>
        Pending, by {player}
        {others.length > 0 && ` and ${others.length} more`}
      </>,
      "Somebody has already submitted this. You can submit yours too: whichever is verified first counts.",
    ];
  }
  const { filekey, players, date, isSample } = combination.found;
  const path = pages.notes(key, { filekey });
  if (isSample === true)
    return [
      <>Only a sample, by {players}</>,
      <>
        Nobody played <Link to={path}>this one</Link>. Yours would take its place.
      </>,
    ];
  return [
    <>
      Done, by {players}
      {date && `, on ${date}`}
    </>,
    <>
      This combination already exists. <Link to={path}>View it</Link>
    </>,
  ];
}

/** Says why the OG box is ticked or not. */
function reasonOf(original: Original, { definition, edited, typed, og }: CompletionFormState): ReactNode {
  const byHand = typed.og !== null;
  if (original === "claimed")
    return (
      <>
        You have already submitted an OG of this, and it is pending
        {og ? ". Untick the box to submit this one too." : ", so the box stays empty."}
      </>
    );
  if (original === "none")
    return (
      <>
        <span>
          {byHand
            ? "No OG yet. Yours would be the OG."
            : "No OG yet. Yours would be the OG, so we ticked the box."}
        </span>
        {byHand && edited === null && !og && " You unticked the box."}
      </>
    );
  const { filekey, heading, players, date } = original;
  return (
    <>
      The OG is <Link to={pages.notes(definition.key, { filekey })}>{heading}</Link>, by {players}
      {date && ` on ${date}`}
      {og ? ". Only the first one can be the OG: untick the box." : ", so the OG box stays empty."}
    </>
  );
}
