import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { pages } from "../../../routes.ts";
import type { ListPageData } from "./load.server.ts";

/**
 * Makes Enter do more than search: keys that are plain filters leave the text and become filters of the address. Only
 * the answer to the text says what they are, so they leave once it has arrived.
 */
export function useSettling({ challenge, state, settled }: ListPageData) {
  const navigate = useNavigate();
  /** The text for which Enter was pressed, until something else is typed. */
  const entered = useRef<string | null>(null);

  function settle(): boolean {
    if (entered.current === null || entered.current !== (state.parameters.query ?? "")) return false;
    entered.current = null;
    if (settled) navigate(pages.list(challenge.key, settled), { preventScrollReset: true, replace: true });
    return settled !== null;
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer
  useEffect(() => void settle(), [state]);

  return {
    forget: (): void => {
      entered.current = null;
    },
    /** Returns whether the list has been asked for what the keys stand for, so that there is nothing more to ask. */
    onSubmit: (event: FormEvent<HTMLFormElement>): boolean => {
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (submitter?.getAttribute("name") === "offset") return false;
      entered.current = String(new FormData(event.currentTarget).get("query") ?? "").trim();
      return settle();
    },
  };
}
