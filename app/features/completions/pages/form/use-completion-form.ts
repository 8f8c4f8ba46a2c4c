import { type FormEvent, useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { asksForCode, nameOfKind } from "../../../../../domain/challenges/fields.ts";
import { type CheckedMap, mapsByName } from "../../../../../domain/checks/check.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import { api, KEEP_COPY } from "../../../../../domain/contract/routes.ts";
import type { Choice } from "../../../../../domain/fields/props.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { problem, say, sayEach } from "../../../../../domain/messages/index.ts";
import { mayGiveVerdict } from "../../../../../domain/submissions/policy.ts";
import { STILL_SENDING, useWarning } from "../../../../ui/components/use-warning.ts";
import { type DraftValues, loadDraft, type StoredDraft, saveDraft } from "../../../../ui/forms/draft.ts";
import { hasFiles, loadFiles, NO_FILES, saveFiles } from "../../../../ui/forms/draft-files.ts";
import { useFileChecks } from "../../../../ui/forms/file-checks.ts";
import { addSmallPictures } from "../../../../ui/forms/small-pictures.ts";
import { type UploadAnswer, useUpload } from "../../../../ui/forms/upload.ts";
import { tellOwnWrites } from "../../../../ui/own-writes.ts";
import { NotSignedIn, useSignIn } from "../../../../ui/sign-in/state.ts";
import { useSite } from "../../../../ui/use-site.ts";
import {
  bodyOf,
  type Filled,
  type FilledSlot,
  type FormContent,
  hasCode,
  placeFiles,
  problemsIn,
  refusalsIn,
  type Settled,
  withFile,
  withoutLink,
} from "./filled.ts";
import { afterEvent, EDITING, isUnderWay, type SendingEvent, type Sentences } from "./stages.ts";
import { rememberPlayer, withSuggested } from "./suggested.ts";
import { type Existing, useExisting } from "./use-existing.ts";
import { useNames } from "./use-names.ts";

export interface CompletionFormProps {
  readonly definition: ChallengeDefinition;
  /** Path and query of the page, under which the draft is stored. */
  readonly address: string;
  readonly initial: StoredDraft;
  /** All maps, each with its abbreviation as a spelling. */
  readonly maps: readonly Choice[];
  /** What the checks compare a completion with. */
  readonly mapFacts: readonly CheckedMap[];
  readonly catalogue: Catalogue;
  /** Whether the game's server is asked about challenge codes. */
  readonly asksCodes: boolean;
  /** The completion being edited; null when one is added. */
  readonly edited: EditInfo | null;
}

/** Fills in the newest version once it is known. */
function useNewestVersion(
  definition: ChallengeDefinition,
  isAdded: boolean,
  version: string | null,
  suggest: (part: (before: DraftValues) => DraftValues) => void,
): void {
  useEffect(() => {
    const name = nameOfKind(definition, "version");
    // Somebody who is in the box already is about to type.
    const isBusy = document.activeElement?.getAttribute("name") === name;
    if (isAdded && !isBusy) suggest((before) => withSuggested(definition, before, { version }));
  }, [definition, isAdded, version, suggest]);
}

/** What changes parts of the form, each with the problems that it clears. */
function editsOf(
  fillIn: (part: (before: FormContent) => FormContent, clears: (field: string) => boolean) => void,
) {
  const fillInFiles = (part: (before: FormContent) => FormContent): void =>
    fillIn(part, (name) => name === "image" || name.startsWith("attachments"));
  /** Changes several parts together. */
  const update = (
    part: (before: DraftValues) => DraftValues,
    clears: (field: string) => boolean = () => true,
  ): void => fillIn((before) => ({ ...before, typed: part(before.typed) }), clears);
  return {
    update,
    change: (part: Partial<DraftValues>, field: string | null = null): void =>
      update(
        (before) => ({ ...before, ...part }),
        (each) => each === field,
      ),
    setText: (name: string, value: string): void =>
      update(
        (before) => ({ ...before, texts: { ...before.texts, [name]: value } }),
        (each) => each === name,
      ),
    /** Puts a file into a slot; null removes it. */
    setFile: (slot: FilledSlot, file: File | null): void =>
      fillInFiles((before) => withFile(before, slot, file)),
    /** Takes files that were dropped, pasted or chosen together. Each goes where there is room for it. */
    addFiles: (more: readonly File[]): void => fillInFiles((before) => placeFiles(before, more)),
    /** Takes away the box for a slot's link. */
    removeLink: ({ linkName }: FilledSlot): void =>
      fillIn(
        (before) => withoutLink(before, linkName),
        (each) => each === linkName,
      ),
    addAttachments: (more: readonly File[]): void =>
      fillInFiles((before) => ({ ...before, attachments: [...before.attachments, ...more] })),
    removeAttachment: (file: File): void =>
      fillInFiles((before) => ({
        ...before,
        attachments: before.attachments.filter((each) => each !== file),
      })),
  };
}

/** Whether the form's completion is the original: the first of its kind is, unless somebody has said otherwise. */
function originalOf({ definition, typed }: FormContent, existing: Existing, unknownOriginal: string | null) {
  const ogWith = (original: Existing["original"]): boolean =>
    definition.og !== null && (typed.og ?? original === "none");
  // Nobody has said whether it is the OG, and the index has not answered.
  const isUnknown = definition.og !== null && typed.og === null && existing.original === null;
  const tellsUnknown = isUnknown && unknownOriginal !== null && unknownOriginal === existing.originalAt;
  return {
    og: ogWith(existing.original),
    tellsUnknown,
    /** Asks the index, if nothing says whether it is; null: that is not known and the person has to say. */
    async settle(asks: () => void, answered: () => void): Promise<boolean | null> {
      if (!isUnknown || tellsUnknown) return ogWith(existing.original);
      asks();
      const original = await existing.findOriginal();
      answered();
      return original === null ? null : ogWith(original);
    },
  };
}

/** What the boxes of a form say that are no fields of its own, before it is locked: what is locked is in no FormData. */
function boxesIn(form: HTMLFormElement) {
  const boxes = new FormData(form);
  return {
    looked: boxes.getAll("looked"),
    keepsCopy: boxes.getAll(KEEP_COPY).at(-1),
    // A box that is no field of its own says itself what is wrong with it: a number of towers.
    refusing: Array.from(form.querySelectorAll("input")).find(({ validity }) => validity.customError),
  };
}

/** Returns how a form ended that was answered. @param recorded called with its filekey, if it was recorded */
function endOf(
  { status, body }: UploadAnswer,
  sent: { readonly isVerified: boolean; readonly isCopied: boolean },
  recorded: (filekey: string) => void,
): SendingEvent {
  if (typeof body.error === "string" || status >= 400) {
    const message = typeof body.error === "string" ? body.error : `HTTP ${status}`;
    const outcome = { stage: "failed", message, remedy: body.stale === true ? "reload" : null } as const;
    return { type: "ended", outcome, problems: (body.fields as Sentences | undefined) ?? {} };
  }
  if (body.inserted === false) return { type: "ended", outcome: { stage: "exists" } };
  const [filekey, notOriginal] = [String(body.filekey), body.notOriginal === true];
  recorded(filekey);
  return { type: "ended", outcome: { stage: "done", filekey, notOriginal, ...sent } };
}

/** What the form is sent with. */
interface Sent {
  readonly content: FormContent;
  readonly asksToVerify: boolean;
  readonly draft: ReturnType<typeof useDraft>;
  readonly existing: Existing;
  readonly original: ReturnType<typeof originalOf>;
  dispatch(event: SendingEvent): void;
  /** Marks what is wrong with the form. Returns whether nothing is. */
  passes(form: Settled): boolean;
}

/** Sends the form, and says how that ended. */
function useSending({ content, asksToVerify, draft, existing, original, dispatch, passes }: Sent) {
  const { user, isLoading, getToken, dismiss } = useSignIn();
  const { progress, send, cancel } = useUpload();
  const { definition, edited, typed } = content;

  async function sendFilled({ looked, keepsCopy }: ReturnType<typeof boxesIn>): Promise<SendingEvent | null> {
    const id = draft.idToSend();
    const asks = () => dispatch({ type: "original-requested" });
    const settle = original.settle(asks, () => dispatch({ type: "original-answered" }));
    // In parallel: browsers open a login window only shortly after a press of the button.
    const [og, token] = await Promise.all([settle, getToken()]);
    if (og === null) return { type: "original-unknown", address: existing.originalAt };
    const form = { ...content, og };
    if (!passes(form)) return null;
    const isVerified = asksToVerify && typed.verify;
    // Without the box it is sent as ticked: the server heeds it where the sender may verify.
    const body = bodyOf(form, !asksToVerify || typed.verify);
    body.append("submission-id", id);
    for (const check of looked) body.append("looked", check);
    if (keepsCopy !== undefined) body.append(KEEP_COPY, keepsCopy);
    await addSmallPictures(body);
    const answer = await send(api.addSubmit(definition.key), body, token);
    if (answer === null) return { type: "cancelled" };
    if (answer.body.inserted === false) await existing.findCombination();
    return endOf(answer, { isVerified, isCopied: keepsCopy === "1" }, (filekey) => {
      draft.forget();
      if (edited === null) rememberPlayer(definition, user, typed.texts);
      tellOwnWrites([filekey]);
    });
  }

  async function submit(event: FormEvent<HTMLFormElement>, isLocked: boolean): Promise<void> {
    event.preventDefault();
    const boxes = boxesIn(event.currentTarget);
    if (isLocked) return;
    if (boxes.refusing) return boxes.refusing.focus();
    if (!passes({ ...content, og: original.og })) return;
    try {
      const ended = await sendFilled(boxes);
      if (ended) dispatch(ended);
    } catch (error) {
      const isSignIn = error instanceof NotSignedIn;
      // Shown here beside the button, so not at the top of the page as well.
      if (isSignIn) dismiss();
      const { message } = error as Error;
      const outcome = { stage: "failed", message, remedy: isSignIn ? "sign-in" : null } as const;
      dispatch({ type: "ended", outcome });
    }
  }
  return { progress, cancel, submit, isLoading };
}

/**
 * Manages what is filled in, what is wrong with it, and the outcome of sending it. A failure never discards what was
 * filled in.
 */
export function useCompletionForm({
  definition,
  address,
  initial,
  edited,
  catalogue,
  maps,
  mapFacts,
  asksCodes,
}: CompletionFormProps) {
  const { user, signIn } = useSignIn();
  const { uploads } = useSite();
  const draft = useDraft(address, initial);
  const content: FormContent = { ...draft.filled, definition, edited };
  const [{ now, problems, timesRefused, unknownOriginal }, dispatch] = useReducer(afterEvent, EDITING);
  const isLocked = isUnderWay(now);
  const asksToVerify = user !== null && (edited?.mayVerify ?? mayGiveVerdict(user, { pending: user.id }));
  const { typed, image, slots, attachments } = content;
  const names = useNames(maps);
  const checkedMaps = useMemo(() => mapsByName(mapFacts), [mapFacts]);
  const known = useMemo(() => catalogue.withUnlisted(typed.unlisted), [catalogue, typed.unlisted]);
  useNewestVersion(definition, edited === null, names.newestVersion, draft.suggest);

  const own = edited === null ? null : String(edited.result.filekey);
  const existing = useExisting(definition, typed.texts, { own, user: user?.id ?? null }, names.maps, known);
  const original = originalOf(content, existing, unknownOriginal);
  const settled: Settled = { ...content, og: original.og };

  const files = useMemo(
    () => [...(image ? [image] : []), ...Object.values(slots), ...attachments],
    [image, slots, attachments],
  );
  const checks = useFileChecks(files);
  const refusals = refusalsIn(content, checks);

  const leaving = draft.isDirty ? "Leave this form? What you filled in is kept in this tab." : null;
  useWarning(isLocked ? STILL_SENDING : leaving);

  const lackingIn = (form: Settled) => problemsIn(form, uploads, known);
  const lacking = lackingIn(settled);
  function passes(form: Settled): boolean {
    const wrong = sayEach({ ...lackingIn(form), ...refusals });
    // At once, so that a second press of the button sends nothing.
    flushSync(() => dispatch({ type: "checked", problems: wrong }));
    return Object.keys(wrong).length === 0;
  }
  const sending = useSending({
    content,
    asksToVerify,
    draft,
    existing,
    original,
    dispatch,
    passes,
  });
  const { progress, cancel } = sending;

  const unknown: Sentences = original.tellsUnknown ? { og: say(problem("og-unknown")) } : {};
  const shown: Sentences = { ...problems, ...sayEach(refusals), ...unknown };

  return {
    ...settled,
    catalogue: known,
    names,
    checkedMaps,
    asksCodes,
    existing,
    /** Every sentence shown at a field: what the last press of the button found, and problems of chosen files. */
    problems: shown,
    timesRefused,
    wasMarked: Object.keys(problems).length > 0,
    /** Labels of the fields that are still missing. */
    missing: Object.values(lacking).flatMap((each) =>
      each.code === "missing" && "field" in each.values.subject ? [each.values.subject.field] : [],
    ),
    /** Whether something is missing or wrong in a field or a file, marked or not. */
    isWrong: (name: string): boolean => name in lacking || name in shown,
    lacksProof: "image" in lacking || "link" in lacking,
    /** Whether the rules ask for the challenge code of what is added, and it is not there. */
    lacksCode: edited === null && asksForCode(definition) && !hasCode(definition, typed),
    now,
    progress,
    /** From the press of the button to the answer. */
    isUnderWay: isLocked,
    /** The button was pressed, and a login window has to be answered before anything is sent. */
    waitsForSignIn: isLocked && progress === null && sending.isLoading,
    cancel,
    submit: (event: FormEvent<HTMLFormElement>): Promise<void> => sending.submit(event, isLocked),
    isDraftSaved: draft.isSaved,
    isDraftRestored: draft.isRestored,
    asksToVerify,
    ...editsOf((part, clears) => {
      if (isLocked) return;
      draft.fillIn((before) => part({ ...before, definition, edited }));
      dispatch({ type: "edited", clears });
    }),
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

/**
 * Keeps what is filled in until it is recorded: neither a reload nor a sign-in that leads away and back loses any of
 * it. The texts are in the tab's session storage, the files in the browser's IndexedDB where it has one.
 */
function useDraft(address: string, initial: StoredDraft) {
  const [id] = useState(initial.id);
  const [isRestored] = useState(() => loadDraft(address) !== null);
  const submissionId = useRef(initial.submissionId);
  const [filled, setFilled] = useState<Filled>({ typed: initial.typed, ...NO_FILES });
  const [isDirty, setDirty] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const { image, slots, attachments } = filled;

  useEffect(() => {
    void loadFiles(id).then((files) => {
      if (files !== null) setFilled((now) => (hasFiles(now) ? now : { ...now, ...files }));
    });
  }, [id]);
  useEffect(() => {
    setSaved(isDirty && saveDraft(address, { id, typed: filled.typed, submissionId: submissionId.current }));
  }, [address, id, isDirty, filled]);
  useEffect(() => {
    if (isDirty) void saveFiles(id, { image, slots, attachments });
  }, [id, isDirty, image, slots, attachments]);

  /** Fills in what becomes known only now. Nobody typed it, so nothing is lost with it. */
  const suggest = useCallback((part: (before: DraftValues) => DraftValues): void => {
    // What is on its way to the server stays as it was sent.
    if (submissionId.current !== null) return;
    setFilled((before) => ({ ...before, typed: part(before.typed) }));
  }, []);

  return {
    filled,
    suggest,
    /** Whether something was filled in since the page was loaded. */
    isDirty,
    /** Whether this tab has stored what was filled in since. */
    isSaved,
    /** Whether it began with what this tab had stored. */
    isRestored,
    /** Fills in a part. What is sent after that is a new submission. */
    fillIn(part: (before: Filled) => Filled): void {
      submissionId.current = null;
      setFilled(part);
      setDirty(true);
    },
    /** Returns the id of what is sent now: the same until something changes, so that it is recorded only once. */
    idToSend(): string {
      submissionId.current ??= crypto.randomUUID();
      saveDraft(address, { id, typed: filled.typed, submissionId: submissionId.current });
      return submissionId.current;
    },
    /** For leaving and coming back: the draft stays, and the page does not ask whether to leave. */
    leave: (): void => setDirty(false),
    forget(): void {
      setDirty(false);
      saveDraft(address, null);
      void saveFiles(id, null);
    },
  };
}
