import { useEffect, useState } from "react";

interface Options {
  /** The id of the listbox. Its options have this id, "-" and their position. */
  readonly id: string;
  readonly isOpen: boolean;
  /** What tells the options from each other, in their order. A mark stays with its option when others arrive later. */
  readonly keys: readonly string[];
  /** The positions at which the arrow keys stop; -1 is the text itself. */
  readonly stops: readonly number[];
}

/**
 * The marked option and the attributes of a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/): the focus stays
 * in the field, and the arrow keys mark an option. Opening, choosing and writing are the field's.
 */
export function useCombobox({ id, isOpen, keys, stops }: Options) {
  const [key, setKey] = useState<string | null>(null);
  const marked = key !== null && isOpen ? keys.indexOf(key) : -1;

  useEffect(() => {
    if (marked !== -1) document.getElementById(`${id}-${marked}`)?.scrollIntoView({ block: "nearest" });
  }, [id, marked]);

  return {
    /** The position of the marked option; -1: none. */
    marked,
    /** Marks an option by its key. */
    mark: setKey,
    /** Marks the option of the next stop or the one before, round and round. */
    move(step: 1 | -1): void {
      const now = stops.indexOf(marked);
      const next = now === -1 && step === -1 ? stops.length - 1 : now + step;
      setKey(keys[stops[(next + stops.length) % stops.length] ?? -1] ?? null);
    },
    attributes: {
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-autocomplete": "list",
      "aria-expanded": isOpen && keys.length > 0,
      "aria-controls": id,
      "aria-activedescendant": marked === -1 ? undefined : `${id}-${marked}`,
    } as const,
  };
}
