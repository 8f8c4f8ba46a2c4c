import "./mantine.css";
import { Alert, Button, Checkbox, FileInput, Group, Progress, Radio, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import { formFields } from "../../../derive/form.ts";
import { submissionSchema } from "../../../derive/submission.ts";
import { problemOfFiles } from "../../../derive/upload-limits.ts";
import type { Field } from "../../../fields/index.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { FieldInput } from "../../../fields/inputs.tsx";
import { api, mediaUrl, pages } from "../../../routes.ts";
import type { EditInfo } from "../../../server/completions/submit-routes.ts";
import { useWarning } from "../../components/use-warning.ts";
import { useSignIn } from "../../sign-in/state.ts";
import { useSite } from "../../use-site.ts";
import { saveDraft, type Typed } from "./draft.ts";
import classes from "./form.module.css";
import { useExisting } from "./use-existing.ts";
import { useUpload } from "./use-upload.ts";

/** What browsers may offer to choose from (SPEC section 5). */
const ACCEPTED = "image/jpeg,image/png,image/gif,image/webp,image/apng,video/webm,video/ogg,video/mp4";

export interface CompletionFormProps {
  readonly definition: ChallengeDefinition;
  /** Where what is typed is kept: path and query of the page. */
  readonly address: string;
  readonly initial: Typed;
  readonly maps: readonly Choice[];
  /** What is edited; null: a completion is added. */
  readonly edited: EditInfo | null;
}

/** How the last submission ended. */
type Outcome =
  | { readonly kind: "done"; readonly filekey: string }
  | { readonly kind: "exists" }
  | { readonly kind: "failed"; readonly message: string; readonly isStale: boolean };

/** The one form of all challenges, to add and to edit. */
export function CompletionForm({ definition, address, initial, maps, edited }: CompletionFormProps) {
  const { key, label } = definition;
  const { user, getToken } = useSignIn();
  const { mediaOrigin, uploads } = useSite();
  const [typed, setTyped] = useState(initial);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [image, setImage] = useState<File | null>(null);
  const [attachments, setAttachments] = useState<File[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isDirty, setDirty] = useState(false);
  const { progress, send, cancel } = useUpload();
  const form = useRef<HTMLFormElement>(null);
  const fields = useMemo(() => formFields(definition), [definition]);
  const own = edited === null ? null : String(edited.result.filekey);
  const existing = useExisting(definition, typed.texts, own);
  const isSending = progress !== null;
  // From the press of the button on, before anything is sent: a second press in that time sends nothing.
  const isStarted = useRef(false);

  const change = (part: Partial<Typed>): void => {
    setTyped((before) => {
      const next = { ...before, ...part };
      saveDraft(address, next);
      return next;
    });
    setDirty(true);
    setOutcome(null);
  };
  const setText = (name: string, value: string): void => {
    setTyped((before) => {
      const next = { ...before, texts: { ...before.texts, [name]: value } };
      saveDraft(address, next);
      return next;
    });
    setProblems(({ [name]: _, ...others }) => others);
    setDirty(true);
    setOutcome(null);
  };
  useWarning(
    isDirty && !isSending,
    "Leave this form? What you typed is kept in this tab, but chosen files are not.",
  );

  // The first field with a problem is where to go on. Mantine marks the control and what stands around it, which alone
  // a group of boxes has; neither it nor the hidden input of a file takes the focus.
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current
      ?.querySelector<HTMLElement>("[data-error=true] :is(input:not([type=file]), textarea, select, button)")
      ?.focus();
  }, [problems]);

  function check(): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const link = typed.mode === "link" ? typed.texts.link : "";
    const checked = submissionSchema(definition).safeParse({
      ...typed.texts,
      link,
      og: typed.og ? "on" : undefined,
    });
    for (const { path, message } of checked.error?.issues ?? []) found[String(path[0])] ??= message;
    const hasUpload = edited !== null && edited.result.link === null;
    if (typed.mode === "link" && !link?.trim()) found.link ??= "A link to the proof is missing.";
    if (typed.mode === "upload" && !image && !hasUpload) found.image = "Please choose a picture or a video.";
    const proof = typed.mode === "upload" && image ? [image] : [];
    const ofProof = problemOfFiles(proof, uploads);
    const ofFiles = problemOfFiles([...proof, ...attachments], uploads);
    if (ofProof !== null) found.image ??= ofProof;
    else if (ofFiles !== null) found.attachments ??= ofFiles;
    return found;
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isStarted.current) return;
    const found = check();
    setProblems(found);
    setOutcome(null);
    if (Object.keys(found).length > 0) return;
    const body = bodyOf(event.currentTarget);
    isStarted.current = true;
    try {
      const answer = await send(api.addSubmit(key), body, await getToken());
      if (answer !== null) take(answer);
    } catch (error) {
      setOutcome({ kind: "failed", message: (error as Error).message, isStale: false });
    } finally {
      isStarted.current = false;
    }
  }

  function take({ status, body }: NonNullable<Awaited<ReturnType<typeof send>>>): void {
    if (typeof body.error === "string" || status >= 400) {
      setProblems((body.fields as Record<string, string> | undefined) ?? {});
      const message = typeof body.error === "string" ? body.error : `HTTP ${status}`;
      setOutcome({ kind: "failed", message, isStale: body.stale === true });
      return;
    }
    if (body.inserted === false) {
      setOutcome({ kind: "exists" });
      return;
    }
    saveDraft(address, null);
    setDirty(false);
    setOutcome({ kind: "done", filekey: String(body.filekey) });
  }

  /** The form as SPEC section 7 has it: the fields, og and verify as "on", and on an edit what it is about. */
  function bodyOf(element: HTMLFormElement): FormData {
    const body = new FormData();
    for (const [name] of [...fields.main, ...(typed.og ? fields.ogExtras : []), ...fields.notes])
      body.append(name, typed.texts[name] ?? "");
    if (typed.og) body.append("og", "on");
    if (!asksToVerify || typed.verify) body.append("verify", "on");
    if (typed.mode === "link") body.append("link", typed.texts.link ?? "");
    else if (image) body.append("image", image);
    for (const file of attachments) body.append("attachments", file);
    body.append("edit", edited ? "true" : "false");
    if (edited) {
      for (const name of new Set([...definition.keys, "filekey"]))
        body.append(`edited-${name}`, String(edited.result[name] ?? ""));
      body.append("revision", String(typed.revision));
      for (const key of new FormData(element).getAll("delete-attachments"))
        body.append("delete-attachments", key);
    }
    return body;
  }

  function startAnew(): void {
    saveDraft(address, null);
    setDirty(false);
    // Once the warning about unsaved input is gone.
    setTimeout(() => window.location.reload());
  }

  const asksToVerify = user?.isHelper === true && (edited === null || edited.mayVerify);
  const inputs = (list: readonly (readonly [string, Field])[]) =>
    list.map(([name, field]) => (
      <FieldInput
        key={name}
        name={name}
        field={field}
        value={typed.texts[name] ?? ""}
        onChange={(value) => setText(name, value)}
        error={problems[name] ?? null}
        required={!field.optional}
        maps={maps}
        companions={fields.companions}
        texts={typed.texts}
        setText={setText}
      />
    ));

  if (outcome?.kind === "done")
    return <Done definition={definition} filekey={outcome.filekey} isEdit={edited !== null} />;

  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      className={classes.form}
      onKeyDown={keepEnter}
      noValidate
    >
      {edited?.rejection && (
        <Alert color="coral" title="A helper rejected this">
          {edited.rejection}
        </Alert>
      )}
      {edited !== null && typed.revision !== edited.revision && (
        <Alert color="coral" role="alert" title="Somebody changed this completion since you began">
          What you typed is still here for you to copy, but it cannot be sent as it stands.{" "}
          <Button size="compact-sm" variant="default" onClick={startAnew}>
            Start anew from what it is now
          </Button>
        </Alert>
      )}
      {inputs(fields.main)}
      <div role="status" className={classes.hint}>
        {existing.filekey !== null && (
          <p>
            This combination already exists:{" "}
            <Link to={pages.notes(key, { filekey: existing.filekey })}>look at it</Link>.
          </p>
        )}
        {definition.og && existing.filekey === null && existing.hasOriginal === false && (
          <p>There is no OG of this yet: it would be the OG.</p>
        )}
      </div>
      {definition.og && (
        <Checkbox
          name="og"
          label="OG completion?"
          checked={typed.og}
          onChange={(event) => change({ og: event.currentTarget.checked })}
          error={problems.og}
        />
      )}
      {typed.og && <div className={classes.extras}>{inputs(fields.ogExtras)}</div>}

      <fieldset className={classes.proof}>
        <legend>Proof</legend>
        <Radio.Group
          value={typed.mode}
          onChange={(mode) => change({ mode: mode === "link" ? "link" : "upload" })}
          aria-label="Kind of proof"
        >
          <Group gap="lg">
            <Radio value="link" label="Link" />
            <Radio value="upload" label="Upload" />
          </Group>
        </Radio.Group>
        {typed.mode === "link" ? (
          <TextInput
            name="link"
            type="url"
            label="Link to a picture or a video"
            placeholder="https://"
            value={typed.texts.link ?? ""}
            onChange={(event) => setText("link", event.currentTarget.value)}
            error={problems.link}
            withAsterisk
            maxLength={2000}
          />
        ) : (
          <>
            <FileInput
              name="image"
              label="Picture or video"
              accept={ACCEPTED}
              value={image}
              onChange={(file) => {
                setImage(file);
                setProblems(({ image: _, ...others }) => others);
                setDirty(true);
              }}
              error={problems.image}
              clearable
              placeholder={
                own !== null && edited?.result.link === null ? "Keep the one there is" : "Choose a file"
              }
            />
            {image?.type.startsWith("image/") && <Preview file={image} />}
          </>
        )}
        <FileInput
          name="attachments"
          label="Attachments"
          description="More pictures or videos: the tower setup, hard rounds."
          accept={ACCEPTED}
          multiple
          value={attachments}
          onChange={(files) => {
            setAttachments(files);
            setProblems(({ attachments: _, ...others }) => others);
            setDirty(true);
          }}
          error={problems.attachments}
          clearable
          placeholder="Choose files"
        />
        {edited && edited.files.length > 0 && (
          <ul className={classes.attachments}>
            {edited.files.map((file, at) => (
              <li key={file}>
                <a href={mediaUrl(file, mediaOrigin)} target="_blank" rel="noopener">
                  Attachment {at + 1}
                </a>
                <Checkbox
                  name="delete-attachments"
                  value={file}
                  label="Delete"
                  aria-label={`Delete attachment ${at + 1}`}
                />
              </li>
            ))}
          </ul>
        )}
      </fieldset>
      {inputs(fields.notes)}
      {asksToVerify && (
        <Checkbox
          name="verify"
          label="Mark as verified?"
          checked={typed.verify}
          onChange={(event) => change({ verify: event.currentTarget.checked })}
        />
      )}
      {outcome?.kind === "exists" && (
        <Alert color="coral" role="alert">
          {label} already exists
        </Alert>
      )}
      {outcome?.kind === "failed" && (
        <Alert color="coral" role="alert">
          Error adding {label}: {outcome.message}{" "}
          {outcome.isStale && (
            <Button size="compact-sm" variant="default" onClick={startAnew}>
              Reload
            </Button>
          )}
        </Alert>
      )}
      {Object.keys(problems).length > 0 && outcome === null && (
        <p role="alert" className={classes.problem}>
          Please look at the fields marked above.
        </p>
      )}
      <Group>
        <Button type="submit" disabled={isSending}>
          {edited ? `Update ${label}` : `Add ${label}`}
        </Button>
        {isSending && (
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        )}
      </Group>
      {isSending && (
        <Progress value={progress * 100} aria-label="Upload" animated={progress === 1} size="lg" />
      )}
    </form>
  );
}

/** Enter in a box to choose from chooses; it does not send the form. */
function keepEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === "Enter" && (event.target as HTMLElement).getAttribute("aria-haspopup") === "listbox")
    event.preventDefault();
}

function Done({
  definition: { key, label },
  filekey,
  isEdit,
}: {
  definition: ChallengeDefinition;
  filekey: string;
  isEdit: boolean;
}) {
  return (
    <Alert color="reed" role="status" title={`Successfully registered ${label}`}>
      <Group gap="lg">
        <Link to={pages.notes(key, { filekey })}>Look at it</Link>
        {!isEdit && (
          <Link to={pages.addForm(key)} reloadDocument>
            Add another {label}
          </Link>
        )}
        <Link to={pages.mySubmissions()}>My submissions</Link>
      </Group>
    </Alert>
  );
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url === null ? null : <img src={url} alt="What you chose" className={classes.preview} />;
}
