import { type DragEvent, useEffect, useId, useState } from "react";
import { flushSync } from "react-dom";
import { doubtfulLink } from "../../../../../domain/checks/proof.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Checkbox, CloseButton, TextInput } from "../../../../../domain/fields/controls.tsx";
import { MAX_LINK } from "../../../../../domain/fields/link/kind.ts";
import { leadToSame, targetOf } from "../../../../../domain/fields/link/target.ts";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import { doubtOfLink, requirementOf } from "../../../../../domain/media/proof-slots.ts";
import { about, fault, say } from "../../../../../domain/messages/index.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Stressed } from "../../../../ui/components/Rules.tsx";
import { useSameLink } from "../../../../ui/components/use-same-link.ts";
import { ACCEPTED } from "../../../../ui/forms/file-checks.ts";
import { sizeInWords } from "../../../../ui/forms/upload.ts";
import { FileButton, LabelledButton } from "./FileButton.tsx";
import { type FilledSlot, slotsOf } from "./filled.ts";
import classes from "./Slot.module.css";
import type { CompletionFormState } from "./use-completion-form.ts";

interface Props {
  readonly slot: FilledSlot;
  readonly state: CompletionFormState;
}

/** One thing that the rules ask for, with the file or the link that shows it. */
export function Slot({ slot, state }: Props) {
  const { label, isFirst, file, link, keeps } = slot;
  const { setFile, addFiles } = state;
  const id = useId();
  const requirement = requirementOf(state.definition, slot, state.typed.texts, state.catalogue);
  const hasLink = link !== null && link.trim() !== "";
  const isThere = file !== null || keeps !== null || hasLink;
  const error = state.problems[link === null ? slot.fileName : slot.linkName] ?? null;
  const take = ([first, ...more]: readonly File[]): void => {
    if (first) setFile(slot, first);
    if (more.length > 0) addFiles(more);
  };
  const drop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of its buttons
    <div
      className={classes.slot}
      data-there={isThere || undefined}
      data-error={error !== null || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className={classes.about}>
        <h3 id={`${id}-label`} className={classes.label}>
          <VerdictSign verdict={error !== null ? "unknown" : isThere ? "done" : "open"} />
          {label}
          {isFirst && (
            <span className={controls.asterisk} aria-hidden="true">
              *
            </span>
          )}
        </h3>
        {isFirst && <Mode state={state} />}
        <p id={`${id}-requirement`} className={layout.note}>
          {requirement && <Stressed text={requirement} />}
        </p>
      </div>
      {link !== null && <LinkBox slot={slot} link={link} state={state} />}
      {link === null && file === null && (
        <Choose
          slot={slot}
          state={state}
          id={id}
          described={[error !== null ? `${id}-error` : null, `${id}-requirement`].filter(Boolean).join(" ")}
          onFiles={take}
        />
      )}
      {link === null && file !== null && (
        <div className={classes.chosen}>
          <Preview file={file} />
          <p className={`${layout.note} ${classes.file}`}>
            <span>{file.name}</span> {sizeInWords(file.size)}
          </p>
          <CloseButton aria-label={`Remove ${file.name}`} onClick={() => setFile(slot, null)} />
        </div>
      )}
      {!hasLink && file === null && <TakeVideo slot={slot} state={state} id={id} />}
      <Said slot={slot} state={state} id={id} error={error} />
    </div>
  );
}

/** The choice whether the proof is a link or a file. */
function Mode({ state: { typed, change } }: Pick<Props, "state">) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="Kind of proof" className={controls.row}>
      {(["link", "upload"] as const).map((mode) => (
        <label key={mode} className={controls.check}>
          <input
            type="radio"
            name={name}
            value={mode}
            checked={typed.mode === mode}
            onChange={() => change({ mode })}
          />
          {mode === "link" ? "Link" : "Upload"}
        </label>
      ))}
    </div>
  );
}

