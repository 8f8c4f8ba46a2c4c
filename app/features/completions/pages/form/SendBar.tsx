import { Button } from "../../../../../domain/fields/controls.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { type UploadProgress, uploadInWords } from "../../../../ui/forms/upload.ts";
import { slotsOf, unmetSlots } from "./filled.ts";
import classes from "./SendBar.module.css";
import type { CompletionFormState } from "./use-completion-form.ts";

export const SEND_ID = "send-form";

/** The button, and what is still missing or how far the upload has come. On a phone it is always in sight. */
export function SendBar({ state }: { state: CompletionFormState }) {
  const { progress, isUnderWay, now, edited, definition } = state;
  return (
    <div className={`${layout.bar} ${classes.bar}`}>
      {progress === null ? (
        <p className={classes.words}>{missingInWords(state)}</p>
      ) : (
        <Bar progress={progress} />
      )}
      <div className={classes.buttons}>
        {progress !== null && <Button onClick={state.cancel}>Cancel</Button>}
        <Button look="call" type="submit" id={SEND_ID} className={classes.send} disabled={isUnderWay}>
          {now.stage === "finding-original"
            ? "Looking for an OG…"
            : `${edited ? "Update" : "Add"} ${definition.label}`}
        </Button>
      </div>
    </div>
  );
}

/** Says what the form lacks or, once it lacks nothing, what else the rules ask for. */
function missingInWords(state: CompletionFormState): string {
  const { problems, attachments, missing, lacksProof, lacksCode, catalogue } = state;
  const slots = slotsOf(state);
  const refused = slots
    .filter(({ isFirst, file, fileName, linkName }) =>
      Boolean((file && problems[fileName]) || (!isFirst && problems[linkName])),
    )
    .map(({ label }) => label);
  if (attachments.length > 0 && problems.attachments) refused.push("Attachments");
  if (refused.length > 0) return `Please check: ${refused.join(", ")}`;
  const lacking = [...missing, ...(lacksProof ? slots.slice(0, 1).map(({ label }) => label) : [])];
  if (lacking.length > 0) return `Missing: ${lacking.join(", ")}`;
  const asked = unmetSlots(state, catalogue).map(({ label }) => label);
  if (lacksCode) asked.push("Challenge code");
  return asked.length > 0
    ? `The rules also ask for: ${asked.join(", ")}`
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
