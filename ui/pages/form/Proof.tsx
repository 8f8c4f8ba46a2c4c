import { Checkbox, FileInput, Group, Radio, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { EditInfo } from "../../../contract/completions.ts";
import { mediaUrl } from "../../../routes.ts";
import { useSite } from "../../use-site.ts";
import classes from "./form.module.css";
import type { CompletionFormState } from "./use-completion-form.ts";

/** What browsers may offer to choose from (SPEC section 5). */
const ACCEPTED = "image/jpeg,image/png,image/gif,image/webp,image/apng,video/webm,video/ogg,video/mp4";

/** The proof, a link or a file, and the attachments: those that come and those that go. */
export function Proof({ state, edited }: { state: CompletionFormState; edited: EditInfo | null }) {
  const { typed, image, attachments, problems, change, setText, setImage, setAttachments } = state;
  const hasUpload = edited !== null && edited.result.link === null;
  return (
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
            onChange={setImage}
            error={problems.image}
            clearable
            placeholder={hasUpload ? "Keep the one there is" : "Choose a file"}
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
        value={[...attachments]}
        onChange={setAttachments}
        error={problems.attachments}
        clearable
        placeholder="Choose files"
      />
      {edited && (
        <OwnAttachments
          files={edited.files}
          deletions={typed.deletions}
          onChange={(deletions) => change({ deletions })}
        />
      )}
    </fieldset>
  );
}

/** The attachments that the completion has, each with a box to delete it. */
function OwnAttachments({
  files,
  deletions,
  onChange,
}: {
  files: readonly string[];
  deletions: readonly string[];
  onChange: (deletions: readonly string[]) => void;
}) {
  const { mediaOrigin } = useSite();
  if (files.length === 0) return null;
  return (
    <ul className={classes.attachments}>
      {files.map((file, at) => (
        <li key={file}>
          <a href={mediaUrl(file, mediaOrigin)} target="_blank" rel="noopener">
            Attachment {at + 1}
          </a>
          <Checkbox
            label="Delete"
            aria-label={`Delete attachment ${at + 1}`}
            checked={deletions.includes(file)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...deletions, file] : deletions.filter((each) => each !== file))
            }
          />
        </li>
      ))}
    </ul>
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
