import { useState } from "react";
import classes from "./home.module.css";

/** The embed host that sets no cookies before a video plays. */
const EMBED = "https://www.youtube-nocookie.com/embed/videoseries";

/** The playlist of latest videos. Nothing is asked of the video host before somebody wants to watch. */
export function LatestVideo({ playlist }: { playlist: string }) {
  const [isOpen, setOpen] = useState(false);
  const address = `${EMBED}?list=${encodeURIComponent(playlist)}`;
  if (isOpen) {
    return (
      <iframe
        className={classes.video}
        src={address}
        title="Latest videos"
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    // Without script the link leads to the same player.
    <a
      href={address}
      className={classes.video}
      onClick={(event) => {
        event.preventDefault();
        setOpen(true);
      }}
    >
      <svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="31" fill="currentColor" />
        <path d="M26 20v24l20-12z" fill="#fffdf8" />
      </svg>
      <span>Play the latest videos</span>
      <small>Loads the player from youtube-nocookie.com</small>
    </a>
  );
}
