import { Suspense, useEffect, useId, useRef } from "react";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { doubtfulLink } from "../../../../../domain/checks/proof.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { mediaUrl } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, Checkbox, CloseButton, TextInput } from "../../../../../domain/fields/controls.tsx";
import { MAX_LINK } from "../../../../../domain/fields/link/kind.ts";
import { leadToSame, targetOf } from "../../../../../domain/fields/link/target.ts";
import {
  doubtOfLink,
  linkName,
  proofSlots,
  requirementOf,
  roleLabel,
} from "../../../../../domain/media/proof-slots.ts";
import { sizesInWords } from "../../../../../domain/media/upload-limits.ts";
import { about, fault, say } from "../../../../../domain/messages/index.ts";
import { later } from "../../../../ui/components/later.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Stressed } from "../../../../ui/components/Rules.tsx";
import { useSameLink } from "../../../../ui/components/use-same-link.ts";
import { ACCEPTED } from "../../../../ui/forms/file-checks.ts";
import { sizeInWords } from "../../../../ui/forms/upload.ts";
import { useSite } from "../../../../ui/use-site.ts";
import { existingIn, slotName, unmetSlots } from "./filled.ts";
import classes from "./form.module.css";
import { Slot } from "./Slot.tsx";
import { Part } from "./Steps.tsx";
import type { CompletionFormState } from "./use-completion-form.ts";

interface Props {
  readonly definition: ChallengeDefinition;
  readonly state: CompletionFormState;
  readonly edited: EditInfo | null;
  readonly isWhole: boolean;
}

/** Whether all that the rules ask for is there, and nothing is wrong with any file or link. */
export const proofIsWhole = (
  definition: ChallengeDefinition,
  state: CompletionFormState,
  edited: EditInfo | null,
): boolean =>
  !state.lacksProof &&
  Object.keys(state.problems).every((name) => !isOfFiles(name)) &&
  unmetSlots(definition, state, edited, state.catalogue).length === 0;

