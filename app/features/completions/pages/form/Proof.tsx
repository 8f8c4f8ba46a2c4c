import { Suspense, useId } from "react";
import { mediaUrl } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Checkbox, CloseButton } from "../../../../../domain/fields/controls.tsx";
import { roleLabel } from "../../../../../domain/media/proof-slots.ts";
import { sizesInWords } from "../../../../../domain/media/upload-limits.ts";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { ACCEPTED } from "../../../../ui/forms/file-checks.ts";
import { sizeInWords } from "../../../../ui/forms/upload.ts";
import { useSite } from "../../../../ui/use-site.ts";
import { FileButton } from "./FileButton.tsx";
import { slotsOf } from "./filled.ts";
import classes from "./form.module.css";
import { Slot } from "./Slot.tsx";
import { type FormStep, Part } from "./Steps.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";
import { isIntoBox, usePaste } from "./use-paste.ts";

interface Props {
  readonly state: CompletionFormState;
}

/** A slot for each thing that the rules ask for, the proof itself first, and all other attachments. */
export function Proof({ state, step }: Props & { readonly step: FormStep }) {
  const { uploads } = useSite();
  const { addFiles } = state;
  usePaste((event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // Office programs put a picture of the text on the clipboard beside it.
    const isText = isIntoBox(event) && event.clipboardData?.types.includes("text/plain") === true;
    if (files.length === 0 || isText) return false;
    addFiles(files);
    return true;
  });
  const slots = slotsOf(state);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of the buttons in it
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        addFiles([...event.dataTransfer.files]);
      }}
    >
      <Part
        number={2}
        {...step}
        beside={`JPEG, PNG, GIF, WebP; MP4, WebM, Ogg: ${sizesInWords(uploads)}. Drop or paste them here.`}
        className={layout.stack}
      >
        <div className={classes.slots}>
          {slots.map((slot) => (
            <Slot key={slot.role} slot={slot} state={state} />
          ))}
        </div>
        <KeepCopy links={slots.map(({ link }) => link?.trim() ?? "")} />
        <Attachments state={state} />
        <OwnAttachments state={state} />
      </Part>
    </div>
  );
}

const KeepCopyBox = later(async () => (await import("../../../../ui/copies/KeepCopyBox.tsx")).KeepCopyBox);

/** Hosts of which some links lead to pictures that can be copied. */
const COPIED_FROM = /imgur\.com|discordapp\.(?:com|net)/i;

function KeepCopy({ links }: { links: readonly string[] }) {
  if (!links.some((link) => COPIED_FROM.test(link))) return null;
  return (
    <Suspense fallback={null}>
      <KeepCopyBox links={links} />
    </Suspense>
  );
}

/** Attachments that the rules do not ask for. */
function Attachments({ state }: Props) {
  const { attachments, problems, addAttachments, removeAttachment } = state;
  const id = useId();
  const error = problems.attachments ?? null;
  return (
    <div className={`${layout.near} ${classes.more}`} data-error={error !== null || undefined}>
      <div className={`${controls.row} ${classes.fileLine}`}>
        <span id={`${id}-label`} className={classes.label}>
          Attachments
        </span>
        <FileButton
          isSmall
          of={id}
          act="add"
          aria-describedby={error === null ? undefined : `${id}-error`}
          onFiles={addAttachments}
          multiple
          accept={ACCEPTED}
        >
          Add more files
        </FileButton>
      </div>
      {attachments.length > 0 && (
        <ul className={layout.near}>
          {attachments.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={at} className={`${controls.row} ${classes.fileLine}`}>
              <span>
                {file.name} <span className={layout.note}>{sizeInWords(file.size)}</span>
                {state.describeDoubt(file) && <span role="status"> {state.describeDoubt(file)}</span>}
              </span>
              <CloseButton aria-label={`Remove ${file.name}`} onClick={() => removeAttachment(file)} />
            </li>
          ))}
        </ul>
      )}
      {error !== null && (
        <p id={`${id}-error`} role="status" className={controls.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The attachments that the completion already has, each with what it shows and a box to delete it. */
function OwnAttachments({ state: { definition, edited, typed, change } }: Props) {
  const { mediaOrigin } = useSite();
  const { deletions } = typed;
  if (edited === null || edited.files.length === 0) return null;
  return (
    <ul className={layout.near}>
      {edited.files.map((file, at) => {
        const label = roleLabel(definition, edited.roles[at] ?? null);
        return (
          <li key={file} className={`${controls.row} ${classes.fileLine}`}>
            <span>
              <a href={mediaUrl(file, mediaOrigin)} target="_blank" rel="noopener">
                Attachment {at + 1}
              </a>
              {label && ` ${label}`}
            </span>
            <Checkbox
              label="Delete"
              aria-label={`Delete attachment ${at + 1}`}
              checked={deletions.includes(file)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  deletions: checked ? [...deletions, file] : deletions.filter((each) => each !== file),
                })
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
