import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { asksForCode } from "../../../../../domain/challenges/fields.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { linkName, proofSlots } from "../../../../../domain/media/proof-slots.ts";
import { type UploadProgress, uploadInWords } from "../../../../ui/forms/upload.ts";
import { hasCode, slotName, unmetSlots } from "./filled.ts";
import classes from "./SendBar.module.css";
import type { CompletionFormState } from "./use-completion-form.ts";

interface Props {
  readonly definition: ChallengeDefinition;
  readonly state: CompletionFormState;
  readonly edited: EditInfo | null;
}

export const SEND_ID = "send-form";

/** The button, and what is still missing or how far the upload has come. On a phone it is always in sight. */
export function SendBar({ definition, state, edited }: Props) {
  const { progress, isUnderWay, now } = state;
  const { label } = definition;
  return (
    <div className={classes.bar}>
      {progress === null ? (
        <p className={classes.words}>{missingInWords(definition, state, edited)}</p>
      ) : (
        <Bar progress={progress} />
      )}
      <div className={classes.buttons}>
        {progress !== null && <Button onClick={state.cancel}>Cancel</Button>}
        <Button look="call" type="submit" id={SEND_ID} className={classes.send} disabled={isUnderWay}>
          {now.stage === "finding-original" ? "Looking for an OG…" : `${edited ? "Update" : "Add"} ${label}`}
        </Button>
      </div>
    </div>
  );
}

/** Says what the form lacks or, once it lacks nothing, what else the rules ask for. */
function missingInWords(
  definition: ChallengeDefinition,
  state: CompletionFormState,
  edited: EditInfo | null,
): string {
  const [first, ...others] = proofSlots(definition);
  const refused = others
    .filter(({ role }) => state.problems[slotName(role)] || state.problems[linkName(definition, role)])
    .map(({ label }) => label);
  if (state.problems.image && state.image) refused.unshift(first?.label ?? "");
  if (state.attachments.length > 0 && state.problems.attachments) refused.push("Attachments");
  if (refused.length > 0) return `Please check: ${refused.join(", ")}`;
  const missing = [...state.missing, ...(state.lacksProof && first ? [first.label] : [])];
  if (missing.length > 0) return `Missing: ${missing.join(", ")}`;
  const labels = unmetSlots(definition, state, edited, state.catalogue).map((slot) => slot.label);
  if (edited === null && asksForCode(definition) && !hasCode(definition, state.typed))
    labels.push("Challenge code");
  return labels.length > 0
    ? `The rules also ask for: ${labels.join(", ")}`
    : "All set. Files are sent when you press the button.";
}

/** A progress bar whose length is an SVG attribute, so that it needs no inline style. */
function Bar({ progress }: { progress: UploadProgress }) {
  const percent = progress.total === 0 ? 0 : Math.round((progress.sent / progress.total) * 100);
  const words = uploadInWords(progress);
  return (
    <div className={classes.upload}>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        tabIndex={-1}
      >
        <svg className={classes.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={percent} height="1" />
        </svg>
      </div>
      <p className={classes.words}>{words}</p>
    </div>
  );
}
