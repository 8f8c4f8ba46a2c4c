import { type DragEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { MapInfoAnswer } from "../../../../../domain/contract/reference.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { uploadInWords } from "../../../../ui/forms/upload.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useDelete } from "../../../../ui/sign-in/use-delete.ts";
import { useSite } from "../../../../ui/use-site.ts";
import classes from "./HelperActions.module.css";
import { ADD_PICTURE, dropWords, PICTURES } from "./PicturePlace.tsx";
import { useMapPicture } from "./use-map-picture.ts";

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
      className={classes.zone}
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
      <div className={classes.way}>
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
        <div className={classes.way}>
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
