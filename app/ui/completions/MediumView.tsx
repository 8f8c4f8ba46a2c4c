import { type MouseEvent, Suspense, useEffect, useState } from "react";
import { later } from "../components/later.ts";
import { useBrokenMedia } from "../components/use-broken-media.ts";
import classes from "./ProofFrame.module.css";
import type { ProofMedium } from "./proof.server.ts";

/** Loaded where somebody checks a proof. */
const VideoTools = later(async () => (await import("./VideoTools.tsx")).VideoTools);

interface Props {
  readonly medium: ProofMedium;
  /** Handles a click on a picture; null if a click does nothing. */
  readonly onEnlarge: ((event: MouseEvent) => void) | null;
  /** Whether a video has buttons for its speed and for single frames. */
  readonly isInspected: boolean;
}

/** Shows a picture or a video in full, or a sentence that says why it is not shown. */
export function MediumView({ medium, onEnlarge, isInspected }: Props) {
  if (medium.isMissing) return <Missing name={medium.name} />;
  return medium.kind === "video" ? (
    <Recording medium={medium} isInspected={isInspected} />
  ) : (
    <Picture medium={medium} onEnlarge={onEnlarge} />
  );
}

function Recording({ medium, isInspected }: Pick<Props, "medium" | "isInspected">) {
  const { url, name } = medium;
  const { isBroken, media } = useBrokenMedia<HTMLVideoElement>();
  const [hasPicture, setHasPicture] = useState(true);
  // It may have loaded before hydration, when nothing listened.
  useEffect(() => {
    const { current } = media.ref;
    if (current && current.readyState > 0) setHasPicture(current.videoWidth > 0);
  }, [media.ref]);
  if (isBroken) return <NotShown medium={medium} />;
  return (
    <div className={classes.recording}>
      {/* Players' recordings come without captions. */}
      <video
        {...media}
        src={url}
        controls
        preload="metadata"
        aria-label={name}
        onLoadedMetadata={({ currentTarget }) => setHasPicture(currentTarget.videoWidth > 0)}
      />
      {isInspected && (
        <div className={classes.tools}>
          <Suspense fallback={null}>
            <VideoTools video={media.ref} />
          </Suspense>
        </div>
      )}
      {!hasPicture && (
        <p role="status">
          This browser plays the sound but cannot show the video. <Download medium={medium} />
        </p>
      )}
    </div>
  );
}

function Picture({ medium, onEnlarge }: Pick<Props, "medium" | "onEnlarge">) {
  const { url, name } = medium;
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  if (isBroken) return <NotShown medium={medium} />;
  const picture = <img {...media} src={url} alt={name} />;
  if (!onEnlarge) return picture;
  return (
    <a href={url} onClick={onEnlarge} className={classes.enlarge}>
      {picture}
    </a>
  );
}

/** Says why a file did not load: because it is missing, or because this browser cannot show what is there. */
function NotShown({ medium }: Pick<Props, "medium">) {
  const { url, name, kind } = medium;
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    // From a media host of its own a page may not ask: then it says no more than it knows.
    fetch(url, { method: "HEAD", signal: stop.signal }).then(
      ({ status }) => setMissing(status === 404),
      () => undefined,
    );
    return () => stop.abort();
  }, [url]);
  if (isMissing) return <Missing name={name} />;
  return (
    <p className={classes.missing}>
      {name}: this browser cannot {kind === "video" ? "play this video" : "show this picture"}.{" "}
      <Download medium={medium} />
    </p>
  );
}

function Download({ medium: { url } }: Pick<Props, "medium">) {
  return (
    <a href={url} download>
      Download it
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
