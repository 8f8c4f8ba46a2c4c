import type { MouseEvent } from "react";
import { useBrokenMedia } from "../components/use-broken-media.ts";
import classes from "./ProofFrame.module.css";
import type { Medium } from "./proof.server.ts";

interface Props {
  readonly medium: Medium;
  /** Handles a click on a picture; null if a click does nothing. */
  readonly onEnlarge: ((event: MouseEvent) => void) | null;
}

/** Shows a picture or a video in full, or a sentence that says that its file is missing. */
export function MediumView({ medium, onEnlarge }: Props) {
  if (medium.isMissing) return <Missing name={medium.name} />;
  return medium.kind === "video" ? (
    <Recording medium={medium} />
  ) : (
    <Picture medium={medium} onEnlarge={onEnlarge} />
  );
}

function Recording({ medium: { url, name } }: Pick<Props, "medium">) {
  const { isBroken, media } = useBrokenMedia<HTMLVideoElement>();
  if (isBroken) return <Missing name={name} />;
  // Players' recordings come without captions.
  return <video {...media} src={url} controls preload="metadata" aria-label={name} />;
}

function Picture({ medium: { url, name }, onEnlarge }: Props) {
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  if (isBroken) return <Missing name={name} />;
  const picture = <img {...media} src={url} alt={name} />;
  if (!onEnlarge) return picture;
  return (
    <a href={url} onClick={onEnlarge} className={classes.enlarge}>
      {picture}
    </a>
  );
}

function Missing({ name }: { name: string }) {
  return (
    <p className={classes.missing}>
      {name} cannot be shown: its file is missing or damaged. If it is yours, please upload it again.
    </p>
  );
}
