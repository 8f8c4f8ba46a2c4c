import { type MouseEvent, useEffect, useRef, useState } from "react";
import layout from "../components/layout.module.css";
import { Hidden } from "../components/layout.tsx";
import { useBrokenMedia } from "../components/use-broken-media.ts";
import { PlaySign } from "./PlaySign.tsx";
import type { Proof, ProofMedium } from "./proof.server.ts";
import classes from "./Thumbnails.module.css";

interface Props {
  readonly proofs: readonly Proof[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
}

/** Shows all that the frame can show, side by side. A video shows its first picture. */
export function Thumbnails({ proofs, chosen, onChoose }: Props) {
  const strip = useRef<HTMLUListElement>(null);
  // Keeps the chosen one in view, since the lightbox moves on as well. Only the strip scrolls, not the page.
  useEffect(() => {
    const around = strip.current?.getBoundingClientRect();
    const own = strip.current?.children[chosen]?.getBoundingClientRect();
    if (!around || !own) return;
    const beyond = own.left < around.left ? own.left - around.left : Math.max(own.right - around.right, 0);
    if (beyond !== 0) strip.current?.scrollBy({ left: beyond });
  }, [chosen]);
  const choose = (event: MouseEvent, place: number): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChoose(place);
  };
  return (
    <ul ref={strip} className={classes.strip} data-proofs="" aria-label="Proof and attachments">
      {proofs.map((proof, place) => (
        <li key={proof.url}>
          <a
            href={proof.url}
            aria-current={place === chosen ? "true" : undefined}
            onClick={(event) => choose(event, place)}
            {...(proof.kind === "link" && { rel: "noopener nofollow ugc" })}
          >
            <span className={classes.picture}>
              {proof.kind === "link" ? (
                <PlaySign kind={proof.player === null ? "link" : "play"} />
              ) : (
                <Small medium={proof} />
              )}
            </span>
            <span className={`${layout.cut} ${classes.name}`}>{proof.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Small({ medium }: { medium: ProofMedium }) {
  if (medium.isMissing) return <Gone why="Missing" />;
  return medium.kind === "video" ? <FirstPicture medium={medium} /> : <Thumbnail medium={medium} />;
}

function Thumbnail({ medium: { url } }: { medium: ProofMedium }) {
  const { isBroken, media } = useBrokenMedia<HTMLImageElement>();
  if (isBroken) return <Gone why="Not shown" />;
  return <img {...media} src={`${url}?thumbnail`} alt="" loading="lazy" />;
}

function FirstPicture({ medium: { url } }: { medium: ProofMedium }) {
  const { isBroken, media } = useBrokenMedia<HTMLVideoElement>();
  const [seconds, setSeconds] = useState<number | null>(null);
  // It is there, but this browser cannot play it.
  if (isBroken) return <PlaySign kind="play" />;
  return (
    <>
      <video
        {...media}
        src={url}
        muted
        preload="metadata"
        tabIndex={-1}
        aria-hidden="true"
        onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
      />
      <PlaySign kind="play" />
      {seconds !== null && Number.isFinite(seconds) && (
        <small className={classes.length}>{lengthOf(seconds)}</small>
      )}
    </>
  );
}

/** Formats a length: "31:04", "0:48". */
function lengthOf(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function Gone({ why }: { why: string }) {
  return (
    <>
      <span aria-hidden="true">?</span>
      <Hidden>{why}: </Hidden>
    </>
  );
}
