import {
  type ComponentProps,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button, Checkbox, CloseButton } from "../../../../../domain/fields/controls.tsx";
import { VerdictSign } from "../../../../../domain/fields/marks/VerdictSign.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { ACCEPTED } from "../../../../ui/forms/file-checks.ts";
import { sizeInWords } from "../../../../ui/forms/upload.ts";
import classes from "./Slot.module.css";

interface Props {
  readonly label: string;
  readonly requirement: ReactNode;
  readonly isRequired: boolean;
  readonly file: File | null;
  readonly error: string | null;
  /** What is odd about the file, though it is accepted. */
  readonly doubt: string | null;
  /** The check that doubts it; null: it is the file's own. */
  readonly check: string | null;
  readonly onChange: (file: File | null) => void;
  /** Called with the other files when several are chosen or dropped at once. */
  readonly onMore: (files: readonly File[]) => void;
  /** What the completion already has in this slot. */
  readonly existing: ReactNode;
  /** A choice above the file, and what is shown instead of a file. */
  readonly mode: ReactNode;
  readonly instead: ReactNode;
  /** Whether what is shown instead of a file is filled in. */
  readonly hasInstead: boolean;
  /** Asks for a link instead of a file; null where `mode` does. */
  readonly onLink: (() => void) | null;
  /** Takes the video that another slot links to; null if there is none. */
  readonly onVideo: (() => void) | null;
}

/** One thing that the rules ask for, with the file that shows it. */
export function Slot({
  label,
  requirement,
  isRequired,
  file,
  error,
  doubt,
  check,
  onChange,
  onMore,
  existing,
  mode,
  instead,
  hasInstead,
  onLink,
  onVideo,
}: Props) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const isLinking = useRef(false);
  // The box takes the focus from the button that it replaces.
  useEffect(() => {
    if (isLinking.current && instead) place.current?.querySelector<HTMLElement>("input[type=url]")?.focus();
    isLinking.current = false;
  });
  const isThere = file !== null || existing !== null || hasInstead;
  const take = (list: FileList | null): void => {
    const [first, ...more] = list ?? [];
    if (first) onChange(first);
    if (more.length > 0) onMore(more);
  };
  const drop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    take(event.dataTransfer.files);
  };
  const described = [error !== null ? `${id}-error` : null, `${id}-requirement`].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut of its buttons
    <div
      ref={place}
      className={classes.slot}
      data-there={isThere || undefined}
      data-error={error !== null || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className={classes.about}>
        <h3 id={`${id}-label`} className={classes.label}>
          <VerdictSign verdict={error !== null ? "unknown" : isThere ? "done" : "open"} />
          {label}
          {isRequired && (
            <span className={controls.asterisk} aria-hidden="true">
              *
            </span>
          )}
        </h3>
        {mode}
        <p id={`${id}-requirement`} className={layout.note}>
          {requirement}
        </p>
      </div>
      {instead ||
        (file === null ? (
          <div className={`${layout.near} ${classes.choose}`}>
            {existing}
            <Choose
              id={id}
              described={described}
              isOther={existing !== null}
              onChoose={() => chooser.current?.click()}
              onCamera={() => camera.current?.click()}
              onLink={
                onLink &&
                (() => {
                  isLinking.current = true;
                  onLink();
                })
              }
            />
          </div>
        ) : (
          <div className={classes.chosen}>
            <Preview file={file} />
            <p className={`${layout.note} ${classes.file}`}>
              <span>{file.name}</span> {sizeInWords(file.size)}
            </p>
            <CloseButton aria-label={`Remove ${file.name}`} onClick={() => onChange(null)} />
          </div>
        ))}
      {onVideo !== null && (
        <Button
          isSmall
          id={`${id}-video`}
          aria-labelledby={`${id}-label ${id}-video`}
          className={classes.video}
          onClick={onVideo}
        >
          The linked video shows this too
        </Button>
      )}
      <Said id={id} error={error} doubt={doubt} check={check} />
      <FileBox box={chooser} onFiles={take} multiple accept={ACCEPTED} />
      <FileBox box={camera} onFiles={take} accept="image/*" capture="environment" />
    </div>
  );
}

/** The buttons by which a file, or a link, is chosen. */
const Choose = ({
  id,
  described,
  isOther,
  onChoose,
  onCamera,
  onLink,
}: Pick<Props, "onLink"> & {
  /** That of the slot, from which those of its parts are made. */
  id: string;
  described: string;
  /** Whether there is a file already. */
  isOther: boolean;
  onChoose: () => void;
  onCamera: () => void;
}) => (
  <div className={`${controls.row} ${classes.buttons}`}>
    <Button
      id={`${id}-choose`}
      aria-labelledby={`${id}-label ${id}-choose`}
      aria-describedby={described}
      onClick={onChoose}
    >
      {isOther ? "Choose another" : "Choose a file"}
    </Button>
    <Button
      id={`${id}-camera`}
      className={classes.camera}
      aria-labelledby={`${id}-label ${id}-camera`}
      onClick={onCamera}
    >
      Camera
    </Button>
    {onLink !== null && (
      <Button id={`${id}-link`} aria-labelledby={`${id}-label ${id}-link`} onClick={onLink}>
        Paste link
      </Button>
    )}
  </div>
);

/** What is wrong with a slot, and what is odd about its file. */
const Said = ({ id, error, doubt, check }: Pick<Props, "error" | "doubt" | "check"> & { id: string }) => (
  <div role="status" className={classes.said}>
    {error !== null && (
      <p id={`${id}-error`} className={controls.error}>
        {error}
      </p>
    )}
    {doubt !== null && doubt !== error && (
      <>
        <p id={`${id}-doubt`}>{doubt}</p>
        {check !== null && (
          <Checkbox
            key={doubt}
            name="looked"
            value={check}
            label="Submit anyway"
            aria-describedby={`${id}-doubt`}
          />
        )}
      </>
    )}
  </div>
);

/** A box for files that a button opens. */
const FileBox = ({
  box,
  onFiles,
  ...more
}: Pick<ComponentProps<"input">, "multiple" | "accept" | "capture"> & {
  box: RefObject<HTMLInputElement | null>;
  onFiles: (files: FileList | null) => void;
}) => (
  <input
    ref={box}
    type="file"
    hidden
    {...more}
    onChange={(event) => {
      onFiles(event.currentTarget.files);
      // Lets the same file be chosen once more.
      event.currentTarget.value = "";
    }}
  />
);

/** A preview of the chosen file; empty if the browser cannot show it. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    setBroken(false);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const broken = () => setBroken(true);
  if (url === null || isBroken) return <span className={classes.preview} />;
  return file.type.startsWith("video/") ? (
    <video src={url} className={classes.preview} aria-label={file.name} muted playsInline onError={broken} />
  ) : (
    <img src={url} className={classes.preview} alt={file.name} onError={broken} />
  );
}
