import { type FormEvent, useMemo, useRef, useState } from "react";
import type { ChallengeDefinition } from "../../../challenges/define.ts";
import type { EditInfo } from "../../../contract/completions.ts";
import type { Choice } from "../../../fields/input-props.ts";
import { problem, say, sayEach } from "../../../messages/index.ts";
import { api } from "../../../routes.ts";
import { STILL_SENDING, useWarning } from "../../components/use-warning.ts";
import { NotSignedIn, useSignIn } from "../../sign-in/state.ts";
import { useSite } from "../../use-site.ts";
import type { Draft, Typed } from "./draft.ts";
import { bodyOf, type Filled, problemsIn, type Settled } from "./filled.ts";
import { placeFiles, withFile, withoutAttachment } from "./place-files.ts";
import { rememberPlayer } from "./player.ts";
import { refusalsIn } from "./refusals.ts";
import { useDraft } from "./use-draft.ts";
import { type Existing, useExisting } from "./use-existing.ts";
import { useFileChecks } from "./use-file-checks.ts";
import { type UploadAnswer, useUpload } from "./use-upload.ts";

/** Sentences shown at single fields, by the fields' names. */
type Sentences = Readonly<Record<string, string>>;

/** How the last submission ended. */
export type Outcome =
  | {
      readonly kind: "done";
      readonly filekey: string;
      readonly notOriginal: boolean;
      /** Whether a helper verified it at once. */
      readonly isVerified: boolean;
    }
  | { readonly kind: "exists" }
  | {
      readonly kind: "failed";
      readonly message: string;
      /** What helps: to load what is there now, or to sign in. */
      readonly remedy: "reload" | "sign-in" | null;
    };

const failed = (message: string, remedy: (Outcome & { kind: "failed" })["remedy"] = null): Outcome => ({
  kind: "failed",
  message,
  remedy,
});

/**
 * Manages what is filled in, what is wrong with it, and the outcome of sending it. A failure never discards what was
 * filled in.
 */
