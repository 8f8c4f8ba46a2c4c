import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import controls from "./Controls.module.css";
import classes from "./Dialog.module.css";

interface Props {
  readonly title: string;
  /** On its button. */
  readonly label: string;
  /** What its button is called, where its label is a sign. */
  readonly name?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  /** Below that, from the first opening on: what may be a script of its own. */
  readonly onceOpen?: ReactNode;
}

/**
 * A button and its window: the browser's own modal dialog, which keeps the focus, closes on Escape and needs no script
 * where the browser knows `command` (the click handler serves the others).
 */
export function Dialog({ title, label, name, className, children, onceOpen }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const id = useId();
  // It may have been opened before the script was there.
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
      {/* A click on the backdrop lands on the dialog itself; a link leads to what it covers. The keyboard has Escape. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <dialog
        ref={dialog}
        id={id}
        className={classes.dialog}
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
