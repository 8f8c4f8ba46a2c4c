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
  const isEdit = state.edited !== null;
  const { combination, original, record } = state.existing;
  // Each completion of such a challenge stands for itself, so it is compared with the record of its map.
  if (!definition.og && definition.identity.length === 0)
    return recordField(definition) === null ? null : <AgainstRecord record={record} state={state} />;
  const verdict: AnswerSign | null = combination ? verdictOf(combination) : original ? "unknown" : null;
  const reason = definition.og && original !== null ? reasonOf(original, state) : null;
  return (
    <div className={classes.check} data-state={verdict ?? undefined}>
      {combination && <VerdictSign verdict={verdictOf(combination)} />}
      <div role="status" className={classes.verdict}>
        {combination && <Sentence definition={definition} combination={combination} isEdit={isEdit} />}
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
  const isOpen = record === "none" || (record !== null && record.found.isSample === true);
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
        {record !== null && record !== "none" && (
          <RecordSentence definition={definition} record={record} value={value} />
        )}
      </div>
    </div>
  );
}

function RecordSentence({
  definition,
  record: { found, value: best, words },
  value,
}: {
  definition: ChallengeDefinition;
  record: RecordNow;
  value: number | null;
}) {
  const isSample = found.isSample === true;
  const beats = value !== null && (definition.record?.least ? value < best : value > best);
  return (
    <>
      <p className={classes.main}>
        The record of this map is{" "}
        <Link to={pages.notes(definition.key, { filekey: found.filekey })}>{words}</Link> by {found.players}
      </p>
      {isSample && <p>That is only a sample, not a real run.</p>}
      {value !== null && !isSample && (
        <p>
          {beats
            ? "Yours would be the new record."
            : value === best
              ? "Yours would tie it."
              : "Yours would not beat it, but you can still submit it."}
        </p>
      )}
    </>
  );
}

function Sentence({
  definition: { key },
  combination,
  isEdit,
}: {
  definition: ChallengeDefinition;
  combination: NonNullable<ExistingCombination>;
  isEdit: boolean;
}) {
  if (combination.state === "open")
    return (
      <p className={classes.main}>
        {/* It may have been done even though it is not in this index. */}
        {isEdit
          ? "No other completion of this is in the index."
          : "Not in this index yet. Yours would be the first."}
      </p>
    );
  if (combination.state === "pending") {
    const [player, ...others] = combination.players;
    if (combination.own !== null)
      return (
        <>
          <p className={classes.main}>Pending: your own submission</p>
          <p>
            You have already submitted this, and it has not been checked yet.{" "}
            <Link to={pages.notes(key, { filekey: combination.own })}>View or edit it</Link>
          </p>
        </>
      );
    return (
      <>
        <p className={classes.main}>
          Pending, by {player}
          {others.length > 0 && ` and ${others.length} more`}
        </p>
        <p>
          Somebody has already submitted this. You can submit yours too: whichever is verified first counts.
        </p>
      </>
    );
  }
  const { filekey, players, date, isSample } = combination.found;
  const path = pages.notes(key, { filekey });
  if (isSample === true)
    return (
      <>
        <p className={classes.main}>Only a sample, by {players}</p>
        <p>
          Nobody played <Link to={path}>this one</Link>. Yours would take its place.
        </p>
      </>
    );
  return (
    <>
      <p className={classes.main}>
        Done, by {players}
        {date && `, on ${date}`}
      </p>
      <p>
        This combination already exists. <Link to={path}>View it</Link>
      </p>
    </>
  );
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
