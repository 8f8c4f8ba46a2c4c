import { type FormEvent, useRef, useState } from "react";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import type { EditInfo } from "../../../contract/completions.ts";
import { sayEach } from "../../../messages/index.ts";
import { api } from "../../../routes.ts";
import { STILL_SENDING, useWarning } from "../../components/use-warning.ts";
import { NotSignedIn, useSignIn } from "../../sign-in/state.ts";
import { useSite } from "../../use-site.ts";
import type { Draft, Typed } from "./draft.ts";
import { bodyOf, type Filled, problemsIn } from "./filled.ts";
import { useDraft } from "./use-draft.ts";
import { type UploadAnswer, useUpload } from "./use-upload.ts";

/** What is wrong with single fields, by their names, as it is read at them. */
type Sentences = Readonly<Record<string, string>>;

/** How the last submission ended. */
export type Outcome =
  | { readonly kind: "done"; readonly filekey: string; readonly notOriginal: boolean }
  | { readonly kind: "exists" }
  | {
      readonly kind: "failed";
      readonly message: string;
      /** What helps: to see what is there now, or to sign in. */
      readonly remedy: "reload" | "sign-in" | null;
    };

const failed = (message: string, remedy: (Outcome & { kind: "failed" })["remedy"] = null): Outcome => ({
  kind: "failed",
  message,
  remedy,
});

/** What is filled in, what is wrong with it, and what came of sending it. Nothing filled in is lost but by success. */
export function useCompletionForm(
  definition: ChallengeDefinition,
  address: string,
  initial: Draft,
  edited: EditInfo | null,
) {
  const { user, isLoading, getToken, signIn, dismiss } = useSignIn();
  const { uploads } = useSite();
  const draft = useDraft(address, initial);
  const { filled, isDirty } = draft;
  const [problems, setProblems] = useState<Sentences>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { progress, send, cancel } = useUpload();
  // From the press of the button on, before anything is sent: a second press in that time sends nothing.
  const isStarted = useRef(false);
  const [isUnderWay, setUnderWay] = useState(false);
  const asksToVerify = user?.isHelper === true && (edited === null || edited.mayVerify);
  const { typed } = filled;

  const leaving = isDirty ? "Leave this form? What you filled in is kept in this tab." : null;
  useWarning(isUnderWay ? STILL_SENDING : leaving);

  /** Fills in a part of the form; the problem of the field that it answers is gone. */
  function fillIn(part: (before: Filled) => Filled, field: string | null): void {
    draft.fillIn(part);
    if (field !== null) setProblems(({ [field]: _, ...others }) => others);
    setOutcome(null);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isStarted.current) return;
    const found = sayEach(problemsIn(definition, filled, edited, uploads));
    setProblems(found);
    setOutcome(null);
    if (Object.keys(found).length > 0) return;
    const body = bodyOf(definition, filled, edited, !asksToVerify || typed.verify);
    body.append("submission-id", draft.idToSend());
    isStarted.current = true;
    setUnderWay(true);
    try {
      const answer = await send(api.addSubmit(definition.key), body, await getToken());
      if (answer !== null) take(answer);
    } catch (error) {
      const isSignIn = error instanceof NotSignedIn;
      // Said here, beside the button, and not at the head of the page as well.
      if (isSignIn) dismiss();
      setOutcome(failed((error as Error).message, isSignIn ? "sign-in" : null));
    } finally {
      isStarted.current = false;
      setUnderWay(false);
    }
  }

  function take({ status, body }: UploadAnswer): void {
    if (typeof body.error === "string" || status >= 400) {
      setProblems((body.fields as Sentences | undefined) ?? {});
      const message = typeof body.error === "string" ? body.error : `HTTP ${status}`;
      setOutcome(failed(message, body.stale === true ? "reload" : null));
      return;
    }
    if (body.inserted === false) {
      setOutcome({ kind: "exists" });
      return;
    }
    draft.forget();
    setOutcome({ kind: "done", filekey: String(body.filekey), notOriginal: body.notOriginal === true });
  }

  return {
    ...filled,
    problems,
    outcome,
    progress,
    /** From the press of the button to the answer. */
    isUnderWay,
    /** The button was pressed, and a login window has to be answered before anything is sent. */
    waitsForSignIn: isUnderWay && progress === null && isLoading,
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
    /** Leads to the provider and back to this form as it is. */
    signInAgain(): void {
      draft.leave();
      void signIn();
    },
    /** Forgets what was filled in and shows what is there now. */
    startAnew(): void {
      draft.forget();
      // Once the warning about unsaved input is gone.
      setTimeout(() => window.location.reload());
    },
  };
}

export type CompletionFormState = ReturnType<typeof useCompletionForm>;
