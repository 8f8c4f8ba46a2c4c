import { type MouseEvent, Suspense, useState } from "react";
import controls from "../../../domain/fields/controls.module.css";
import type { LinkedProof } from "../../../domain/media/linked-proof.ts";
import { later } from "../components/later.ts";
import { Video } from "../components/Video.tsx";
import { MediumView } from "./MediumView.tsx";
import { PlaySign } from "./PlaySign.tsx";
import classes from "./ProofFrame.module.css";
import type { Proof, ProofMedium } from "./proof.server.ts";
import { Thumbnails } from "./Thumbnails.tsx";

/** Whether a proof is shown as text only, which does not need the room of a picture. */
const isCard = (proof: Proof): boolean => proof.kind === "link" && proof.player === null;

/** Loaded when somebody wants a closer look. */
const Lightbox = later(async () => (await import("./Lightbox.tsx")).Lightbox);

interface Props {
  /** What is shown first, then everything else; at least one. */
  readonly proofs: readonly Proof[];
  /** The completion's heading. */
  readonly title: string;
  /** Whether somebody checks it: videos then have buttons for their speed and for single frames. */
  readonly isInspected?: boolean;
}

const isMedium = (proof: Proof): proof is ProofMedium => proof.kind !== "link";

/**
 * Shows a completion's proof, wide, with its attachments below. Choosing one shows it in the frame; clicking a picture
 * opens a lightbox with all pictures and videos. Without script they are all links to their files.
 */
export function ProofFrame({ proofs, title, isInspected = false }: Props) {
  const [chosen, setChosen] = useState(0);
  // The index of the medium in the lightbox; null while it is closed.
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const media = proofs.filter(isMedium).filter(({ isMissing }) => !isMissing);
  const shown = proofs[chosen] ?? proofs[0];
  if (!shown) return null;
  const enlarge = (event: MouseEvent): void => {
    // A modified click opens a new tab or window as usual.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setEnlarged(media.findIndex(({ url }) => url === shown.url));
  };
  const close = (): void => {
    // The frame keeps the one that was viewed last.
    const last = enlarged === null ? undefined : media[enlarged];
    if (last) setChosen(proofs.indexOf(last));
    setEnlarged(null);
  };
  return (
    <div>
      <figure>
        <div className={classes.frame} data-card={isCard(shown) && proofs.length === 1 ? "" : undefined}>
          {shown.kind === "link" ? (
            <Linked key={shown.url} proof={shown} title={title} />
          ) : (
            <MediumView key={shown.url} medium={shown} onEnlarge={enlarge} isInspected={isInspected} />
          )}
        </div>
        <Caption proof={shown} onEnlarge={shown.kind === "picture" ? enlarge : null} />
      </figure>
      {proofs.length > 1 && <Thumbnails proofs={proofs} chosen={chosen} onChoose={setChosen} />}
      {enlarged !== null && (
        <Suspense fallback={null}>
          <Lightbox
            media={media}
            at={enlarged}
            isInspected={isInspected}
            onMove={setEnlarged}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Names what is in the frame and links to it in full. */
function Caption({ proof, onEnlarge }: { proof: Proof; onEnlarge: ((event: MouseEvent) => void) | null }) {
  return (
    <figcaption className={`${controls.row} ${classes.caption}`}>
      <b>{proof.name}</b>
      {proof.kind === "link" ? (
        proof.host !== null && (
          <a href={proof.url} rel="noopener nofollow ugc" target="_blank">
            Link to completion <small>{proof.host}</small>
            {proof.ending !== null && <small> ({proof.ending})</small>}
          </a>
        )
      ) : (
        <a href={proof.url} onClick={onEnlarge ?? undefined}>
          {onEnlarge ? "Enlarge" : "Open the file"}
        </a>
      )}
    </figcaption>
  );
}

/** Shows a proof on another site: its host's player, which a click loads, or a card that says where it leads. */
function Linked({ proof: { url, host, player }, title }: { proof: LinkedProof; title: string }) {
  if (player !== null) return <Video player={player} title={title} invitation="Play the video" />;
  if (host === null)
    return (
      <p className={classes.card}>
        <span>{url}</span>
        <small>A browser cannot open this address.</small>
      </p>
    );
  return (
    <a href={url} className={classes.card} rel="noopener nofollow ugc" target="_blank">
      <PlaySign kind="link" />
      <span>Open the proof on {host}</span>
      <small>{url.length > 80 ? `${url.slice(0, 79)}…` : url}</small>
    </a>
  );
}
