import { type ComponentProps, useEffect, useRef, useState } from "react";
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

/** A dialog that is modal as long as it is there. The focus returns to what had it. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    dialog.current?.showModal();
    // The browser returns the focus when a dialog closes, but not when it is removed from the page.
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus();
    };
  }, []);
  return dialog;
}

/** The stage on which a picture has one of its points on one of the screen, if it is to have that. */
function useActualSize(isActual: boolean, at: number) {
  const stage = useRef<HTMLElement>(null);
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
  return stage;
}

/** Does what keys do. Listens on the document, because a button that disappears with its picture takes the focus with it. */
function useKeys(actionOf: (event: KeyboardEvent) => (() => void) | null): void {
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
}

const Zoom = ({ label, ...more }: ComponentProps<"button"> & { label: string }) => (
  <button type="button" className={controls.button} data-zooms="" aria-label={label} {...more} />
);

const TURNS = { previous: ["Previous", "‹"], next: ["Next", "›"] } as const;

function Turn({ to, onClick }: { to: keyof typeof TURNS; onClick: () => void }) {
  const [label, sign] = TURNS[to];
  return (
    <button
      type="button"
      className={`${controls.button} ${classes.turn}`}
      data-to={to}
      aria-label={label}
      onClick={onClick}
    >
      {sign}
    </button>
  );
}

/**
 * Shows one picture or video in a modal dialog as large as the screen. The arrow keys lead to the next one, plus and
 * minus zoom a picture, 1 shows its actual size, Escape closes. A video keeps the arrow keys to itself while it has the focus.
 */
export function Lightbox({ media, at, isInspected = false, onMove, onClose }: Props) {
  const dialog = useModal();
  const [nearness, setNearness] = useState(0);
  // One point of the picture on one of the screen.
  const [isActual, setActual] = useState(false);
  const stage = useActualSize(isActual, at);
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

  useKeys(actionOf);

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
                <Zoom label="Smaller" disabled={nearness === 0} onClick={() => nearer(-1)}>
                  −
                </Zoom>
                <Zoom label="Larger" disabled={nearness === NEAREST} onClick={() => nearer(1)}>
                  +
                </Zoom>
                <Zoom label="Actual size" aria-pressed={isActual} onClick={() => zoom(0, !isActual)}>
                  1:1
                </Zoom>
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
              <Turn to="previous" onClick={() => move(-1)} />
              <Turn to="next" onClick={() => move(1)} />
            </>
          )}
        </>
      )}
    </dialog>
  );
}
