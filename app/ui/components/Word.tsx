import { Fragment, type ReactNode, Suspense, useId, useRef } from "react";
import { Link } from "react-router";
import { type Explained, splitAtWords, WORDS } from "../../../domain/challenges/glossary.ts";
import { pages } from "../../../domain/contract/routes.ts";
import controls from "../../../domain/fields/controls.module.css";
import { later } from "./later.ts";
import classes from "./Word.module.css";

/** The server has the texts in every page; the browser loads them once the page works. */
const load = async () => {
  const { MEANINGS } = await import("../../../domain/challenges/meanings.ts");
  return ({ explains }: { explains: Explained }) => <span>{MEANINGS[explains]}</span>;
};
const Meaning = import.meta.env.SSR ? await load() : later(load);

interface Props {
  /** Shared by a button and its dialog. */
  readonly id: string;
  readonly explains: Explained;
}

/** A word as a button that opens its dialog, which is elsewhere, so that it does not interrupt the sentence. */
export function WordButton({ id, explains, children }: Props & { children?: ReactNode }) {
  return (
    <button type="button" popoverTarget={id} aria-haspopup="dialog" className={classes.word}>
      {children ?? WORDS[explains]}
    </button>
  );
}

/** What a word means, in a small dialog. A popover needs no script, and consists of spans: it may be in a paragraph. */
export function WordDialog({ id, explains }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  return (
    <span
      id={id}
      popover="auto"
      role="dialog"
      aria-labelledby={`${id}-word`}
      className={classes.meaning}
      onToggle={({ newState }) => newState === "open" && close.current?.focus()}
    >
      <b id={`${id}-word`}>{WORDS[explains]}</b>
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
  );
}

/** A word with its dialog, for a place at which no sentence goes on. */
export function Word({ explains, children }: Omit<Props, "id"> & { children?: ReactNode }) {
  const id = useId();
  return (
    <>
      <WordButton id={id} explains={explains}>
        {children}
      </WordButton>
      <WordDialog id={id} explains={explains} />
    </>
  );
}

/** A text in which each of these words is explained at its first place. */
export function WithWords({ text, words }: { text: string; words: readonly Explained[] }) {
  const id = useId();
  const parts = splitAtWords(text, words);
  return (
    <>
      {parts.map(({ text: shown, explains }) =>
        explains === null ? (
          <Fragment key={shown}>{shown}</Fragment>
        ) : (
          <WordButton key={shown} id={id + explains} explains={explains}>
            {shown}
          </WordButton>
        ),
      )}
      {parts.map(
        ({ explains }) =>
          explains !== null && <WordDialog key={explains} id={id + explains} explains={explains} />,
      )}
    </>
  );
}
