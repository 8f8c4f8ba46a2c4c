import { type DragEvent, useRef, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import type { MapInfoAnswer } from "../../../../../domain/contract/reference.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { type Problem, problem, say } from "../../../../../domain/messages/index.ts";
import { textsOf } from "../../../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../../../domain/nouns/fields.ts";
import layout from "../../../../ui/components/layout.module.css";
import { STILL_SENDING, useWarning } from "../../../../ui/components/use-warning.ts";
import { checkFile } from "../../../../ui/forms/file-checks.ts";
import { uploadInWords, useUpload } from "../../../../ui/forms/upload.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useDelete } from "../../../../ui/sign-in/use-delete.ts";
import { useSite } from "../../../../ui/use-site.ts";
import classes from "./HelperActions.module.css";
import { ADD_PICTURE, dropWords, PICTURES } from "./PicturePlace.tsx";

export function HelperActions({ map }: { map: string }) {
  const navigate = useNavigate();
  const { action, remove } = useDelete(({ done }) => navigate(pages.maps(), { state: { done } }));
  return (
    <>
      <div className={classes.actions}>
        <Link to={pages.addMap({ map })} className={controls.button}>
          Edit
        </Link>
        <button
          type="button"
          className={controls.button}
          disabled={action.isRunning}
          onClick={() =>
            remove({
              question: `Are you sure you want to delete ${map}?`,
              path: api.deleteMap(),
              fields: { map },
              done: "Successfully deleted map.",
              failed: "Error deleting map",
            })
          }
        >
          Delete
        </button>
      </div>
      <div className={classes.result}>
        <ActionResult action={action} />
      </div>
    </>
  );
}

/** Lets helpers add or replace a map's picture, by choosing a file or by dropping one. */
export function PictureUpload({ info }: { info: MapInfoAnswer }) {
  const { uploads } = useSite();
  const { isBusy, progress, outcome, take, cancel } = useMapPicture(info);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const unsent = outcome.unsent;
  const drop = (event: DragEvent): void => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void take(file);
  };
  return (
    // Dropping is a shortcut: the button does the same for keyboards.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className={`${layout.near} ${classes.zone}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={chooser}
        type="file"
        accept={PICTURES}
        aria-label="Picture"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Lets the same file be chosen once more.
          currentTarget.value = "";
          if (file) void take(file);
        }}
      />
      <div className={`${controls.row} ${layout.quiet} ${classes.way}`}>
        <button
          type="button"
          className={controls.button}
          disabled={isBusy}
          onClick={() => chooser.current?.click()}
        >
          {info.image === null ? ADD_PICTURE : "Replace the picture"}
        </button>
        <span>{dropWords(uploads)}</span>
      </div>
      {isBusy && (
        <div className={`${controls.row} ${layout.quiet} ${classes.way}`}>
          <progress
            aria-label="Sending the picture"
            {...(progress && progress.total > 0 && { value: progress.sent, max: progress.total })}
          />
          <span>{progress ? uploadInWords(progress) : "Checking it…"}</span>
          {progress && (
            <button type="button" className={controls.button} onClick={cancel}>
              Cancel
            </button>
          )}
        </div>
      )}
      <div role="status">
        {outcome.isDone && (
          <p className={classes.done}>
            Successfully added/edited map. <Link to={pages.changes()}>Changes</Link> can undo it.
          </p>
        )}
      </div>
      {outcome.problem !== null && (
        <div role="alert" className={classes.problem}>
          <p>{outcome.problem}</p>
          {unsent && (
            <button type="button" className={controls.button} onClick={() => void take(unsent)}>
              Try again
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface Outcome {
  readonly isDone: boolean;
  /** Why it was refused, as a sentence. */
  readonly problem: string | null;
  /** The picture to send once more, with the map as it is now, if somebody was faster or sending failed. */
  readonly unsent: File | null;
}

const NOTHING: Outcome = { isDone: false, problem: null, unsent: null };

/** Adds or replaces a map's picture, by an edit of the map that leaves everything else as it is. */
export function useMapPicture(info: MapInfoAnswer) {
  const { getToken } = useSignIn();
  const { uploads } = useSite();
  const { revalidate } = useRevalidator();
  const { progress, send, cancel } = useUpload();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(NOTHING);
  useWarning(isBusy ? STILL_SENDING : null);

  /** Returns why the server would refuse a file, before it is sent; null if it would not. */
  async function refusalOf(file: File): Promise<Problem | null> {
    const { refusal, kind } = await checkFile(file, uploads);
    return refusal ?? (kind === "picture" ? null : problem("not-one-picture"));
  }

  async function outcomeOf(file: File): Promise<Outcome> {
    const refusal = await refusalOf(file);
    if (refusal !== null) return { ...NOTHING, problem: say(refusal) };
    const form = new FormData();
    for (const [name, text] of Object.entries(textsOf(MAP_FIELDS, info))) form.append(name, text);
    form.append("oldMap", info.map);
    form.append("revision", String(info.revision));
    form.append("image", file);
    const answer = await send(api.addMap(), form, await getToken());
    if (answer === null) return NOTHING;
    const { status, body } = answer;
    if (status === 200 && body.error === undefined) {
      await revalidate();
      return { ...NOTHING, isDone: true };
    }
    if (body.stale === true) await revalidate();
    const why = String(body.error ?? `HTTP ${status}`);
    return {
      isDone: false,
      problem: `Error adding map: ${why}`,
      unsent: body.stale === true ? file : null,
    };
  }

  async function take(file: File): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setOutcome(NOTHING);
    const failed = (error: unknown): Outcome => ({
      ...NOTHING,
      problem: `Error adding map: ${error instanceof Error ? error.message : String(error)}`,
      unsent: file,
    });
    setOutcome(await outcomeOf(file).catch(failed));
    setBusy(false);
  }

  return { isBusy, progress, outcome, take, cancel };
}
