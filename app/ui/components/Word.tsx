import { Fragment, type ReactNode, Suspense, useId, useRef } from "react";
import { Link } from "react-router";
import { type Explained, splitAtWords, WORDS } from "../../../domain/challenges/glossary.ts";
import { pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { later } from "./later.ts";
import classes from "./Word.module.css";

/** The server has the texts in every page; the browser loads them once the page works. */
const load = async () => (await import("./Meaning.tsx")).Meaning;
const Meaning = import.meta.env.SSR ? await load() : later(load);

/**
 * A word, and what it means in a small dialog. A popover needs no script, and consists of spans so that it may stand
 * within a sentence.
 */
export function Word({ explains, children }: { explains: Explained; children?: ReactNode }) {
  const id = useId();
  const close = useRef<HTMLButtonElement>(null);
  const word = WORDS[explains];
  return (
    <>
      <button type="button" popoverTarget={id} aria-haspopup="dialog" className={classes.word}>
        {children ?? word}
      </button>
      <span
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-word`}
        className={classes.meaning}
        onToggle={({ newState }) => newState === "open" && close.current?.focus()}
      >
        <b id={`${id}-word`}>{word}</b>
        <Suspense>
          <Meaning explains={explains} />
        </Suspense>
        <span className={classes.ways}>
          <Link to={pages.newHere()}>All words</Link>
          <button
            ref={close}
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            className={controls.button}
          >
            Close
          </button>
        </span>
      </span>
    </>
  );
}

/** A text in which each of these words is explained at its first place. */
export function WithWords({ text, words }: { text: string; words: readonly Explained[] }) {
  return splitAtWords(text, words).map((part) =>
    part.explains === null ? (
      <Fragment key={part.text}>{part.text}</Fragment>
    ) : (
      <Word key={part.text} explains={part.explains}>
        {part.text}
      </Word>
    ),
  );
}
