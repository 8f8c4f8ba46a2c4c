import type { RefObject } from "react";
import controls from "../../../domain/fields/controls.module.css";
import { Button } from "../../../domain/fields/controls.tsx";
import classes from "./VideoTools.module.css";

const SPEEDS = [0.25, 0.5, 1, 1.5, 2, 4, 8];

/** Seconds. Games are recorded at 30 or 60 pictures a second, and no browser says at how many. */
const FRAME = 1 / 30;

/** How fast a video plays, and steps of a single frame, which pause it. */
export function VideoTools({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  function step(by: number): void {
    if (!video.current) return;
    video.current.pause();
    video.current.currentTime += by * FRAME;
  }
  return (
    <div className={`${controls.row} ${classes.tools}`}>
      <Button isSmall aria-label="One frame back" data-frame="back" onClick={() => step(-1)}>
        − Frame
      </Button>
      <Button isSmall aria-label="One frame on" data-frame="on" onClick={() => step(1)}>
        + Frame
      </Button>
      <label className={classes.speed}>
        Speed
        <select
          defaultValue="1"
          onChange={({ currentTarget: { value } }) => {
            if (video.current) video.current.playbackRate = Number(value);
          }}
        >
          {SPEEDS.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
