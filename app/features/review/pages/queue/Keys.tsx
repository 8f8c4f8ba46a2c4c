import { type RefObject, useRef } from "react";
import controls from "../../../../../domain/fields/controls.module.css";
import { Dialog } from "../../../../ui/components/Dialog.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { switchShortcuts, useShortcuts, useShortcutsAreOn } from "../../../../ui/shortcuts.ts";
import classes from "./Verdicts.module.css";

/** What single keys do on the desk, in words, in the order in which they are explained. */
const KEYS = {
  n: "open the next free submission",
  j: "go down the queue",
  k: "go up the queue",
  v: "verify, the first press shows what is unchecked; take over a proposed proof",
  r: "reject; decline a proposed proof; at a second look, question",
  a: "ask the player",
  c: "confirm, at a second look",
  s: "skip for a day",
  e: "edit",
  x: "select this one, to decide on several at once",
  b: "reject all pending completions of a banned player",
  u: "undo the last verdict",
  "[": "previous proof",
  "]": "next proof",
  ",": "one frame back",
  ".": "one frame forward",
  " ": "play or pause the video",
  "?": "show these keys",
} as const;

/** A key that does something on the desk, digits apart: those mark the rules of the checklist. */
export type DeskKey = keyof typeof KEYS;

/** What the desk does at a key; what cannot be done now is absent. */
export type DeskActs = Partial<Record<Exclude<DeskKey, "[" | "]" | "," | "." | " " | "?">, () => void>>;

interface Props {
  /** Around the queue, the proof and the facts. */
  readonly desk: RefObject<HTMLElement | null>;
  readonly acts: () => DeskActs;
  /** Marks the line of a place in the checklist, from 1. */
  readonly mark: (place: number) => void;
}

const isFree = (): boolean => document.activeElement === null || document.activeElement === document.body;

const KeyList = () => (
  <dl className={layout.facts}>
    {Object.entries(KEYS).map(([key, says]) => (
      <div key={key}>
        <dt>
          <kbd>{key === " " ? "Space" : key.toUpperCase()}</kbd>
        </dt>
        <dd>{says}</dd>
      </div>
    ))}
    <div>
      <dt>
        <kbd>1</kbd> to <kbd>9</kbd>
      </dt>
      <dd>mark a line of the checklist: OK, broken, unchecked</dd>
    </div>
    <div>
      <dt>
        <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      </dt>
      <dd>send what you are writing</dd>
    </div>
  </dl>
);

/** Obeys single keys, and explains them in a dialog. */
export function Keys({ desk, acts, mark }: Props) {
  const help = useRef<HTMLDivElement>(null);
  const areOn = useShortcutsAreOn();
  const click = (selector: string): boolean => {
    const element = desk.current?.querySelector<HTMLElement>(selector);
    element?.click();
    return element != null;
  };
  /** Shows the proof that is so many places on. */
  const turnTo = (step: number): boolean => {
    const proofs = [...(desk.current?.querySelectorAll<HTMLElement>("[data-proofs] a") ?? [])];
    const at = proofs.findIndex((proof) => proof.getAttribute("aria-current") === "true");
    proofs[(at + step + proofs.length) % Math.max(1, proofs.length)]?.click();
    return proofs.length > 0;
  };
  function play(): boolean {
    const video = desk.current?.querySelector<HTMLVideoElement>("figure video");
    // A control that has the focus takes the space bar itself; a heading does not.
    if (!video || !(isFree() || document.activeElement?.matches("h2"))) return false;
    if (video.paused) void video.play();
    else video.pause();
    return true;
  }
  useShortcuts((key) => {
    if (/^[1-9]$/.test(key)) {
      mark(Number(key));
      return true;
    }
    switch (key) {
      case "[":
        return turnTo(-1);
      case "]":
        return turnTo(1);
      case ",":
        return click('[data-frame="back"]');
      case ".":
        return click('[data-frame="on"]');
      case " ":
        return play();
      case "?":
        help.current?.querySelector("button")?.click();
        return true;
    }
    const now = acts();
    const act = Object.hasOwn(now, key) ? now[key as keyof DeskActs] : undefined;
    act?.();
    return act !== undefined;
  });
  return (
    <div ref={help} className={classes.keys}>
      <Dialog title="Keys on this page" label="?" name="Keys on this page" className={controls.button}>
        <KeyList />
        <label>
          <input
            type="checkbox"
            checked={areOn}
            onChange={({ currentTarget }) => switchShortcuts(currentTarget.checked)}
          />{" "}
          Single-key shortcuts on every page
        </label>
      </Dialog>
    </div>
  );
}
