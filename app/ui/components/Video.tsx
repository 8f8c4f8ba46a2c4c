import { useState } from "react";
import { Hidden } from "./layout.tsx";
import classes from "./Video.module.css";

interface Props {
  /** The player's address, from youtube.ts. */
  readonly player: string;
  /** The title of what plays there. */
  readonly title: string;
  /** The link's text: "Play the latest videos". */
  readonly invitation: string;
  /** Whether it is a line within text rather than a box the size of a picture. */
  readonly compact?: boolean;
}

const takeFocus = (player: HTMLIFrameElement | null): void => player?.focus({ preventScroll: true });

/** A video that asks nothing of its host until somebody wants to watch. Without script the link leads to the player. */
export function Video({ player, title, invitation, compact = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <iframe
        // The keyboard continues where the link was.
        ref={takeFocus}
        className={classes.player}
        src={player}
        title={title}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <a
      href={player}
      className={compact ? classes.line : classes.place}
      rel="noopener"
      onClick={(event) => {
        event.preventDefault();
        setOpen(true);
      }}
    >
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="31" fill="currentColor" />
        <path d="M26 20v24l20-12z" fill="var(--surface)" />
      </svg>
      <span>
        {invitation}
        {compact && <Hidden>: {title}</Hidden>}
      </span>
      <small>Loads the player from {new URL(player).hostname.replace(/^www\./, "")}</small>
    </a>
  );
}
