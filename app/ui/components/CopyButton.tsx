import { type ReactNode, useEffect, useRef, useState } from "react";
import controls from "../../../domain/fields/controls.module.css";
import classes from "./CopyButton.module.css";
import { Icon } from "./Icon.tsx";
import { Hidden } from "./layout.tsx";

interface Props {
  /** What is copied. */
  readonly text: string;
  /** The button's label: "Copy link". */
  readonly children: ReactNode;
  /** The name of `text` for screen readers: "Challenge code". */
  readonly name: string;
}

/** How long the button says "Copied", in milliseconds. */
const SAID_FOR = 2_000;

/**
 * Copies a text and says so. If the browser refuses, the text is shown and selected, so that one key copies it. The
 * button needs script and is not shown without it.
 */
export function CopyButton({ text, children, name }: Props) {
  const [state, setState] = useState<"ready" | "copied" | "refused">("ready");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state === "refused") field.current?.select();
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("ready"), SAID_FOR);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("refused");
      field.current?.select();
    }
  }
  return (
    <span className={classes.place}>
      <button type="button" className={controls.button} onClick={() => void copy()}>
        <Icon name={state === "copied" ? "tick" : "copy"} />
        <span>
          {/* Both words are rendered, so that the button keeps its width. */}
          <span data-shown={state !== "copied"}>{children}</span>
          <span data-shown={state === "copied"} aria-hidden="true">
            Copied
          </span>
        </span>
      </button>
      <span aria-live="polite">
        <Hidden>
          {state === "copied" && `${name} copied`}
          {state === "refused" && "Your browser does not allow copying here. Please copy it yourself."}
        </Hidden>
      </span>
      {state === "refused" && (
        <input ref={field} readOnly value={text} aria-label={name} className={classes.text} />
      )}
    </span>
  );
}
