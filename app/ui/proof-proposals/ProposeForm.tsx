import { type FormEvent, useEffect, useRef, useState } from "react";
import type { OwnProposalsAnswer } from "../../../domain/contract/proof-proposals.ts";
import { api, FURTHER } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { Button, FileInput, Select, TextInput } from "../../../domain/fields/controls.tsx";
import { MAX_LINK } from "../../../domain/fields/link/kind.ts";
import { doubtOfLink } from "../../../domain/media/proof-slots.ts";
import { sizesInWords } from "../../../domain/media/upload-limits.ts";
import { say } from "../../../domain/messages/index.ts";

import layout from "../components/layout.module.css";
import { STILL_SENDING, useWarning } from "../components/use-warning.ts";
import { ACCEPTED, checkFile } from "../forms/file-checks.ts";
import { uploadInWords, useUpload } from "../forms/upload.ts";
import { ActionResult } from "../sign-in/ActionResult.tsx";
import { useSignIn } from "../sign-in/state.ts";
import { useAction } from "../sign-in/use-action.ts";
import { useSite } from "../use-site.ts";

interface Props {
  readonly filekey: string;
  /** What a proof can be, the proof itself first. */
  readonly roles: OwnProposalsAnswer["roles"];
  /** Called once it waits for a helper. */
  readonly onSent: () => Promise<void>;
  readonly onCancel: () => void;
}

/** A link or a file, and what it shows. */
export function ProposeForm({ filekey, roles, onSent, onCancel }: Props) {
  const { getToken } = useSignIn();
  const { uploads } = useSite();
  const { progress, send: upload, cancel } = useUpload();
  const action = useAction();
  const [link, setLink] = useState("");
  const [role, setRole] = useState("");
  const box = useRef<HTMLInputElement>(null);
  // The button that had the focus is gone, or a link led here before this was loaded.
  useEffect(() => box.current?.focus(), []);
  useWarning(action.isRunning ? STILL_SENDING : null);
  const doubt = link.trim() === "" ? null : doubtOfLink(link, "Link");
  const [first, ...others] = roles;
  const shows = [
    { value: "", label: `${first?.label ?? "Proof"}, in place of the current one` },
    ...others.map(({ role: value, label }) => ({ value, label: `${label}, in addition` })),
  ];

  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get("image");
    void action.run(async () => {
      // Its texts come first: a form that they make impossible is refused before its file is sent.
      const form = new FormData();
      for (const [name, value] of Object.entries({ filekey, role, link: role === FURTHER ? "" : link }))
        form.append(name, value);
      if (chosen instanceof File && chosen.size > 0) {
        const { refusal } = await checkFile(chosen, uploads);
        if (refusal !== null) throw new Error(say(refusal));
        form.append("image", chosen);
      }
      const answer = await upload(api.proposeProof(), form, await getToken());
      if (answer === null) return null;
      if (answer.status !== 200) throw new Error(String(answer.body.error ?? `HTTP ${answer.status}`));
      await onSent();
      return null;
    });
  };
  return (
    <form onSubmit={send} className={layout.form}>
      {role !== FURTHER && (
        <TextInput
          label="Link to a picture or a video"
          type="url"
          placeholder="https://"
          maxLength={MAX_LINK}
          value={link}
          onChange={({ currentTarget }) => setLink(currentTarget.value)}
          description={doubt && say(doubt)}
          ref={box}
        />
      )}
      <FileInput
        name="image"
        label={role === FURTHER ? "File" : "Or a file"}
        accept={ACCEPTED}
        placeholder="Choose a file"
        description={sizesInWords(uploads)}
      />
      {others.length > 0 && (
        <Select
          label="What it shows"
          data={shows}
          value={role}
          onChange={({ currentTarget }) => setRole(currentTarget.value)}
        />
      )}
      <p className={layout.note}>
        The completion stays verified. A helper compares your proof with the current one and takes it over or
        says why not.
      </p>
      <div className={controls.row}>
        <Button look="main" type="submit" isBusy={action.isRunning}>
          Propose
        </Button>
        <Button onClick={progress === null ? onCancel : cancel}>Cancel</Button>
        {progress !== null && <span role="status">{uploadInWords(progress)}</span>}
      </div>
      <ActionResult action={action} />
    </form>
  );
}