/** A slot for each thing that the rules ask for, the proof itself first, and all other attachments. */
export function Proof({ definition, state, edited, isWhole }: Props) {
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
        isWhole={isWhole}
        beside={`JPEG, PNG, GIF, WebP; MP4, WebM, Ogg: ${sizesInWords(uploads)}. Drop or paste them here.`}
        className={layout.stack}
      >
        <div className={classes.slots}>
          {proofSlots(definition).map((slot, place) => {
            const isFirst = place === 0;
            const file = isFirst ? image : (slots[slot.role] ?? null);
            const requirement = requirementOf(definition, slot, typed.texts, state.catalogue);
            const existingKey = existingIn(edited, state, slot.role);
            const name = linkName(definition, slot.role);
            const link = isFirst && typed.mode === "upload" ? undefined : typed.texts[name];
            const hasLink = link !== undefined && link.trim() !== "";
            const doubtful = hasLink ? doubtOfLink(link, slot.label) : file && state.describeDoubt(file);
            const isDivided =
              doubtful !== null && typeof doubtful === "object" && doubtful.code === "link-is-divided";
            const video = hasLink || file ? null : videoIn(definition, state);
            return (
              <Slot
                key={slot.role}
                label={slot.label}
                requirement={requirement && <Stressed text={requirement} />}
                isRequired={isFirst}
                file={link === undefined ? file : null}
                error={problems[link !== undefined ? name : isFirst ? "image" : slotName(slot.role)] ?? null}
                doubt={typeof doubtful === "string" ? doubtful : doubtful && say(doubtful)}
                check={hasLink && !isDivided ? doubtfulLink.id : null}
                onChange={(chosen) => setFile(place, chosen)}
                onMore={addFiles}
                existing={
                  isFirst ? (
                    hasUpload ? (
                      <p>Keep the current one</p>
                    ) : null
                  ) : existingKey === null ? null : (
                    <p>Keeps attachment {(edited?.files.indexOf(existingKey) ?? 0) + 1}</p>
                  )
                }
                mode={isFirst && <Mode mode={typed.mode} onChange={(mode) => change({ mode })} />}
                instead={
                  link !== undefined && (
                    <LinkBox
                      name={name}
                      state={state}
                      label={isFirst ? "Link to a picture or a video" : `${slot.label}: link`}
                      isRequired={isFirst}
                      own={ownLinkIn(definition, edited, link)}
                      onRemove={isFirst ? null : () => state.removeLink(slot.role)}
                    />
                  )
                }
                hasInstead={hasLink}
                onLink={isFirst ? null : () => state.setText(name, "")}
                onVideo={
                  video === null
                    ? null
                    : () => {
                        if (isFirst) change({ mode: "link" });
                        state.setText(name, video);
                      }
                }
              />
            );
          })}
        </div>
        <KeepCopy links={linksIn(definition, state)} />
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
  name === "image" || name.startsWith("link") || name.startsWith("attachments");

/** Returns the challenge if the completion that is edited has this link already; null if not. */
const ownLinkIn = (definition: ChallengeDefinition, edited: EditInfo | null, link: string): string | null =>
  edited !== null &&
  [String(edited.result.link ?? ""), ...edited.links.map(({ url }) => url)].some((each) =>
    leadToSame(each, link),
  )
    ? definition.key
    : null;

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

/** The links of the form as they are filled in. */
const linksIn = (definition: ChallengeDefinition, { typed }: CompletionFormState): readonly string[] =>
  proofSlots(definition)
    .map(({ role }) => linkName(definition, role))
    .filter((name) => name !== "link" || typed.mode === "link")
    .map((name) => typed.texts[name]?.trim() ?? "");

/** Returns the first link of the form that leads to a video: it may show what other slots ask for. */
const videoIn = (definition: ChallengeDefinition, state: CompletionFormState): string | null =>
  linksIn(definition, state).find((link) => targetOf(link)?.isVideo) ?? null;

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
            name={name}
            value={value}
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
function LinkBox({
  name,
  label,
  isRequired,
  own,
  state: { typed, problems, setText },
  onRemove,
}: {
  name: string;
  label: string;
  isRequired: boolean;
  /** The challenge, if the completion that is edited has this link. */
  own: string | null;
  state: CompletionFormState;
  /** Null for a box that stays. */
  onRemove: (() => void) | null;
}) {
  const same = useSameLink(typed.texts[name]?.trim() ?? null, own);
  const box = (
    <TextInput
      name={name}
      type="url"
      label={label}
      placeholder="https://"
      value={typed.texts[name] ?? ""}
      onChange={(event) => setText(name, event.currentTarget.value)}
      onPaste={(event) => {
        // The browser would make one address of two lines, which leads nowhere: as two they are refused with a sentence.
        const pasted = event.clipboardData.getData("text/plain").trim();
        if (!/[\r\n]/.test(pasted)) return;
        event.preventDefault();
        const box = event.currentTarget;
        box.setRangeText(pasted.replace(/\s+/g, " "), box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
        setText(name, box.value);
      }}
      error={problems[name] !== undefined}
      withAsterisk={isRequired}
      maxLength={MAX_LINK}
    />
  );
  return (
    <div>
      {onRemove === null ? (
        box
      ) : (
        <div className={classes.linkField}>
          {box}
          <CloseButton aria-label={`Remove ${label}`} onClick={onRemove} />
        </div>
      )}
      <p role="status" className={layout.note}>
        {same.length > 0 &&
          say(
            about(
              { field: label },
              fault("link-known", {
                count: same.reduce((sum, { count }) => sum + count, 0),
                challenges: same.map((each) => each.label),
              }),
            ),
          )}
      </p>
    </div>
  );
}

/** Attachments that the rules do not ask for. */
function Attachments({ state }: { state: CompletionFormState }) {
  const { attachments, problems, addAttachments, removeAttachment } = state;
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const error = problems.attachments ?? null;
  return (
    <div className={`${layout.near} ${classes.more}`} data-error={error !== null || undefined}>
      <div className={`${controls.row} ${classes.fileLine}`}>
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
    <ul className={layout.near}>
      {files.map((file, at) => {
        const label = roleLabel(definition, roles[at] ?? null);
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
                onChange(checked ? [...deletions, file] : deletions.filter((each) => each !== file))
              }
            />
          </li>
        );
      })}
    </ul>
  );
}
