import { useState } from "react";
import type { Choice } from "../props.ts";
import { choiceCalled, type Offer } from "./find-choices.ts";

interface Options {
  readonly choices: readonly Choice[];
  /** Names that are not offered, but accepted if they are typed in full. */
  readonly accepted: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Holds the state of a choice input: what is typed, whether its list is open, and which line is marked. */
export function useChoosing({ choices, accepted, value, onChange }: Options) {
  /** Null while the field shows the chosen value. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  /** What was typed last that names nothing. It stays, and the field says so. */
  const [unknown, setUnknown] = useState<string | null>(null);

  function choose(name: string): void {
    setText(null);
    setOpen(false);
    setMarked(-1);
    if (name !== value) onChange(name);
  }

  /** Marks the next line that can be chosen, or opens the list if it is closed. */
  function move(step: 1 | -1, offers: readonly Offer[]): void {
    const places = offers.flatMap(({ isChoosable }, at) => (isChoosable ? [at] : []));
    if (!isOpen) {
      setOpen(true);
      setMarked(
        Math.max(
          choices.findIndex(({ name }) => name === value),
          0,
        ),
      );
      return;
    }
    const now = places.indexOf(marked);
    const next = now === -1 ? (step === 1 ? 0 : places.length - 1) : now + step;
    setMarked(places[(next + places.length) % places.length] ?? -1);
  }

  const isChoosable = (offer: Offer | undefined): offer is Offer => offer?.isChoosable ?? false;
  /** Returns what Enter takes: the marked line, or the first choosable line for what is typed. */
  const meant = (offers: readonly Offer[]): Offer | undefined =>
    isChoosable(offers[marked])
      ? offers[marked]
      : text === null
        ? undefined
        : (offers.find(({ why }) => why === null) ?? offers.find(isChoosable));

  return {
    text,
    isOpen,
    marked,
    unknown,
    choose,
    open(): void {
      if (isOpen) return;
      setOpen(true);
      setMarked(-1);
    },
    type(next: string): void {
      setText(next);
      setOpen(true);
      setMarked(-1);
      // Emptying the field clears the value, whether or not something is chosen afterwards.
      if (next === "" && value !== "") onChange("");
    },
    /** Called on blur: what was typed counts, as the choice that it spells in full, otherwise as it is. */
    settle(): void {
      const typed = text?.trim() ?? value;
      const called =
        text === null ? undefined : (choiceCalled(choices, text) ?? choiceCalled(accepted, text));
      if (text !== null && !called) setUnknown(typed);
      choose(called?.name ?? typed);
    },
    /** Handles a key. Returns whether its default action must be prevented. */
    press(key: string, offers: readonly Offer[]): boolean {
      const offer = isOpen ? meant(offers) : undefined;
      switch (key) {
        case "ArrowDown":
          move(1, offers);
          return true;
        case "ArrowUp":
          move(-1, offers);
          return true;
        case "Enter":
          if (offer) choose(offer.choice.name);
          // In this field Enter never submits the form.
          return true;
        case "Tab":
          if (offer) choose(offer.choice.name);
          return false;
        case "Escape": {
          const had = isOpen || text !== null;
          setOpen(false);
          setText(null);
          return had;
        }
        default:
          return false;
      }
    },
  };
}