export function useCompletionForm(
  definition: ChallengeDefinition,
  address: string,
  initial: Draft,
  edited: EditInfo | null,
  maps: readonly Choice[],
) {
  const { user, isLoading, getToken, signIn, dismiss } = useSignIn();
  const { uploads } = useSite();
  const draft = useDraft(address, initial);
  const { filled, isDirty } = draft;
  const [problems, setProblems] = useState<Sentences>({});
  const [timesRefused, setTimesRefused] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { progress, send, cancel } = useUpload();
  // Set from the press of the button on, before anything is sent, so that a second press sends nothing. Nothing can be
  // filled in meanwhile: it would not be sent, and would be forgotten with what was.
  const isStarted = useRef(false);
  const [isUnderWay, setUnderWay] = useState(false);
  const asksToVerify = user?.isHelper === true && (edited === null || edited.mayVerify);
  const { typed, image, slots, attachments } = filled;

  const own = edited === null ? null : String(edited.result.filekey);
  const existing = useExisting(definition, typed.texts, { own, user: user?.id ?? null }, maps);
  // The first of its kind is the OG unless somebody has said otherwise.
  const ogWith = (original: Existing["original"]): boolean =>
    definition.og !== null && (typed.og ?? original === "none");
  const settled: Settled = { ...filled, og: ogWith(existing.original) };
  // Nobody has said whether it is the OG, and the index has not answered.
  const isOgUnknown = definition.og !== null && typed.og === null && existing.original === null;
  // The `originalAt` for which the person was told so. Whoever then sends again accepts the box as it is.
  const [toldUnknown, setToldUnknown] = useState<string | null>(null);
  const [asksForOg, setAsksForOg] = useState(false);
  const tellsUnknown = isOgUnknown && toldUnknown !== null && toldUnknown === existing.originalAt;

  const files = useMemo(
    () => [...(image ? [image] : []), ...Object.values(slots), ...attachments],
    [image, slots, attachments],
  );
  const checks = useFileChecks(files);
  const refusals = refusalsIn(filled, checks);

  const leaving = isDirty ? "Leave this form? What you filled in is kept in this tab." : null;
  useWarning(isUnderWay ? STILL_SENDING : leaving);

  function refuse(wrong: Sentences): void {
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) setTimesRefused((times) => times + 1);
  }

  /** Fills in a part of the form and clears the problem of that field. */
  function fillIn(part: (before: Filled) => Filled, field: string | null): void {
    if (isStarted.current) return;
    draft.fillIn(part);
    if (field !== null) setProblems(({ [field]: _, ...others }) => others);
    setOutcome(null);
  }

  /** Changes the chosen files and clears the problems that were reported of files. */
  function fillInFiles(part: (before: Filled) => Filled): void {
    if (isStarted.current) return;
    draft.fillIn(part);
    setProblems((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => name !== "image" && !name.startsWith("attachments")),
      ),
    );
    setOutcome(null);
  }

  const lackingIn = (form: Settled) => problemsIn(definition, form, edited, uploads);
  const lacking = lackingIn(settled);

  /** Marks what is wrong with the form. Returns whether nothing is. */
  function passes(form: Settled): boolean {
    const wrong = sayEach({ ...lackingIn(form), ...refusals });
    refuse(wrong);
    return Object.keys(wrong).length === 0;
  }

  /** Returns the form with the OG box as it is to be sent; null if that is not known and the person is asked. */
  async function withOgSettled(): Promise<Settled | null> {
    if (!isOgUnknown || tellsUnknown) return settled;
    setAsksForOg(true);
    const original = await existing.findOriginal();
    setAsksForOg(false);
    if (original !== null) return { ...filled, og: ogWith(original) };
    setToldUnknown(existing.originalAt);
    return null;
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isStarted.current) return;
    setOutcome(null);
    if (!passes(settled)) return;
    isStarted.current = true;
    setUnderWay(true);
    const id = draft.idToSend();
    try {
      // In parallel: browsers open a login window only shortly after a press of the button.
      const [form, token] = await Promise.all([withOgSettled(), getToken()]);
      if (form === null) return setTimesRefused((times) => times + 1);
      if (!passes(form)) return;
      const isVerified = asksToVerify && typed.verify;
      const body = bodyOf(definition, form, edited, !asksToVerify || typed.verify);
      body.append("submission-id", id);
      const answer = await send(api.addSubmit(definition.key), body, token);
      if (answer !== null) take(answer, isVerified);
    } catch (error) {
      const isSignIn = error instanceof NotSignedIn;
      // Shown here beside the button, so not at the top of the page as well.
      if (isSignIn) dismiss();
      setOutcome(failed((error as Error).message, isSignIn ? "sign-in" : null));
    } finally {
      isStarted.current = false;
      setUnderWay(false);
    }
  }

  function take({ status, body }: UploadAnswer, isVerified: boolean): void {
    if (typeof body.error === "string" || status >= 400) {
      refuse((body.fields as Sentences | undefined) ?? {});
      const message = typeof body.error === "string" ? body.error : `HTTP ${status}`;
      setOutcome(failed(message, body.stale === true ? "reload" : null));
      return;
    }
    if (body.inserted === false) {
      setOutcome({ kind: "exists" });
      return;
    }
    draft.forget();
    if (edited === null) rememberPlayer(definition, user, typed.texts);
    setOutcome({
      kind: "done",
      filekey: String(body.filekey),
      notOriginal: body.notOriginal === true,
      isVerified,
    });
  }

  const unknown: Sentences = tellsUnknown ? { og: say(problem("og-unknown")) } : {};
  const shown: Sentences = { ...problems, ...sayEach(refusals), ...unknown };

  return {
    ...settled,
    existing,
    checks,
    /** Every sentence shown at a field: what the last press of the button found, and problems of chosen files. */
    problems: shown,
    /** How often fields were marked after a press of the button. */
    timesRefused,
    wasMarked: Object.keys(problems).length > 0,
    /** Labels of the fields that are still missing. */
    missing: Object.values(lacking).flatMap((each) =>
      each.code === "missing" && "field" in each.values.subject ? [each.values.subject.field] : [],
    ),
    lacksProof: "image" in lacking || "link" in lacking,
    outcome,
    progress,
    /** From the press of the button to the answer. */
    isUnderWay,
    /** The button was pressed before it was known whether there is an original: the index is being asked. */
    asksForOg,
    /** The button was pressed, and a login window has to be answered before anything is sent. */
    waitsForSignIn: isUnderWay && progress === null && isLoading,
    cancel,
    submit,
    asksToVerify,
    change: (part: Partial<Typed>, field: string | null = null): void =>
      fillIn((before) => ({ ...before, typed: { ...before.typed, ...part } }), field),
    setText: (name: string, value: string): void =>
      fillIn(
        (before) => ({
          ...before,
          typed: { ...before.typed, texts: { ...before.typed.texts, [name]: value } },
        }),
        name,
      ),
    /** Puts a file into a slot, by its place; the first is the proof. */
    setFile: (slot: number, file: File | null): void =>
      fillInFiles((before) => withFile(definition, before, slot, file)),
    /** Takes files that were dropped, pasted or chosen together. Each goes where there is room for it. */
    addFiles: (more: readonly File[]): void =>
      fillInFiles((before) => placeFiles(definition, before, more, edited)),
    addAttachments: (more: readonly File[]): void =>
      fillInFiles((before) => ({ ...before, attachments: [...before.attachments, ...more] })),
    removeAttachment: (file: File): void => fillInFiles((before) => withoutAttachment(before, file)),
    describeDoubt: (file: File): string | null => {
      const doubt = checks.get(file)?.doubt;
      return doubt ? say(doubt) : null;
    },
    /** Leads to the provider and back to this form as it is. */
    signInAgain(): void {
      draft.leave();
      void signIn();
    },
    /** Forgets what was filled in and shows what is there now. */
    startAnew(): void {
      draft.forget();
      // After the warning about unsaved input is gone.
      setTimeout(() => window.location.reload());
    },
  };
}

export type CompletionFormState = ReturnType<typeof useCompletionForm>;
