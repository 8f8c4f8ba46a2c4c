import { useCallback, useEffect, useRef, useState } from "react";
import type { Typed } from "../../../../ui/forms/draft.ts";
import { type Draft, saveDraft } from "../../../../ui/forms/draft.ts";
import { hasFiles, loadFiles, NO_FILES, saveFiles } from "../../../../ui/forms/draft-files.ts";
import type { Filled } from "./filled.ts";

/**
 * Keeps what is filled in until it is recorded: neither a reload nor a sign-in that leads away and back loses any of
 * it. The texts are in the tab's session storage, the files in the browser's IndexedDB where it has one.
 */
export function useDraft(address: string, initial: Draft) {
  const [id] = useState(initial.id);
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
  const suggest = useCallback((part: (before: Typed) => Typed): void => {
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
