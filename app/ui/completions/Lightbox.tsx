import { useEffect, useRef, useState } from "react";
import controls from "../../../domain/fields/controls.module.css";
import layout from "../components/layout.module.css";
import { commandOf } from "../shortcuts.ts";
import classes from "./Lightbox.module.css";
import { MediumView } from "./MediumView.tsx";
import type { ProofMedium } from "./proof.server.ts";

interface Props {
  readonly media: readonly ProofMedium[];
  /** The index of the one that is shown. */
  readonly at: number;
  /** Whether a video has buttons for its speed and for single frames. */
  readonly isInspected?: boolean;
  readonly onMove: (at: number) => void;
  readonly onClose: () => void;
}

/** How many steps a picture can be enlarged; the style sheet says how much each one is. */
const NEAREST = 3;

/**
 * Shows one picture or video in a modal dialog as large as the screen. The arrow keys lead to the next one, plus and
 * minus zoom a picture, 1 shows its actual size, Escape closes. A video keeps the arrow keys to itself while it has the focus.
 */
export function Lightbox({ media, at, isInspected = false, onMove, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [nearness, setNearness] = useState(0);
  // One point of the picture on one of the screen.
  const [isActual, setActual] = useState(false);
  const stage = useRef<HTMLElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    dialog.current?.showModal();
    // The browser returns the focus when a dialog closes, but not when it is removed from the page.
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, []);
  const medium = media[at];

  const close = (): void => dialog.current?.close();
  function zoom(to: number, actual = false): void {
    setNearness(Math.min(Math.max(to, 0), NEAREST));
    setActual(actual);
  }
  function move(by: number): void {
    zoom(0);
    onMove((at + by + media.length) % media.length);
  }
  const nearer = (by: number): void => zoom(nearness + by);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture has a size of its own
  useEffect(() => {
    const picture = stage.current?.querySelector("img");
    if (!picture) return;
    const fit = (): void => {
      picture.style.width = isActual ? `${picture.naturalWidth / window.devicePixelRatio}px` : "";
    };
    fit();
    // Another zoom of the browser, or another screen, has other points.
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, [isActual, at]);

  /** Returns what a key does; null if it is not one of ours. */
  function actionOf(event: KeyboardEvent): (() => void) | null {
    const { key: typed, target } = event;
    const key = commandOf(event);
    if (key === null) return null;
    if (typed === "+" || typed === "=") return () => nearer(1);
    if (typed === "-") return () => nearer(-1);
    if (key === "0") return () => zoom(0);
    if (key === "1" && medium?.kind === "picture") return () => zoom(0, !isActual);
    // In an enlarged picture the arrow keys scroll.
    if (nearness > 0 || isActual || target instanceof HTMLVideoElement) return null;
    if (key === "ArrowLeft") return () => move(-1);
    return key === "ArrowRight" ? () => move(1) : null;
  }

  // Listens on the document, because a button that disappears with its picture takes the focus with it.
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const action = actionOf(event);
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  return (
    <dialog ref={dialog} className={classes.window} aria-label={medium?.name ?? "Proof"} onClose={onClose}>
      {medium && (
        <>
          <header className={classes.bar}>
            <p className={layout.cut} aria-live="polite">
              <b>{medium.name}</b>{" "}
              {media.length > 1 && (
                <small>
                  {at + 1} of {media.length}
                </small>
              )}
            </p>
            {medium.kind === "picture" && (
              <>
                <button
                  type="button"
                  className={controls.button}
                  data-zooms=""
                  aria-label="Smaller"
                  disabled={nearness === 0}
                  onClick={() => nearer(-1)}
                >
                  −
                </button>
                <button
                  type="button"
                  className={controls.button}
                  data-zooms=""
                  aria-label="Larger"
                  disabled={nearness === NEAREST}
                  onClick={() => nearer(1)}
                >
                  +
                </button>
                <button
                  type="button"
                  className={controls.button}
                  data-zooms=""
                  aria-label="Actual size"
                  aria-pressed={isActual}
                  onClick={() => zoom(0, !isActual)}
                >
                  1:1
                </button>
              </>
            )}
            <a href={medium.url}>Open the file</a>
            <button type="button" className={controls.button} onClick={close}>
              Close
            </button>
          </header>
          {/* An enlarged picture can be scrolled with the keyboard, too. */}
          <section
            className={classes.stage}
            ref={stage}
            data-nearness={isActual ? "actual" : nearness}
            aria-label={medium.name}
            tabIndex={nearness > 0 || isActual ? 0 : undefined}
          >
            <MediumView key={medium.url} medium={medium} onEnlarge={null} isInspected={isInspected} />
          </section>
          {media.length > 1 && (
            <>
              <button
                type="button"
                className={`${controls.button} ${classes.turn}`}
                data-to="previous"
                aria-label="Previous"
                onClick={() => move(-1)}
              >
                ‹
              </button>
              <button
                type="button"
                className={`${controls.button} ${classes.turn}`}
                data-to="next"
                aria-label="Next"
                onClick={() => move(1)}
              >
                ›
              </button>
            </>
          )}
        </>
      )}
    </dialog>
  );
}
