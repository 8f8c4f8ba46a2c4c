import { useState } from "react";
import type { Choice } from "../input-props.ts";
import { choiceCalled, type Offer } from "./find-choices.ts";

interface Options {
  readonly choices: readonly Choice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** What is typed into a box to choose from, whether its list is open, and which line the keys are at. */
export function useChoosing({ choices, value, onChange }: Options) {
  /** Null: the box shows what is chosen. */
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);

  function choose(name: string): void {
    setText(null);
    setOpen(false);
    setMarked(-1);
    if (name !== value) onChange(name);
  }

  /** Marks the next line that can be chosen. */
  function move(step: 1 | -1, offers: readonly Offer[]): void {
    const places = offers.flatMap(({ why }, at) => (why === null ? [at] : []));
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

  const isChoosable = (offer: Offer | undefined): offer is Offer => offer?.why === null;
  /** What Enter takes: the marked line, or the first that can be chosen of what is typed. */
  const meant = (offers: readonly Offer[]): Offer | undefined =>
    isChoosable(offers[marked]) ? offers[marked] : text === null ? undefined : offers.find(isChoosable);

  return {
    text,
    isOpen,
    marked,
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
      // An emptied box is empty, whether or not something is chosen then.
      if (next === "" && value !== "") onChange("");
    },
    /** The box is left: what was typed counts where it names something, whole; else what was chosen stays. */
    settle(): void {
      const called = text === null ? null : choiceCalled(choices, text);
      choose(called?.name ?? value);
    },
    /** Answers whether the key was the list's. */
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
          // In a box to choose from it never sends the form.
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
