import { useEffect, useId, useRef } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { mediaUrl } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, Checkbox, CloseButton, TextInput } from "../../../../../domain/fields/controls.tsx";
import { MAX_LINK } from "../../../../../domain/fields/link/kind.ts";
import { askedFor, proofSlots, roleLabel } from "../../../../../domain/media/proofs.ts";
import { sizesInWords } from "../../../../../domain/media/upload-limits.ts";
import { Stressed } from "../../../../ui/components/Rules.tsx";
import { sizeInWords } from "../../../../ui/forms/upload.ts";
import { useSite } from "../../../../ui/use-site.ts";
import { slotName } from "./filled.ts";
import { Part } from "./Part.tsx";
import classes from "./Proof.module.css";
import { keptIn } from "./place-files.ts";
import { ACCEPTED, Slot } from "./Slot.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";

interface Props {
  readonly definition: ChallengeDefinition;
  readonly state: CompletionFormState;
  readonly edited: EditInfo | null;
}

/** A slot for each thing that the rules ask for, the proof itself first, and all other attachments. */
export function Proof({ definition, state, edited }: Props) {
  const { uploads } = useSite();
  const { typed, image, slots, problems, change, setFile, addFiles } = state;
  usePastedFiles(addFiles);
  const hasUpload = edited !== null && edited.result.link === null;
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
        title="Proof"
        isWhole={!state.lacksProof && Object.keys(problems).every((name) => !isOfFiles(name))}
        beside={`JPEG, PNG, GIF, WebP; MP4, WebM, Ogg: ${sizesInWords(uploads)}. Drop or paste them here.`}
        className={classes.proof}
      >
        <div className={classes.slots}>
          {proofSlots(definition).map((slot, place) => {
            const isFirst = place === 0;
            const file = isFirst ? image : (slots[slot.role] ?? null);
            const asked = askedFor(definition, slot, typed.texts);
            const keptKey = keptIn(edited, state, slot.role);
            return (
              <Slot
                key={slot.role}
                label={slot.label}
                asked={asked && <Stressed text={asked} />}
                beside={
                  isFirst
                    ? null
                    : `Add a file. If it is ${slot.isVideo ? "on a video site" : "somewhere on the web"}, put its link into the notes.`
                }
                isRequired={isFirst}
                file={isFirst && typed.mode === "link" ? null : file}
                error={
                  problems[isFirst ? (typed.mode === "link" ? "link" : "image") : slotName(slot.role)] ?? null
                }
                doubt={file ? state.describeDoubt(file) : null}
                onChange={(chosen) => setFile(place, chosen)}
                onMore={addFiles}
                kept={
                  isFirst ? (
                    hasUpload ? (
                      <p>Keep the one there is</p>
                    ) : null
                  ) : keptKey === null ? null : (
                    <p>Attachment {(edited?.files.indexOf(keptKey) ?? 0) + 1} stays</p>
                  )
                }
                {...(isFirst
                  ? {
                      mode: <Mode mode={typed.mode} onChange={(mode) => change({ mode })} />,
                      instead: typed.mode === "link" ? <LinkBox state={state} /> : undefined,
                      hasInstead: typed.mode === "link" && (typed.texts.link ?? "").trim() !== "",
                    }
                  : {})}
              />
            );
          })}
        </div>
        <Attachments state={state} />
        {edited && edited.files.length > 0 && (
          <OwnAttachments
            definition={definition}
            edited={edited}
            deletions={typed.deletions}
            onChange={(deletions) => change({ deletions })}
          />
        )}
      </Part>
    </div>
  );
}

const isOfFiles = (name: string): boolean =>
  name === "image" || name === "link" || name.startsWith("attachments");

/** Whether text is pasted into a box. Office programs put a picture of the text on the clipboard beside it. */
const isTextForBox = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element &&
  target.matches("input, textarea") &&
  clipboardData?.types.includes("text/plain") === true;

/** Takes files that are pasted anywhere on the page, unless text is pasted into a box. */
function usePastedFiles(take: (files: readonly File[]) => void): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || isTextForBox(event)) return;
      event.preventDefault();
      latest.current(files);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, []);
}

function Mode({ mode, onChange }: { mode: "link" | "upload"; onChange: (mode: "link" | "upload") => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Kind of proof" className={controls.row}>
      {(["link", "upload"] as const).map((value) => (
        <label key={value} className={controls.check}>
          <input
            type="radio"
            {...{ name, value }}
            checked={mode === value}
            onChange={() => onChange(value)}
          />
          {value === "link" ? "Link" : "Upload"}
        </label>
      ))}
    </div>
  );
}

/** The box for a link. Its problem is shown at the slot, where a file's would be. */
function LinkBox({ state: { typed, problems, setText } }: { state: CompletionFormState }) {
  return (
    <TextInput
      name="link"
      type="url"
      label="Link to a picture or a video"
      placeholder="https://"
      value={typed.texts.link ?? ""}
      onChange={(event) => setText("link", event.currentTarget.value)}
      error={problems.link !== undefined}
      withAsterisk
      maxLength={MAX_LINK}
    />
  );
}

/** Attachments that the rules do not ask for. */
function Attachments({ state }: { state: CompletionFormState }) {
  const { attachments, problems, addAttachments, removeAttachment } = state;
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const error = problems.attachments ?? null;
  return (
    <div className={classes.more} data-error={error !== null || undefined}>
      <div className={classes.line}>
        <span id={`${id}-label`} className={classes.label}>
          Attachments
        </span>
        <Button
          isSmall
          id={`${id}-add`}
          aria-labelledby={`${id}-label ${id}-add`}
          {...(error === null ? {} : { "aria-describedby": `${id}-error` })}
          onClick={() => chooser.current?.click()}
        >
          Add more files
        </Button>
      </div>
      {attachments.length > 0 && (
        <ul className={classes.files}>
          {attachments.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <li key={at} className={classes.line}>
              <span>
                {file.name} <span className={classes.quiet}>{sizeInWords(file.size)}</span>
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
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        onChange={(event) => {
          addAttachments([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

/** The attachments that the completion already has, each with what it shows and a box to delete it. */
function OwnAttachments({
  definition,
  edited: { files, roles },
  deletions,
  onChange,
}: {
  definition: ChallengeDefinition;
  edited: EditInfo;
  deletions: readonly string[];
  onChange: (deletions: readonly string[]) => void;
}) {
  const { mediaOrigin } = useSite();
  return (
    <ul className={classes.files}>
      {files.map((file, at) => {
        const label = roleLabel(definition, roles[at] ?? null);
        return (
          <li key={file} className={classes.line}>
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
                onChange(checked ? [...deletions, file] : deletions.filter((each) => each !== file))
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
