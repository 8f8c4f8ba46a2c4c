import { useEffect, useRef, useState } from "react";
import { type Draft, saveDraft } from "./draft.ts";
import { hasFiles, loadFiles, NO_FILES, saveFiles } from "./draft-files.ts";
import type { Filled } from "./filled.ts";

/**
 * What is filled in, kept while it is not recorded: a reload, and a sign-in that leads away and back, cost nothing of it.
 * The texts are in the tab's storage, the files in the browser's database, where it has one.
 */
export function useDraft(address: string, initial: Draft) {
  const [id] = useState(initial.id);
  const submissionId = useRef(initial.submissionId);
  const [filled, setFilled] = useState<Filled>({ typed: initial.typed, ...NO_FILES });
  const [isDirty, setDirty] = useState(false);
  const { image, slots, attachments } = filled;

  useEffect(() => {
    void loadFiles(id).then((files) => {
      if (files !== null) setFilled((now) => (hasFiles(now) ? now : { ...now, ...files }));
    });
  }, [id]);
  useEffect(() => {
    if (isDirty) saveDraft(address, { id, typed: filled.typed, submissionId: submissionId.current });
  }, [address, id, isDirty, filled]);
  useEffect(() => {
    if (isDirty) void saveFiles(id, { image, slots, attachments });
  }, [id, isDirty, image, slots, attachments]);

  return {
    filled,
    /** Something was filled in since the page is here. */
    isDirty,
    /** Fills in a part. What is sent then is another submission. */
    fillIn(part: (before: Filled) => Filled): void {
      submissionId.current = null;
      setFilled(part);
      setDirty(true);
    },
    /** The id of what is sent now: the same for as long as nothing is changed, so that it is recorded once. */
    idToSend(): string {
      submissionId.current ??= crypto.randomUUID();
      saveDraft(address, { id, typed: filled.typed, submissionId: submissionId.current });
      return submissionId.current;
    },
    /** Somebody leaves who comes back for it: it stays, and nothing is asked. */
    leave: (): void => setDirty(false),
    forget(): void {
      setDirty(false);
      saveDraft(address, null);
      void saveFiles(id, null);
    },
  };
}
