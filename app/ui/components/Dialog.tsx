import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import controls from "../../../domain/fields/controls.module.css";
import classes from "./Dialog.module.css";

interface Props {
  readonly title: string;
  /** The label of its button. */
  readonly label: string;
  /** The accessible name of its button, where the label is a sign. */
  readonly name?: string;
  readonly className?: string | undefined;
  /** Whether it is as wide as the window, for what stands side by side in it. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
  /** Shown below the children from the first opening on; it may be a script of its own. */
  readonly onceOpen?: ReactNode;
}

/**
 * A button and its dialog. The browser's own modal dialog keeps the focus inside, closes on Escape, and needs no script
 * where the browser supports `command`; the click handler serves other browsers.
 */
export function Dialog({ title, label, name, className, isWide, children, onceOpen }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const id = useId();
  // It may have been opened before hydration.
  useEffect(() => setOpened(dialog.current?.open === true), []);
  const invoker = { commandfor: id, command: "show-modal" };
  const closer = { commandfor: id, command: "close" };
  const byHand = typeof HTMLButtonElement !== "undefined" && !("command" in HTMLButtonElement.prototype);
  return (
    <>
      <button
        type="button"
        {...invoker}
        className={className}
        aria-label={name}
        onClick={() => byHand && dialog.current?.showModal()}
      >
        {label}
      </button>
      {/* A click on the backdrop lands on the dialog itself, and a link leads to what the dialog covers: both close it.
          The keyboard has Escape. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <dialog
        ref={dialog}
        id={id}
        className={classes.dialog}
        data-wide={isWide || undefined}
        aria-labelledby={`${id}-title`}
        onToggle={() => setOpened(true)}
        onClick={({ target }) => {
          if (target === dialog.current || (target as Element).closest("a")) dialog.current?.close();
        }}
      >
        <div className={classes.sheet}>
          <header className={classes.head}>
            <h2 id={`${id}-title`}>{title}</h2>
            <button
              type="button"
              {...closer}
              className={controls.button}
              onClick={() => byHand && dialog.current?.close()}
            >
              Close
            </button>
          </header>
          {children}
          {wasOpened && onceOpen && <Suspense>{onceOpen}</Suspense>}
        </div>
      </dialog>
    </>
  );
}