/** The buttons by which a file, or a link, is chosen. */
function Choose({
  slot: { isFirst, keeps, linkName },
  state,
  id,
  described,
  onFiles,
}: Props & {
  /** That of the slot, from which those of its parts are made. */
  id: string;
  described: string;
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <div className={`${layout.near} ${classes.choose}`}>
      {keeps !== null && (
        <p>{keeps === "proof" ? "Keep the current one" : `Keeps attachment ${keeps + 1}`}</p>
      )}
      <div className={`${controls.row} ${classes.buttons}`}>
        <FileButton
          of={id}
          act="choose"
          aria-describedby={described}
          onFiles={onFiles}
          multiple
          accept={ACCEPTED}
        >
          {keeps === null ? "Choose a file" : "Choose another"}
        </FileButton>
        <FileButton
          of={id}
          act="camera"
          className={classes.camera}
          onFiles={onFiles}
          accept="image/*"
          capture="environment"
        >
          Camera
        </FileButton>
        {!isFirst && (
          <LabelledButton
            of={id}
            act="link"
            onClick={() => {
              flushSync(() => state.setText(linkName, ""));
              // The box takes the focus from the button that it replaces.
              document.getElementsByName(linkName)[0]?.focus();
            }}
          >
            Paste link
          </LabelledButton>
        )}
      </div>
    </div>
  );
}

/** The box for a link. Its problem is shown at the slot, where a file's would be. */
function LinkBox({ slot, link, state }: Props & { link: string }) {
  const { isFirst, linkName } = slot;
  const { definition, edited, problems, setText, removeLink } = state;
  const label = isFirst ? "Link to a picture or a video" : `${slot.label}: link`;
  const isOwn =
    edited !== null &&
    [String(edited.result.link ?? ""), ...edited.links.map(({ url }) => url)].some((each) =>
      leadToSame(each, link),
    );
  const same = useSameLink(link.trim(), isOwn ? definition.key : null);
  const box = (
    <TextInput
      name={linkName}
      type="url"
      label={label}
      placeholder="https://"
      value={link}
      onChange={(event) => setText(linkName, event.currentTarget.value)}
      onPaste={(event) => {
        // The browser would make one address of two lines, which leads nowhere: as two they are refused with a sentence.
        const pasted = event.clipboardData.getData("text/plain").trim();
        if (!/[\r\n]/.test(pasted)) return;
        event.preventDefault();
        const box = event.currentTarget;
        box.setRangeText(pasted.replace(/\s+/g, " "), box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
        setText(linkName, box.value);
      }}
      error={problems[linkName] !== undefined}
      withAsterisk={isFirst}
      maxLength={MAX_LINK}
    />
  );
  return (
    <div>
      {isFirst ? (
        box
      ) : (
        <div className={classes.linkField}>
          {box}
          <CloseButton aria-label={`Remove ${label}`} onClick={() => removeLink(slot)} />
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

/** Takes the first link of the form that leads to a video: it may show what other slots ask for. */
function TakeVideo({ slot: { isFirst, linkName }, state, id }: Props & { id: string }) {
  const video = slotsOf(state)
    .find(({ link }) => targetOf(link?.trim() ?? "")?.isVideo)
    ?.link?.trim();
  if (video === undefined) return null;
  return (
    <LabelledButton
      isSmall
      of={id}
      act="video"
      className={classes.video}
      onClick={() => {
        if (isFirst) state.change({ mode: "link" });
        state.setText(linkName, video);
      }}
    >
      The linked video shows this too
    </LabelledButton>
  );
}

/** What is wrong with a slot, and what is odd about its link or file. */
function Said({
  slot: { label, link, file },
  state,
  id,
  error,
}: Props & { id: string; error: string | null }) {
  const doubtOf = link === null || link.trim() === "" ? null : doubtOfLink(link, label);
  const doubt = doubtOf ? say(doubtOf) : file && state.describeDoubt(file);
  return (
    <div role="status" className={classes.said}>
      {error !== null && (
        <p id={`${id}-error`} className={controls.error}>
          {error}
        </p>
      )}
      {doubt !== null && doubt !== error && (
        <>
          <p id={`${id}-doubt`}>{doubt}</p>
          {doubtOf !== null && doubtOf.code !== "link-is-divided" && (
            <Checkbox
              key={doubt}
              name="looked"
              value={doubtfulLink.id}
              label="Submit anyway"
              aria-describedby={`${id}-doubt`}
            />
          )}
        </>
      )}
    </div>
  );
}

/** A preview of the chosen file; empty if the browser cannot show it. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setBroken(false);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const broken = () => setBroken(true);
  if (url === null || isBroken) return <span className={classes.preview} />;
  return file.type.startsWith("video/") ? (
    <video src={url} className={classes.preview} aria-label={file.name} muted playsInline onError={broken} />
  ) : (
    <img src={url} className={classes.preview} alt={file.name} onError={broken} />
  );
}
