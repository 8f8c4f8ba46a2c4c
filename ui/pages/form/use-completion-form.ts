import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import type { EditInfo } from "../../../contract/completions.ts";
import { sayEach } from "../../../messages/index.ts";
import { api } from "../../../routes.ts";
import { useWarning } from "../../components/use-warning.ts";
import { useSignIn } from "../../sign-in/state.ts";
import { useSite } from "../../use-site.ts";
import { saveDraft, type Typed } from "./draft.ts";
import { bodyOf, type Filled, problemsIn } from "./filled.ts";
import { type UploadAnswer, useUpload } from "./use-upload.ts";

/** What is wrong with single fields, by their names, as it is read at them. */
type Sentences = Readonly<Record<string, string>>;

/** How the last submission ended. */
export type Outcome =
  | { readonly kind: "done"; readonly filekey: string }
  | { readonly kind: "exists" }
  | { readonly kind: "failed"; readonly message: string; readonly isStale: boolean };

const failed = (message: string, isStale = false): Outcome => ({ kind: "failed", message, isStale });

/** What is filled in, what is wrong with it, and what came of sending it. Nothing typed is lost but by success. */
export function useCompletionForm(
  definition: ChallengeDefinition,
  address: string,
  initial: Typed,
  edited: EditInfo | null,
) {
  const { user, getToken } = useSignIn();
  const { uploads } = useSite();
  const [filled, setFilled] = useState<Filled>({ typed: initial, image: null, attachments: [] });
  const [problems, setProblems] = useState<Sentences>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isDirty, setDirty] = useState(false);
  const { progress, send, cancel } = useUpload();
  // From the press of the button on, before anything is sent: a second press in that time sends nothing.
  const isStarted = useRef(false);
  const asksToVerify = user?.isHelper === true && (edited === null || edited.mayVerify);
  const { typed } = filled;

  useEffect(() => {
    if (isDirty) saveDraft(address, typed);
  }, [address, isDirty, typed]);
  useWarning(
    isDirty && progress === null,
    "Leave this form? What you typed is kept in this tab, but chosen files are not.",
  );

  /** Fills in a part of the form; the problem of the field that it answers is gone. */
  function fillIn(part: (before: Filled) => Filled, field: string | null): void {
    setFilled(part);
    if (field !== null) setProblems(({ [field]: _, ...others }) => others);
    setDirty(true);
    setOutcome(null);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isStarted.current) return;
    const deletions = new FormData(event.currentTarget).getAll("delete-attachments").map(String);
    const found = sayEach(problemsIn(definition, filled, edited, uploads));
    setProblems(found);
    setOutcome(null);
    if (Object.keys(found).length > 0) return;
    const body = bodyOf(definition, filled, edited, deletions, !asksToVerify || typed.verify);
    isStarted.current = true;
    try {
      const answer = await send(api.addSubmit(definition.key), body, await getToken());
      if (answer !== null) take(answer);
    } catch (error) {
      setOutcome(failed((error as Error).message));
    } finally {
      isStarted.current = false;
    }
  }

  function take({ status, body }: UploadAnswer): void {
    if (typeof body.error === "string" || status >= 400) {
      setProblems((body.fields as Sentences | undefined) ?? {});
      setOutcome(failed(typeof body.error === "string" ? body.error : `HTTP ${status}`, body.stale === true));
      return;
    }
    if (body.inserted === false) {
      setOutcome({ kind: "exists" });
      return;
    }
    setDirty(false);
    saveDraft(address, null);
    setOutcome({ kind: "done", filekey: String(body.filekey) });
  }

  return {
    ...filled,
    problems,
    outcome,
    progress,
    cancel,
    submit,
    asksToVerify,
    change: (part: Partial<Typed>): void =>
      fillIn((before) => ({ ...before, typed: { ...before.typed, ...part } }), null),
    setText: (name: string, value: string): void =>
      fillIn(
        (before) => ({
          ...before,
          typed: { ...before.typed, texts: { ...before.typed.texts, [name]: value } },
        }),
        name,
      ),
    setImage: (image: File | null): void => fillIn((before) => ({ ...before, image }), "image"),
    setAttachments: (attachments: readonly File[]): void =>
      fillIn((before) => ({ ...before, attachments }), "attachments"),
    /** Forgets what was typed and shows what is there now. */
    startAnew(): void {
      setDirty(false);
      saveDraft(address, null);
      // Once the warning about unsaved input is gone.
      setTimeout(() => window.location.reload());
    },
  };
}

export type CompletionFormState = ReturnType<typeof useCompletionForm>;
