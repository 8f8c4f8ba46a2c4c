import { useMemo, useState } from "react";
import { useCombobox } from "../combobox.tsx";
import type { Choice, RefusedChoice } from "../props.ts";
import { choiceCalled, type Offer, offersFor } from "./find-choices.ts";

interface Options {
  /** The id of the list. */
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly refused: readonly RefusedChoice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const isChoosable = (offer: Offer | undefined): offer is Offer => offer?.isChoosable ?? false;

/** Holds the state of a choice input: what is typed, whether its list is open, what it offers, and which line is marked. */
export function useChoice({ id, choices, refused, value, onChange }: Options) {
  /** Null while the field shows the chosen value. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** What was typed last that names nothing. It stays, and the field says so. */
  const [unknown, setUnknown] = useState<string | null>(null);
  const groups = useMemo(
    () => (isOpen ? offersFor(choices, refused, text ?? "") : []),
    [isOpen, choices, refused, text],
  );
  const offers = groups.flatMap((group) => group.offers);
  const { marked, mark, move, attributes } = useCombobox({
    id,
    isOpen,
    keys: offers.map(({ choice }) => choice.name),
    stops: offers.flatMap((offer, at) => (isChoosable(offer) ? [at] : [])),
  });

  function choose(name: string): void {
    setText(null);
    setOpen(false);
    mark(null);
    if (name !== value) onChange(name);
  }

  /** Opens the list at the chosen value, or moves the mark. */
  function step(by: 1 | -1): true {
    if (isOpen) move(by);
    else mark((choices.find(({ name }) => name === value) ?? choices[0])?.name ?? null);
    setOpen(true);
    return true;
  }

  /** Chooses the marked line, or the first that can be chosen for what is typed. */
  function chooseMarked(): void {
    const typed =
      text === null ? undefined : (offers.find(({ why }) => why === null) ?? offers.find(isChoosable));
    const offer = isChoosable(offers[marked]) ? offers[marked] : typed;
    if (isOpen && offer) choose(offer.choice.name);
  }

  return {
    text,
    isOpen,
    groups,
    marked,
    unknown,
    attributes,
    choose,
    open(): void {
      if (isOpen) return;
      setOpen(true);
      mark(null);
    },
    type(next: string): void {
      setText(next);
      setOpen(true);
      mark(null);
      // Emptying the field clears the value, whether or not something is chosen afterwards.
      if (next === "" && value !== "") onChange("");
    },
    /** For when the field is left: what was typed counts, as the choice that it spells in full, otherwise as it is. */
    leave(): void {
      const typed = text?.trim() ?? value;
      const accepted = refused.filter(({ isAccepted }) => isAccepted);
      const called =
        text === null ? undefined : (choiceCalled(choices, text) ?? choiceCalled(accepted, text));
      if (text !== null && !called) setUnknown(typed);
      choose(called?.name ?? typed);
    },
    /** Handles a key. Returns whether its default action must be prevented. */
    press(key: string): boolean {
      switch (key) {
        case "ArrowDown":
          return step(1);
        case "ArrowUp":
          return step(-1);
        case "Enter":
          chooseMarked();
          // In this field Enter never submits the form.
          return true;
        case "Tab":
          chooseMarked();
          return false;
        case "Escape":
          setOpen(false);
          setText(null);
          return isOpen || text !== null;
        default:
          return false;
      }
    },
  };
}
